# A coroutine that is awaited directly runs at once, and its parent goes on at
# once: no trip through the loop, however deep.

import asyncio


async def ticker(count):
    for number in range(count):
        print("tick", number)
        await asyncio.sleep(0)


async def deep(depth):
    if depth > 0:
        return await deep(depth - 1) + 1
    print("the bottom")
    await asyncio.sleep(0)
    print("back from the bottom")
    return 0


async def at_once():
    print("at once")
    return 1


async def main():
    tick = asyncio.create_task(ticker(5))
    total = 0
    for _ in range(3):
        total += await at_once()
    print("three at once", total)
    depth = await deep(20)
    print("depth", depth)
    await asyncio.sleep(0)
    print("main yielded")
    await tick


asyncio.run(main())
