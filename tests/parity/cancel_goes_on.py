# A task catches its cancel and goes on: uncancel() says that it means it, and the next
# request is counted from there.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker():
    this = asyncio.current_task()
    for attempt in range(3):
        try:
            await asyncio.sleep(1000)
        except asyncio.CancelledError:
            print("attempt", attempt, "is cancelled", this.cancelling())
            if attempt == 2:
                raise
        if attempt == 0:
            print("it means it", this.uncancel())
        await asyncio.sleep(0)
        print("it goes on")


async def main():
    task = asyncio.create_task(worker())
    tick = asyncio.create_task(ticker("tick", 10))
    await asyncio.sleep(0)
    for _ in range(3):
        print("main cancels", task.cancel(), task.cancelling())
        for _ in range(2):
            await asyncio.sleep(0)
        print("main sees", task.done(), task.cancelling())
    try:
        await task
    except asyncio.CancelledError:
        print("main saw it")
    await tick


asyncio.run(main())
