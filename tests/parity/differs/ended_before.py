# differs: one rule for all: what is there already is not waited for

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker():
    return 7


async def main():
    task = asyncio.create_task(worker())
    await task
    tick = asyncio.create_task(ticker("tick", 6))
    print("await gave", await task)
    done, _ = await asyncio.wait([task])
    print("wait gave", done.pop().result())
    for following in asyncio.as_completed([task]):
        print("as_completed gave", await following)
    await tick


asyncio.run(main())
