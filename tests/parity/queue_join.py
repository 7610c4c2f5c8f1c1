# Two workers and a queue: join() goes on one trip after the last value was done.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, queue):
    while True:
        value = await queue.get()
        print(name, "got", value)
        for _ in range(value):
            await asyncio.sleep(0)
        print(name, "has done", value)
        queue.task_done()


async def main():
    queue = asyncio.Queue()
    await queue.join()
    print("main had nothing to wait for")
    for value in (3, 1, 2, 0, 2):
        await queue.put(value)
    workers = [asyncio.create_task(worker(name, queue)) for name in ("a", "b")]
    tick = asyncio.create_task(ticker("tick", 10))
    await queue.join()
    print("main joined", queue.empty())
    for each in workers:
        each.cancel()
    for each in workers:
        try:
            await each
        except asyncio.CancelledError:
            print("main ended a worker")
    await tick


asyncio.run(main())
