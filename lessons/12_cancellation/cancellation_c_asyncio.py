import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def ask(name, delay):
    try:
        await asyncio.sleep(delay)
        return 10
    except asyncio.CancelledError:
        print(f"{watch.elapsed():.3f} {name} is told")
        raise


async def race(coroutines):
    tasks = [asyncio.create_task(each) for each in coroutines]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    first = next(task for task in tasks if task.done())
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    return tasks.index(first), first.result()


async def async_main():
    watch.restart()
    servers = [ask("slow", 0.3), ask("fast", 0.1), ask("mid", 0.2)]
    index, size = await race(servers)  # (1)
    print(f"{watch.elapsed():.3f} {size} bytes from server {index}")


asyncio.run(async_main())
