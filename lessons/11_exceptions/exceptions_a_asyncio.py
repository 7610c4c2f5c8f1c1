import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def broken():
    await asyncio.sleep(0.1)
    print(f"{watch.elapsed():.3f} broken throws")
    raise RuntimeError("no answer")  # (1)


async def sibling():
    await asyncio.sleep(0.2)
    print(f"{watch.elapsed():.3f} sibling ends")
    return 10


async def async_main():
    watch.restart()
    a = asyncio.create_task(broken())  # (2)
    b = asyncio.create_task(sibling())  # (3)

    size = await b  # (4)
    print(f"{watch.elapsed():.3f} sibling: {size} bytes")
    try:
        await a  # (5)
    except RuntimeError as error:
        print(f"{watch.elapsed():.3f} caught: {error}")  # (6)


asyncio.run(async_main())
