# What fails within its time limit comes out as it is. Also a time-out of its own: the
# one who waits cannot tell it from the limit's, but nobody was cancelled.

import asyncio


async def fails(seconds):
    await asyncio.sleep(seconds)
    print("it fails")
    raise ValueError("too bad")


async def times_out_itself():
    await asyncio.sleep(0)
    print("it gives up by itself")
    raise asyncio.TimeoutError


async def nested():
    try:
        await asyncio.wait_for(asyncio.sleep(1000), 0.01)
    except asyncio.TimeoutError:
        print("the inner limit")
    raise ValueError("after the inner limit")


async def limited(coroutine):
    try:
        await asyncio.wait_for(coroutine, 1000)
    except ValueError as error:
        print("limited caught", error)
    except asyncio.TimeoutError:
        print("limited caught a time-out")
    print("limited has", asyncio.current_task().cancelling(), "requests")


async def main():
    await limited(fails(0))
    await limited(fails(0.01))
    await limited(times_out_itself())
    await limited(nested())


asyncio.run(main())
