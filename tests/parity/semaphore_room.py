# Two at once, five that come, and each takes another time: whoever is next in line
# begins when one makes room, however long the other still takes.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


class Count:
    inside = 0


async def worker(name, limit, yields):
    async with limit:
        Count.inside += 1
        print(name, "begins,", Count.inside, "inside")
        for _ in range(yields):
            await asyncio.sleep(0)
        Count.inside -= 1
        print(name, "ends")


async def main():
    limit = asyncio.Semaphore(2)
    tick = asyncio.create_task(ticker("tick", 14))
    await asyncio.gather(worker("a", limit, 6), worker("b", limit, 1), worker("c", limit, 2),
                         worker("d", limit, 3), worker("e", limit, 1))
    print("all have ended", limit.locked())
    await tick


asyncio.run(main())
