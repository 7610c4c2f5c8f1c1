# A request that finds nothing to interrupt waits for the next suspension. Two
# requests before that are delivered once; one that comes while the task cleans
# up interrupts the clean-up.

import asyncio


async def suspends():
    task = asyncio.current_task()
    print("it asks", task.cancel(), task.cancel())
    print("it goes on")
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print("it is cancelled")
    await asyncio.sleep(0)
    print("it is not cancelled twice")


async def cleans_up():
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print("it cleans up")
        try:
            await asyncio.sleep(1000)
        except asyncio.CancelledError:
            print("and is interrupted")
        raise


async def main():
    first = asyncio.create_task(suspends())
    await first
    print(first.cancelled())
    second = asyncio.create_task(cleans_up())
    await asyncio.sleep(0)
    print(second.cancel(), second.cancel())
    await asyncio.sleep(0)
    print("main 1")
    second.cancel()
    await asyncio.sleep(0)
    print("main 2", second.done())
    await asyncio.sleep(0)
    print("main 3", second.done(), second.cancelled())


asyncio.run(main())
