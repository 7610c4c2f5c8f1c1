# Who waits behind a shield can be cancelled without the task, which runs on. A
# task that is cancelled itself ends the wait.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(count):
    try:
        for number in range(count):
            print("worker", number)
            await asyncio.sleep(0)
    except asyncio.CancelledError:
        print("worker is cancelled")
        raise
    print("worker ends")
    return 7


async def waiter(name, task):
    try:
        value = await asyncio.shield(task)
        print(name, "got", value)
    except asyncio.CancelledError:
        print(name, "is cancelled", task.done(), task.cancelled())
        raise


async def main():
    for which in ("waiter", "worker"):
        print("the", which, "is cancelled")
        tick = asyncio.create_task(ticker("tick", 9))
        task = asyncio.create_task(worker(5))
        first = asyncio.create_task(waiter("first", task))
        second = asyncio.create_task(waiter("second", task))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print("main cancels", (first if which == "waiter" else task).cancel())
        for each in (first, second):
            try:
                await each
            except asyncio.CancelledError:
                print("main saw it")
        await tick
        if which == "waiter":
            print("main got", await asyncio.shield(task))


asyncio.run(main())
