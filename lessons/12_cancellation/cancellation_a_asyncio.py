import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def worker():
    lesson.burn_cpu(0.04)  # (1)
    print(f"{watch.elapsed():.3f} computed")
    try:
        await asyncio.sleep(10)  # (2)
    except asyncio.CancelledError:
        print(f"{watch.elapsed():.3f} told")
        raise  # (3)


def word(value):
    return "true" if value else "false"  # as C++ prints it


async def async_main():
    watch.restart()
    h = asyncio.create_task(worker())
    await asyncio.sleep(0.01)

    h.cancel()  # (4)
    print(f"{watch.elapsed():.3f} asked, done: {word(h.done())}")
    lesson.burn_cpu(0.02)  # (5)
    try:
        await h  # (6)
    except asyncio.CancelledError:
        print(f"{watch.elapsed():.3f} ended,"
              f" cancelled: {word(h.cancelled())}")


asyncio.run(async_main())
