# Two look on at the same tasks: each of them gets every result, in the same order, and
# one who joins later as well.

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


async def look(name, tasks, first_yields):
    for _ in range(first_yields):
        await asyncio.sleep(0)
    print(name, "looks")
    for following in asyncio.as_completed(tasks):
        print(name, "got", await following)


async def main():
    tick = asyncio.create_task(ticker("tick", 10))
    tasks = [asyncio.create_task(worker("slow", 6)), asyncio.create_task(worker("fast", 3)),
             asyncio.create_task(worker("middle", 4))]
    looking = [asyncio.create_task(look("one", tasks, 0)),
               asyncio.create_task(look("two", tasks, 0)),
               asyncio.create_task(look("late", tasks, 2))]
    for each in looking:
        await each
    await tick


asyncio.run(main())
