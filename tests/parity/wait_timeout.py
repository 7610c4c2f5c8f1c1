# wait() with a time limit: it goes on when the time is over, and the tasks run on. A
# limit of 0 is one look, which takes the two trips of a timer.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, seconds):
    await asyncio.sleep(seconds)
    print(name, "ends")


async def waits(tasks, seconds):
    done, pending = await asyncio.wait(tasks, timeout=seconds)
    print("after", seconds, "done", [task in done for task in tasks], len(pending))


async def main():
    tasks = [asyncio.create_task(worker("slow", 0.2)), asyncio.create_task(worker("fast", 0.01))]
    before = asyncio.create_task(ticker("before", 4))
    waiting = asyncio.create_task(waits(tasks, 0))
    after = asyncio.create_task(ticker("after", 4))
    await waiting
    await before
    await after
    await waits(tasks, 0.06)
    await waits(tasks, 1000)
    print("main ends")


asyncio.run(main())
