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
    a = asyncio.create_task(broken())  # (3)
    b = asyncio.create_task(sibling())  # (4)
    await a  # (5)
    await b  # (6)


async def async_main():
    watch.restart()
    try:
        await visit()
    except RuntimeError as error:
        print(f"{watch.elapsed():.3f} visit ends: {error}")
    await asyncio.sleep(0.2)  # (7)


asyncio.run(async_main())
