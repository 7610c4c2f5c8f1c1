# wait() goes on two trips after the first, the first failure, or the last; what it
# finds done then is sorted to the others that are. It cancels nobody.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, yields):
    for _ in range(yields):
        await asyncio.sleep(0)
    print(name, "ends")
    if name == "fails":
        raise ValueError(name)


async def waits(tasks, mode):
    try:
        done, pending = await asyncio.wait(tasks, return_when=mode)
        print("done", [task in done for task in tasks], len(pending))
    except asyncio.CancelledError:
        print("the wait is cancelled")


async def main():
    for mode in (asyncio.FIRST_COMPLETED, asyncio.FIRST_EXCEPTION, asyncio.ALL_COMPLETED):
        print("mode", mode)
        tick = asyncio.create_task(ticker("tick", 12))
        tasks = [asyncio.create_task(worker("slow", 6)), asyncio.create_task(worker("stopped", 9)),
                 asyncio.create_task(worker("fast", 2)), asyncio.create_task(worker("next", 3)),
                 asyncio.create_task(worker("fails", 4)), asyncio.create_task(worker("last", 8))]
        tasks[1].cancel()
        if mode is asyncio.FIRST_COMPLETED:
            await waits(tasks[2:], mode)
        else:
            await waits(tasks, mode)
        await tick
        print("main reads", tasks[4].exception())
    tasks = [asyncio.create_task(worker("one", 3)), asyncio.create_task(worker("two", 4))]
    waiting = asyncio.create_task(waits(tasks, asyncio.ALL_COMPLETED))
    await asyncio.sleep(0)
    print("main cancels", waiting.cancel())
    await waiting
    await waits(tasks, asyncio.ALL_COMPLETED)


asyncio.run(main())
