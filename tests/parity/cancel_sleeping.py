# A cancel is delivered one trip later, to a task that sleeps, that yields, or
# whose sleep is due already; whoever asks goes on first.

import asyncio
import time


async def ticker(count):
    for number in range(count):
        print("tick", number)
        await asyncio.sleep(0)


async def sleeper(name, seconds):
    try:
        await asyncio.sleep(seconds)
        print(name, "slept")
    except asyncio.CancelledError:
        print(name, "is cancelled")
        await asyncio.sleep(0)
        print(name, "has cleaned up")
        raise


async def yielder(name):
    try:
        while True:
            print(name, "yields")
            await asyncio.sleep(0)
    except asyncio.CancelledError:
        print(name, "is cancelled")
        raise


async def main():
    sleeping = asyncio.create_task(sleeper("sleeping", 1000))
    due = asyncio.create_task(sleeper("due", 0.001))
    yielding = asyncio.create_task(yielder("yielding"))
    tick = asyncio.create_task(ticker(8))
    await asyncio.sleep(0)
    time.sleep(0.02)
    print("main held the thread")
    await asyncio.sleep(0)
    print("main cancels", sleeping.cancel(), due.cancel(), yielding.cancel())
    for task in (sleeping, due, yielding):
        try:
            await task
        except asyncio.CancelledError:
            print("main saw it", task.cancelled(), task.cancel())
    await tick


asyncio.run(main())
