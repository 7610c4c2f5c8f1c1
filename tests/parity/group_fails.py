# A task of a group fails: the others are cancelled, and the body with them if it
# still runs; when all have cleaned up, an ExceptionGroup comes out.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def fails(name, yields):
    for _ in range(yields):
        await asyncio.sleep(0)
    print(name, "fails")
    raise ValueError(name)


async def cleans_up(name, yields):
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print(name, "is cancelled")
        for _ in range(yields):
            await asyncio.sleep(0)
        print(name, "has cleaned up")
        raise


async def while_it_joins():
    async with asyncio.TaskGroup() as group:
        group.create_task(cleans_up("sibling", 2))
        group.create_task(fails("a", 2))


async def while_the_body_waits():
    async with asyncio.TaskGroup() as group:
        group.create_task(fails("b", 1))
        group.create_task(cleans_up("sibling", 1))
        await cleans_up("body", 3)


async def at_once():
    async with asyncio.TaskGroup() as group:
        group.create_task(fails("c", 0))
        await cleans_up("body", 0)


async def two_in_one_turn():
    async with asyncio.TaskGroup() as group:
        group.create_task(fails("d", 1))
        group.create_task(fails("e", 1))


async def the_body_itself():
    async with asyncio.TaskGroup() as group:
        group.create_task(cleans_up("sibling", 2))
        await asyncio.sleep(0)
        raise ValueError("body")


async def main():
    for scope in (while_it_joins, while_the_body_waits, at_once, two_in_one_turn,
                  the_body_itself):
        print(scope.__name__)
        tick = asyncio.create_task(ticker("tick", 9))
        try:
            await scope()
        except ExceptionGroup as failed:
            print("caught", ", ".join(str(error) for error in failed.exceptions))
        await asyncio.sleep(0)
        print("main goes on")
        await tick


asyncio.run(main())
