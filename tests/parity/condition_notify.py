# Those who are notified go on in their order, each once it has the lock again: the
# first a trip after the notifier has let it go.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def waiter(name, condition):
    async with condition:
        print(name, "waits")
        await condition.wait()
        print(name, "goes on")
        await asyncio.sleep(0)
    print(name, "has let it go")


async def main():
    condition = asyncio.Condition()
    tasks = [asyncio.create_task(waiter(name, condition)) for name in ("a", "b", "c", "d", "e")]
    tick = asyncio.create_task(ticker("tick", 16))
    await asyncio.sleep(0)
    async with condition:
        condition.notify()
        print("main has notified one")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print("main lets it go")
    await tasks[0]
    async with condition:
        condition.notify(2)
        print("main has notified two")
    for _ in range(6):
        await asyncio.sleep(0)
    async with condition:
        condition.notify_all()
        print("main has notified all")
    for task in tasks:
        await task
    await tick


asyncio.run(main())
