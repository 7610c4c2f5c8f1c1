# One task given to a gather twice, and to two gathers: it runs once, and its result
# stands at each place.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name):
    print(name, "starts")
    await asyncio.sleep(0)
    print(name, "ends")
    return name


async def other(task):
    results = await asyncio.gather(task, worker("b"))
    print("other got", " ".join(results))


async def main():
    tick = asyncio.create_task(ticker("tick", 8))
    task = asyncio.create_task(worker("a"))
    beside = asyncio.create_task(other(task))
    results = await asyncio.gather(task, worker("c"), task)
    print("main got", " ".join(results))
    await beside
    await tick


asyncio.run(main())
