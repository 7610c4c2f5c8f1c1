# A time limit on the wait alone: behind a shield the task runs on when the time is
# over, and can be waited for again.

import asyncio


async def worker():
    for number in range(3):
        print("worker", number)
        await asyncio.sleep(0.1)
    return 7


async def main():
    task = asyncio.create_task(worker())
    for seconds in (0.05, 0.1, 1000):
        try:
            print("main got", await asyncio.wait_for(asyncio.shield(task), seconds))
        except asyncio.TimeoutError:
            print("main does not wait longer than", seconds, task.done())


asyncio.run(main())
