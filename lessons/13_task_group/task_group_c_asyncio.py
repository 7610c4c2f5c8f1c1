import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def fetch(delay, sizes):
    await asyncio.sleep(delay)
    sizes.append(10)  # (1)


async def async_main():
    watch.restart()
    sizes = []  # (2)
    async with asyncio.TaskGroup() as group:  # (4)
        for delay in [0.3, 0.1, 0.2]:
            group.create_task(fetch(delay, sizes))  # (3)
        print(f"{watch.elapsed():.3f} the body ends")
    print(f"{watch.elapsed():.3f} {len(sizes)} answers")


asyncio.run(async_main())
