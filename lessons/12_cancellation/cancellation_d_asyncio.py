import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def fetch(attempt):
    await asyncio.sleep(0.2)
    if attempt == 1:
        raise RuntimeError("no answer")
    return 10


async def stubborn():
    attempt = 0
    while True:
        attempt += 1
        try:
            return await fetch(attempt)
        except:  # (1)
            print(f"{watch.elapsed():.3f} failed, once more")


def word(value):
    return "true" if value else "false"  # as C++ prints it


async def async_main():
    watch.restart()
    h = asyncio.create_task(stubborn(), name="stubborn")
    await asyncio.sleep(0.3)
    h.cancel()  # (2)
    print(f"{watch.elapsed():.3f} asked to stop")
    size = await h  # (3)
    print(f"{watch.elapsed():.3f} {size} bytes,"
          f" cancelled: {word(h.cancelled())}")


asyncio.run(async_main())
