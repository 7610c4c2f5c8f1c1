# sleep(0), and a sleep of less, is one trip to the back of the queue.

import asyncio


async def yields(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)
    print(name, "ends")


async def below_zero(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(-1)
    print(name, "ends")


async def main():
    tasks = [
        asyncio.create_task(yields("a", 3)),
        asyncio.create_task(below_zero("b", 2)),
        asyncio.create_task(yields("c", 4)),
    ]
    for number in range(3):
        print("main", number)
        await asyncio.sleep(0)
    for task in tasks:
        await task
    print("main ends")


asyncio.run(main())
