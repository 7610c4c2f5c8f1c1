# Several fail, one after the other, the later ones while they clean up: the group keeps
# all of them, in the order in which they failed. A task that ends with a value in spite
# of the cancel adds nothing.

import asyncio


async def fails(name, yields):
    for _ in range(yields):
        await asyncio.sleep(0)
    print(name, "fails")
    raise ValueError(name)


async def fails_at_last(name, yields):
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        for _ in range(yields):
            await asyncio.sleep(0)
        print(name, "fails")
        raise ValueError(name) from None


async def swallows():
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print("one swallows it")


async def main():
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(fails_at_last("the slow clean-up", 3))
            group.create_task(swallows())
            group.create_task(fails("the first", 2))
            group.create_task(fails("one in the same turn", 2))
            group.create_task(fails_at_last("the fast clean-up", 1))
    except ExceptionGroup as failed:
        for error in failed.exceptions:
            print("main got", error)


asyncio.run(main())
