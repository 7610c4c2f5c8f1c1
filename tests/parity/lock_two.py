# Two locks, taken one after the other, hand over hand: who comes later never overtakes.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, first, second):
    await first.acquire()
    print(name, "has the first")
    await asyncio.sleep(0)
    await second.acquire()
    print(name, "has both")
    first.release()
    await asyncio.sleep(0)
    print(name, "lets go")
    second.release()


async def main():
    first = asyncio.Lock()
    second = asyncio.Lock()
    tick = asyncio.create_task(ticker("tick", 12))
    tasks = [asyncio.create_task(worker(name, first, second)) for name in ("a", "b", "c")]
    for task in tasks:
        await task
    print("main sees", first.locked(), second.locked())
    await tick


asyncio.run(main())
