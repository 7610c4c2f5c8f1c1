# wait() for the first, again and again, each time for those that are left: two that end
# in one turn come in one round, and so does one that ends before the waiter goes on.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, yields):
    for _ in range(yields):
        await asyncio.sleep(0)
    print(name, "ends")
    return name


async def main():
    tick = asyncio.create_task(ticker("tick", 14))
    tasks = [asyncio.create_task(worker(name, yields))
             for name, yields in (("a", 9), ("b", 2), ("c", 6), ("d", 2), ("e", 3), ("f", 12))]
    left = list(tasks)
    while left:
        done, _ = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
        print("done:", " ".join(task.result() for task in left if task in done))
        left = [task for task in left if task not in done]
    await tick


asyncio.run(main())
