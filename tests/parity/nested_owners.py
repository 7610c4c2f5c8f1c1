# A time limit around a group, around a gather, around another limit: a cancel goes
# down through all of them, and each goes on when those inside have cleaned up.

import asyncio


async def leaf(name, yields):
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print(name, "is cancelled")
        for _ in range(yields):
            await asyncio.sleep(0)
        print(name, "has cleaned up")
        raise


async def limited(name, yields):
    try:
        async with asyncio.timeout(500):
            await leaf(name, yields)
    except TimeoutError:
        print(name, "has timed out")
    except asyncio.CancelledError:
        print(name, "did not time out")
        raise


async def gathers():
    try:
        await asyncio.gather(limited("left", 2), limited("right", 2))
    except asyncio.CancelledError:
        print("the gather is cancelled")
        raise


async def scope():
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(gathers())
    except asyncio.CancelledError:
        print("the group is cancelled")
        raise


async def outermost(seconds):
    try:
        async with asyncio.timeout(seconds):
            await scope()
    except TimeoutError:
        print("the outermost has timed out", asyncio.current_task().cancelling())
    except asyncio.CancelledError:
        print("the outermost is cancelled", asyncio.current_task().cancelling())
        raise


async def main():
    await outermost(0.01)
    task = asyncio.create_task(outermost(1000))
    for _ in range(5):
        await asyncio.sleep(0)
    print("main cancels", task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        print("main saw it")


asyncio.run(main())
