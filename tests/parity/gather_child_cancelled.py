# Somebody cancels one child of a gather, the last that still runs: the parent hears of
# it as cancelled, although nobody has asked the parent for anything.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, seconds):
    try:
        await asyncio.sleep(seconds)
        print(name, "ends")
    except asyncio.CancelledError:
        print(name, "is cancelled")
        raise


async def parent(stopped):
    try:
        await asyncio.gather(worker("sibling", 0), stopped)
    except asyncio.CancelledError:
        print("parent caught it", asyncio.current_task().cancelling())
    await asyncio.sleep(0)
    print("parent goes on")


async def main():
    stopped = asyncio.create_task(worker("stopped", 1000))
    task = asyncio.create_task(parent(stopped))
    for _ in range(4):
        await asyncio.sleep(0)
    tick = asyncio.create_task(ticker("tick", 6))
    print("main cancels", stopped.cancel())
    await task
    print("main sees", task.cancelled(), stopped.cancelled())
    await tick


asyncio.run(main())
