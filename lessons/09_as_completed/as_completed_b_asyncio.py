import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def fetch(delay):
    await asyncio.sleep(delay)
    return 10


async def async_main():
    watch.restart()
    tasks = []
    for _ in range(1000):
        tasks.append(asyncio.create_task(fetch(0.1)))  # (1)

    total = 0
    for following in asyncio.as_completed(tasks):  # (2)
        total += await following  # (3)
    print(f"Result: {total}")
    print(f"{watch.elapsed():.3f} s")
    lesson.measured(f"{watch.cpu():.3f} s of processor time")


asyncio.run(async_main())
