# A sleep that is due takes two trips: the timer's callback, behind what was
# ready before; then the task. Equal deadlines fire in the order they were set.

import asyncio
import time


async def sleeper(name, seconds):
    await asyncio.sleep(seconds)
    print(name, "woke")
    await asyncio.sleep(0)
    print(name, "ends")


async def main():
    tasks = [
        asyncio.create_task(sleeper("late", 0.3)),
        asyncio.create_task(sleeper("early", 0.1)),
        asyncio.create_task(sleeper("middle", 0.2)),
    ]
    await asyncio.sleep(0)
    time.sleep(0.4)
    print("main held the thread")
    for number in range(5):
        await asyncio.sleep(0)
        print("main", number)
    for task in tasks:
        await task


asyncio.run(main())
