# notify_all() while others stand in line for the lock: those who were notified stand
# behind them, in their order.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def waiter(name, condition):
    async with condition:
        await condition.wait()
        print(name, "goes on")
        await asyncio.sleep(0)


async def locker(name, condition):
    async with condition:
        print(name, "has the lock")
        await asyncio.sleep(0)


async def main():
    condition = asyncio.Condition()
    tasks = [asyncio.create_task(waiter(name, condition)) for name in ("a", "b", "c")]
    tick = asyncio.create_task(ticker("tick", 14))
    await asyncio.sleep(0)
    async with condition:
        tasks += [asyncio.create_task(locker(name, condition)) for name in ("first", "second")]
        await asyncio.sleep(0)
        condition.notify_all()
        print("main has notified all")
        tasks.append(asyncio.create_task(locker("third", condition)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print("main lets it go")
    for task in tasks:
        await task
    await tick


asyncio.run(main())
