# A time limit on a task that runs already. In time it gives the task's result, which
# stays there for others. Too late it cancels the task, and goes on when that has ended.
# (How many trips that takes changed with Python 3.12, so nothing runs beside it.)

import asyncio


async def worker(name, seconds):
    try:
        await asyncio.sleep(seconds)
    except asyncio.CancelledError:
        print(name, "is cancelled")
        await asyncio.sleep(0.01)
        print(name, "has cleaned up")
        raise
    print(name, "ends")
    return name


async def limited(task, seconds):
    try:
        print("limited gave", await asyncio.wait_for(task, seconds))
    except asyncio.TimeoutError:
        print("limited has timed out", task.done(), task.cancelled())


async def main():
    task = asyncio.create_task(worker("fast", 0.01))
    await limited(task, 1000)
    print("main got", await task)
    await limited(task, 0)
    task = asyncio.create_task(worker("slow", 1000))
    await limited(task, 0.02)
    try:
        await task
    except asyncio.CancelledError:
        print("main saw it", asyncio.current_task().cancelling())
    task = asyncio.create_task(worker("no time", 1000))
    await asyncio.sleep(0)
    await limited(task, 0)


asyncio.run(main())
