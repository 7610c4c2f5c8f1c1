# One task of a group is cancelled by somebody: that is no failure, and the group and the
# others go on. So does the body if it awaits that task and catches what comes.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, yields):
    try:
        for _ in range(yields):
            await asyncio.sleep(0)
        print(name, "ends")
    except asyncio.CancelledError:
        print(name, "is cancelled")
        raise


async def main():
    tick = asyncio.create_task(ticker("tick", 9))
    async with asyncio.TaskGroup() as group:
        running = group.create_task(worker("running", 5))
        stopped = group.create_task(worker("stopped", 9))
        unstarted = group.create_task(worker("never printed", 1))
        unstarted.cancel()
        await asyncio.sleep(0)
        print("the body cancels", stopped.cancel())
        try:
            await stopped
        except asyncio.CancelledError:
            print("the body saw it", asyncio.current_task().cancelling())
        print("the body ends")
    print("main goes on", running.cancelled(), stopped.cancelled(), unstarted.cancelled())
    await tick


asyncio.run(main())
