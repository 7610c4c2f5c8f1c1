# differs: what has been handed over would be lost, or would have to go back

import asyncio


async def getter(queue):
    try:
        print("getter got", await queue.get())
        await asyncio.sleep(0)
        print("never printed")
    except asyncio.CancelledError:
        print("getter is cancelled")
        raise


async def locker(lock):
    try:
        async with lock:
            print("locker has the lock")
            await asyncio.sleep(0)
            print("never printed")
    except asyncio.CancelledError:
        print("locker is cancelled")
        raise


async def worker():
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return 7


async def waiter(task):
    try:
        print("waiter got", await task)
        await asyncio.sleep(0)
        print("never printed")
    except asyncio.CancelledError:
        print("waiter is cancelled")
        raise


async def main():
    queue = asyncio.Queue()
    task = asyncio.create_task(getter(queue))
    await asyncio.sleep(0)
    queue.put_nowait(7)
    task.cancel()
    await asyncio.wait([task])
    print("left in the queue:", queue.qsize())
    lock = asyncio.Lock()
    async with lock:
        task = asyncio.create_task(locker(lock))
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    working = asyncio.create_task(worker())
    task = asyncio.create_task(waiter(working))
    while not working.done():
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])


asyncio.run(main())
