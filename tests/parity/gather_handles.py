# gather of tasks that run already: one of them has ended before, one is awaited
# by somebody else too.

import asyncio


async def ticker(count):
    for number in range(count):
        print("tick", number)
        await asyncio.sleep(0)


async def child(name, yields):
    for _ in range(yields):
        await asyncio.sleep(0)
    print(name, "ends")
    return name


async def other(task):
    print("other got", await task)


async def main():
    ended = asyncio.create_task(child("ended", 0))
    await ended
    running = asyncio.create_task(child("running", 3))
    beside = asyncio.create_task(other(running))
    tick = asyncio.create_task(ticker(9))
    await asyncio.sleep(0)
    results = await asyncio.gather(ended, running)
    print("main got", " ".join(results))
    await tick
    await beside


asyncio.run(main())
