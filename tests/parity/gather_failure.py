# A child fails: gather's parent hears of it two trips later, also of one that
# fails in its first step, and once when two fail in one turn.

import asyncio


async def ticker(count):
    for number in range(count):
        print("tick", number)
        await asyncio.sleep(0)


async def fails(name, yields):
    for _ in range(yields):
        await asyncio.sleep(0)
    print(name, "fails")
    raise ValueError(name)


async def ends(name):
    print(name, "ends")


async def main():
    tick = asyncio.create_task(ticker(16))
    try:
        await asyncio.gather(ends("a"), fails("b", 0))
    except ValueError as error:
        print("main caught", error)
    try:
        await asyncio.gather(fails("c", 1), ends("d"), fails("e", 1))
    except ValueError as error:
        print("main caught", error)
    results = await asyncio.gather(ends("f"), fails("g", 1), return_exceptions=True)
    print("main got", results[1])
    await tick


asyncio.run(main())
