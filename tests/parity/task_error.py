# An exception takes as many trips as a value: one to those who await the task,
# none from a coroutine that is awaited directly.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def inner():
    await asyncio.sleep(0)
    print("inner fails")
    raise ValueError("inner")


async def fails():
    try:
        await inner()
    except ValueError as error:
        print("caught", error)
    print("fails")
    raise RuntimeError("outer")


async def waiter(name, task):
    try:
        await task
    except RuntimeError as error:
        print(name, "caught", error)


async def main():
    task = asyncio.create_task(fails())
    first = asyncio.create_task(waiter("first", task))
    second = asyncio.create_task(waiter("second", task))
    tick = asyncio.create_task(ticker("tick", 6))
    await first
    print("main after first")
    await second
    print("main after second")
    await tick


asyncio.run(main())
