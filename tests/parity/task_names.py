# Who runs: current_task() is the task, not the coroutine, so a coroutine that is
# awaited runs under its caller's name. all_tasks() are those that have not ended.

import asyncio


async def inside(what):
    print(what, "runs in", asyncio.current_task().get_name())
    await asyncio.sleep(0)


async def worker(yields):
    await inside("a child")
    for _ in range(yields):
        await asyncio.sleep(0)


def all_names():
    this = asyncio.current_task()
    return ", ".join(sorted(task.get_name() for task in asyncio.all_tasks() if task is not this))


async def main():
    print("alone:", all_names())
    task = asyncio.create_task(worker(1), name="brief")
    named = asyncio.create_task(worker(3), name="long")
    print("before they start:", all_names())
    await asyncio.gather(task, inside_named())
    print("one has ended:", all_names())
    print("its name remains:", task.get_name())
    await named
    print("all have ended:", all_names())


async def inside_named():
    await asyncio.create_task(worker(0), name="of a task")


asyncio.run(main())
