# A yield deep inside coroutines that are awaited directly: the whole task goes to the
# back of the queue, once, however deep it was.

import asyncio


async def step(name, depth):
    if depth > 0:
        return await step(name, depth - 1) + 1
    await asyncio.sleep(0)
    return 0


async def steps(name, depths):
    for depth in depths:
        print(name, "came back from", await step(name, depth))
    print(name, "ends")


async def main():
    tasks = [asyncio.create_task(steps("shallow", (0, 0, 0, 0, 0))),
             asyncio.create_task(steps("deep", (30, 20, 10))),
             asyncio.create_task(steps("mixed", (0, 10, 0, 10)))]
    for task in tasks:
        await task


asyncio.run(main())
