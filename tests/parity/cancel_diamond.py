# Two children of one gather await the same task. It is asked to stop, and both
# wait until it has cleaned up and ended.

import asyncio


async def shared():
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print("shared is cancelled")
        await asyncio.sleep(0)
        print("shared has cleaned up")
        raise


async def waiter(name, task):
    try:
        await task
    except asyncio.CancelledError:
        print(name, "is cancelled")
        raise


async def parent(task):
    await asyncio.gather(waiter("first", task), waiter("second", task))


async def main():
    task = asyncio.create_task(shared())
    both = asyncio.create_task(parent(task))
    for _ in range(4):
        await asyncio.sleep(0)
    print("main cancels", both.cancel())
    try:
        await both
    except asyncio.CancelledError:
        print("both were cancelled")


asyncio.run(main())
