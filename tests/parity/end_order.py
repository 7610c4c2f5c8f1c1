# A task ends: those who wait for it are told in the order in which they began to
# wait. Who awaits it goes on one trip later; gather, wait, as_completed and shield
# hear of it then, and whoever awaits those goes on after another.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker():
    for _ in range(3):
        await asyncio.sleep(0)
    print("worker ends")
    return 7


async def awaits(task):
    print("await", await task)


async def gathers(task):
    print("gather", (await asyncio.gather(task))[0])


async def waits(task):
    done, _ = await asyncio.wait([task])
    print("wait", done.pop().result())


async def looks(task):
    for following in asyncio.as_completed([task]):
        print("as_completed", await following)


async def shields(task):
    print("shield", await asyncio.shield(task))


async def limits(task):
    async with asyncio.timeout(1000):
        print("timeout", await task)


async def main():
    ways = [awaits, gathers, waits, looks, shields, limits]
    for order in (ways, ways[::-1]):
        tick = asyncio.create_task(ticker("tick", 8))
        task = asyncio.create_task(worker())
        waiting = [asyncio.create_task(way(task)) for way in order]
        after = asyncio.create_task(ticker("after", 8))
        for each in waiting:
            await each
        await tick
        await after


asyncio.run(main())
