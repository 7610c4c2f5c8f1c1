# A cancel passes down a chain of tasks to the one that sleeps, and comes back
# up, one trip each. One of them swallows it and gives a value.

import asyncio


async def ticker(count):
    for number in range(count):
        print("tick", number)
        await asyncio.sleep(0)


async def bottom():
    try:
        await asyncio.sleep(1000)
    finally:
        print("bottom")


async def middle(task):
    try:
        await task
    except asyncio.CancelledError:
        print("middle swallows")
        return 5


async def top(name, task):
    try:
        value = await task
        print(name, "got", value)
    finally:
        print(name)


async def main():
    first = asyncio.create_task(bottom())
    second = asyncio.create_task(middle(first))
    third = asyncio.create_task(top("third", second))
    fourth = asyncio.create_task(top("fourth", third))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    tick = asyncio.create_task(ticker(8))
    print("main cancels", fourth.cancel())
    value = await fourth
    print("main got", value)
    print(first.cancelled(), second.cancelled(), third.cancelled(), fourth.cancelled())
    await tick


asyncio.run(main())
