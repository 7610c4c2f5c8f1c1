# Tasks start in the order in which they were made, whoever made them: create_task, a
# group or gather. A coroutine that is awaited directly starts at once.

import asyncio


async def child(name):
    print(name, "starts")
    await asyncio.sleep(0)
    print(name, "goes on")


async def maker(group, name):
    print(name, "starts")
    group.create_task(child("of the group, by " + name))
    await asyncio.gather(child("gathered a, by " + name), child("gathered b, by " + name))


async def main():
    loose = [asyncio.create_task(child("first"))]
    async with asyncio.TaskGroup() as group:
        group.create_task(maker(group, "a member"))
        loose.append(asyncio.create_task(child("second")))
        group.create_task(child("of the group"))
        await child("awaited")
        await asyncio.gather(child("gathered c"), child("gathered d"))
        print("the body ends")
    for task in loose:
        await task


asyncio.run(main())
