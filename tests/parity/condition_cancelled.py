# Who is cancelled while it waits for a notify holds the lock again before it hears
# of it. And a predicate is asked once before it waits, and after each notify.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def waiter(condition):
    async with condition:
        try:
            await condition.wait()
        except asyncio.CancelledError:
            print("waiter is cancelled, and has the lock", condition.locked())
            await asyncio.sleep(0)
            print("waiter lets it go")
            raise


async def main():
    condition = asyncio.Condition()
    values = []

    def three():
        print("asked at", len(values))
        return len(values) == 3

    async def waits_for_three():
        async with condition:
            await condition.wait_for(three)
            print("there are three")

    task = asyncio.create_task(waiter(condition))
    tick = asyncio.create_task(ticker("tick", 16))
    await asyncio.sleep(0)
    async with condition:
        print("main cancels", task.cancel())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print("main lets it go")
    try:
        await task
    except asyncio.CancelledError:
        print("main saw it")
    task = asyncio.create_task(waits_for_three())
    while not task.done():
        await asyncio.sleep(0)
        async with condition:
            values.append(len(values))
            condition.notify_all()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    await tick


asyncio.run(main())
