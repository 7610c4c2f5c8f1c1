# A gate that opens and closes: those who wait pass together, in their order, and those
# who come back while it is open do not wait.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def walker(name, gate, yields):
    for number in range(3):
        await gate.wait()
        print(name, "passes", number)
        for _ in range(yields):
            await asyncio.sleep(0)


async def main():
    gate = asyncio.Event()
    tick = asyncio.create_task(ticker("tick", 16))
    tasks = [asyncio.create_task(walker("a", gate, 1)), asyncio.create_task(walker("b", gate, 3)),
             asyncio.create_task(walker("c", gate, 0))]
    for _ in range(3):
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print("open")
        gate.set()
        gate.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print("closed")
        gate.clear()
    gate.set()
    for task in tasks:
        await task
    await tick


asyncio.run(main())
