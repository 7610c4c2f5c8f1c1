# Two at once: a permit that is given back goes to the first who waits, one trip
# later; two that are given back in one turn go to the first two.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, limit):
    try:
        async with limit:
            print(name, "works")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            print(name, "has worked")
    except asyncio.CancelledError:
        print(name, "is cancelled")
        raise


async def main():
    limit = asyncio.Semaphore(2)
    await limit.acquire()
    await limit.acquire()
    print("main has both", limit.locked())
    tasks = [asyncio.create_task(worker(name, limit)) for name in ("a", "b", "c", "d", "e")]
    tick = asyncio.create_task(ticker("tick", 12))
    await asyncio.sleep(0)
    print("main cancels b", tasks[1].cancel())
    await asyncio.sleep(0)
    limit.release()
    limit.release()
    print("main has given both back")
    await limit.acquire()
    print("main has one again")
    limit.release()
    for task in (tasks[0], tasks[2], tasks[3], tasks[4]):
        await task
    print("main sees", tasks[1].cancelled(), limit.locked())
    await tick


asyncio.run(main())
