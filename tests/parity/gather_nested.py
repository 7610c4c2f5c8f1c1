# A gather inside a gather: every level adds its own two trips.

import asyncio


async def ticker(count):
    for number in range(count):
        print("tick", number)
        await asyncio.sleep(0)


async def leaf(name):
    print(name)
    return 1


async def middle(name):
    results = await asyncio.gather(leaf(name + ".1"), leaf(name + ".2"))
    print(name, "goes on")
    return sum(results)


async def main():
    tick = asyncio.create_task(ticker(10))
    results = await asyncio.gather(middle("x"), middle("y"))
    print("main got", sum(results))
    await tick


asyncio.run(main())
