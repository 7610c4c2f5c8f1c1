# Limits within limits, and a cancel from outside: whose request it was decides
# what comes out. If the outer limit, or anybody outside, has asked too, it is not
# the inner one's.

import asyncio


async def within(seconds, coroutine):
    async with asyncio.timeout(seconds):
        return await coroutine


async def sleeps():
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print("sleeper has", asyncio.current_task().cancelling(), "requests")
        raise


async def inner(seconds):
    try:
        await within(seconds, sleeps())
    except TimeoutError:
        print("inner has timed out", asyncio.current_task().cancelling())
    except asyncio.CancelledError:
        print("inner is cancelled", asyncio.current_task().cancelling())
        raise


async def outer(inner_seconds, outer_seconds):
    try:
        await within(outer_seconds, inner(inner_seconds))
        print("outer goes on", asyncio.current_task().cancelling())
    except TimeoutError:
        print("outer has timed out", asyncio.current_task().cancelling())
    except asyncio.CancelledError:
        print("outer is cancelled", asyncio.current_task().cancelling())
        raise
    await asyncio.sleep(0)
    print("outer has slept")


async def main():
    for inner_seconds, outer_seconds in ((0.01, 1000), (1000, 0.01), (0, 1000), (1000, 0), (0, 0)):
        print("limits", inner_seconds, outer_seconds)
        await outer(inner_seconds, outer_seconds)
    # Cancelled from outside: alone, just before the timeout, in its turn, and after it.
    for seconds, yields in ((1000, 1), (0, 1), (0, 2), (0, 3)):
        print("limit", seconds, "and a cancel after", yields)
        task = asyncio.create_task(outer(1000, seconds))
        for _ in range(yields):
            await asyncio.sleep(0)
        print("main cancels", task.cancel())
        try:
            await task
        except asyncio.CancelledError:
            print("main saw it", task.cancelling())


asyncio.run(main())
