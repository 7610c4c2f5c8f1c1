# A task that has failed keeps its error: everyone who awaits it is told, also long after,
# and as often as it is awaited. The late ones do not wait.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def fails():
    await asyncio.sleep(0)
    print("it fails")
    raise ValueError("no")


async def reader(name, task, yields):
    for _ in range(yields):
        await asyncio.sleep(0)
    for number in range(2):
        try:
            await task
        except ValueError as error:
            print(name, "caught", error, number)


async def main():
    task = asyncio.create_task(fails())
    readers = [asyncio.create_task(reader("late", task, 5)),
               asyncio.create_task(reader("early", task, 0)),
               asyncio.create_task(reader("middle", task, 1))]
    tick = asyncio.create_task(ticker("tick", 7))
    for each in readers:
        await each
    print("main sees", task.exception(), task.cancelled())
    await tick


asyncio.run(main())
