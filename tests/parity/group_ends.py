# A group goes on two trips after the last of its tasks has ended; tasks of it may
# start others, also while it joins. Without tasks, or with some that have ended
# and been heard of, it does not wait.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)
    print(name, "ends")
    return name


async def starts_another(group, name):
    await asyncio.sleep(0)
    print(name, "starts another")
    group.create_task(worker("child of " + name, 3))


async def main():
    tick = asyncio.create_task(ticker("tick", 18))
    async with asyncio.TaskGroup() as group:
        print("an empty group")
    print("does not wait")
    async with asyncio.TaskGroup() as group:
        first = group.create_task(worker("a", 3))
        group.create_task(worker("b", 1))
        print("the body ends")
    print("joined", first.result())
    async with asyncio.TaskGroup() as group:
        group.create_task(starts_another(group, "c"))
        value = await group.create_task(worker("d", 1))
        print("the body has", value)
        await asyncio.sleep(0)
    print("joined")
    async with asyncio.TaskGroup() as group:
        group.create_task(worker("e", 0))
        for _ in range(3):
            await asyncio.sleep(0)
        print("all have ended")
    print("does not wait")
    await tick


asyncio.run(main())
