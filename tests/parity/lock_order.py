# A lock goes to those who wait in their order, one trip after it was unlocked.
# Who comes between the two stands behind, also the one who has just unlocked it.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, lock, times):
    for _ in range(times):
        async with lock:
            print(name, "has it")
            await asyncio.sleep(0)
        print(name, "has let it go")


async def main():
    lock = asyncio.Lock()
    tasks = [asyncio.create_task(worker("a", lock, 2)), asyncio.create_task(worker("b", lock, 1)),
             asyncio.create_task(worker("c", lock, 2))]
    tick = asyncio.create_task(ticker("tick", 14))
    for _ in range(2):
        await asyncio.sleep(0)
    async with lock:
        print("main has it")
    for task in tasks:
        await task
    async with lock:
        print("main has it at once", lock.locked())
    await tick


asyncio.run(main())
