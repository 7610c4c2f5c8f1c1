# A group is cancelled from outside, in its body and while it joins; and groups
# within groups, where the inner one fails.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def cleans_up(name, yields):
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print(name, "is cancelled")
        for _ in range(yields):
            await asyncio.sleep(0)
        print(name, "has cleaned up")
        raise


async def in_its_body():
    async with asyncio.TaskGroup() as group:
        group.create_task(cleans_up("child", 3))
        await cleans_up("body", 1)


async def while_it_joins():
    async with asyncio.TaskGroup() as group:
        group.create_task(cleans_up("child", 2))


async def fails():
    await asyncio.sleep(0)
    print("fails")
    raise ValueError("inner")


async def nested():
    async with asyncio.TaskGroup() as outer:
        outer.create_task(cleans_up("of the outer", 1))
        async with asyncio.TaskGroup() as inner:
            inner.create_task(cleans_up("of the inner", 2))
            inner.create_task(fails())


async def main():
    for scope in (in_its_body, while_it_joins):
        print(scope.__name__)
        task = asyncio.create_task(scope())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        tick = asyncio.create_task(ticker("tick", 10 if scope is in_its_body else 0))
        print("main cancels", task.cancel())
        try:
            await task
        except asyncio.CancelledError:
            print("main saw it", task.cancelled())
        await tick
    tick = asyncio.create_task(ticker("tick", 16))
    try:
        await nested()
    except ExceptionGroup as failed:
        print("caught a group of", len(failed.exceptions), failed.exceptions[0].exceptions[0])
    await tick


asyncio.run(main())
