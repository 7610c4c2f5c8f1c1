# Groups within the tasks of a group: each level goes on when all below it have ended,
# the deepest first.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def node(name, depth):
    print(name, "starts")
    if depth > 0:
        async with asyncio.TaskGroup() as group:
            group.create_task(node(name + ".1", depth - 1))
            group.create_task(node(name + ".2", depth - 2))
        print(name, "has joined")
    else:
        await asyncio.sleep(0)
        print(name, "ends")


async def main():
    tick = asyncio.create_task(ticker("tick", 14))
    async with asyncio.TaskGroup() as group:
        group.create_task(node("a", 2))
        group.create_task(node("b", 0))
        group.create_task(node("c", 1))
    print("main has joined")
    await tick


asyncio.run(main())
