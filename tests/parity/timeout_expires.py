# When the time is over, the task is cancelled like any other: it cleans up, and the
# TimeoutError comes out with no further trip. What ends in time costs no trip either.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def within(seconds, coroutine):
    async with asyncio.timeout(seconds):
        return await coroutine


async def yields(count):
    for _ in range(count):
        await asyncio.sleep(0)
    return count


async def cleans_up(name):
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print(name, "is cancelled")
        ticking = asyncio.create_task(ticker("tick", 4))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print(name, "has cleaned up", ticking.done())
        raise


async def swallows():
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print("swallowed")
    return 5


async def fails():
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        raise ValueError("clean-up") from None


async def limited(name, seconds, coroutine):
    try:
        print(name, "gave", await within(seconds, coroutine))
    except TimeoutError:
        print(name, "has timed out")
    except ValueError as error:
        print(name, "failed", error)
    print(name, "has", asyncio.current_task().cancelling(), "requests")


async def main():
    tick = asyncio.create_task(ticker("beside", 4))
    await limited("no wait", 1000, yields(0))
    await limited("in time", 1000, yields(2))
    await limited("no time, no wait", 0, yields(0))
    await tick
    await limited("no time", 0, cleans_up("first"))
    await limited("late", 0.01, cleans_up("second"))
    await limited("swallowed", 0.01, swallows())
    await limited("failed", 0, fails())
    task = asyncio.create_task(cleans_up("third"))
    await limited("a task", 0.01, task)
    print("main sees", task.cancelled())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("main ends")


asyncio.run(main())
