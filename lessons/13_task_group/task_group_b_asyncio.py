import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def broken():
    await asyncio.sleep(0.1)
    raise RuntimeError("no answer")  # (1)


async def sibling():
    try:
        await asyncio.sleep(0.2)  # (2)
        print(f"{watch.elapsed():.3f} sibling ends")
    except asyncio.CancelledError:
        print(f"{watch.elapsed():.3f} sibling is told")
        raise


async def visit():
    async with asyncio.TaskGroup() as group:  # (5)
        group.create_task(broken())  # (3)
        group.create_task(sibling())  # (4)


async def async_main():
    watch.restart()
    try:
        await visit()
    except ExceptionGroup as failed:
        for each in failed.exceptions:  # (6)
            print(f"{watch.elapsed():.3f} visit ends: {each}")


asyncio.run(async_main())
