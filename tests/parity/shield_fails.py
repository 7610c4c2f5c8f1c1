# What is behind a shield fails: everyone who waits there is told, and whoever awaits the
# task itself is told a trip before them.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker():
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("worker fails")
    raise ValueError("no")


async def shielded(name, task):
    try:
        await asyncio.shield(task)
    except ValueError as error:
        print(name, "caught", error)


async def direct(name, task):
    try:
        await task
    except ValueError as error:
        print(name, "caught", error)


async def main():
    task = asyncio.create_task(worker())
    waiting = [asyncio.create_task(shielded("shielded one", task)),
               asyncio.create_task(direct("direct", task)),
               asyncio.create_task(shielded("shielded two", task))]
    tick = asyncio.create_task(ticker("tick", 7))
    for each in waiting:
        await each
    await shielded("shielded late", task)
    await tick


asyncio.run(main())
