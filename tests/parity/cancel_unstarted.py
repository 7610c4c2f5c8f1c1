# A task that is cancelled before its first step never runs; those who await it
# hear of it as if it had ended in that step.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def never():
    print("never printed")


async def waiter(task):
    try:
        await task
    except asyncio.CancelledError:
        print("the waiter saw it")


async def main():
    before = asyncio.create_task(ticker("before", 4))
    task = asyncio.create_task(never())
    waiting = asyncio.create_task(waiter(task))
    after = asyncio.create_task(ticker("after", 4))
    print("main cancels", task.cancel(), task.cancel(), task.done())
    await asyncio.sleep(0)
    print("main looks", task.done(), task.cancelled())
    for each in (before, waiting, after):
        await each


asyncio.run(main())
