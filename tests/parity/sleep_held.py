# The thread is held while five sleep: the three that are due wake in one turn, the
# earliest first; the other two are not touched.

import asyncio
import time


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def sleeper(name, seconds):
    await asyncio.sleep(seconds)
    print(name, "woke")


async def main():
    tasks = [asyncio.create_task(sleeper(name, seconds))
             for name, seconds in (("fifth", 0.8), ("third", 0.03), ("first", 0.01),
                                   ("fourth", 0.7), ("second", 0.02))]
    await asyncio.sleep(0)
    tick = asyncio.create_task(ticker("tick", 4))
    time.sleep(0.1)
    print("main held the thread")
    await tick
    for task in tasks:
        await task


asyncio.run(main())
