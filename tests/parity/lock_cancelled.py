# Who is cancelled while waiting for a lock hears of it one trip later, and leaves
# the line as it was.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, lock):
    try:
        async with lock:
            print(name, "has it")
            await asyncio.sleep(0)
    except asyncio.CancelledError:
        print(name, "is cancelled")
        raise
    print(name, "has let it go")


async def main():
    lock = asyncio.Lock()
    tick = asyncio.create_task(ticker("tick", 9))
    async with lock:
        tasks = [asyncio.create_task(worker(name, lock)) for name in ("a", "b", "c", "d")]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print("main cancels", tasks[0].cancel(), tasks[2].cancel())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print("main lets it go")
    await tasks[3]
    print("main sees", [task.cancelled() for task in tasks], lock.locked())
    await tick


asyncio.run(main())
