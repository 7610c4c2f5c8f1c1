import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def fetch(delay):
    await asyncio.sleep(delay)  # (1)
    return 10


async def fetch_with_index(delay, index):
    return index, await fetch(delay)


names = ["slow", "fast", "mid"]
delays = [0.3, 0.1, 0.2]


def start_three(coroutine, *more):
    watch.restart()
    return [
        asyncio.create_task(coroutine(*each))  # (2)
        for each in zip(delays, *more)
    ]


async def async_main():
    tasks = start_three(fetch)
    a, b, c = await asyncio.gather(*tasks)  # (3)
    print(f"{watch.elapsed():.3f} {a} {b} {c} bytes")

    tasks = start_three(fetch)
    for following in asyncio.as_completed(tasks):  # (4)
        size = await following  # (5)
        print(f"{watch.elapsed():.3f} {size} bytes, but whose?")

    bar = ["."] * 3
    tasks = start_three(fetch_with_index, range(3))
    for following in asyncio.as_completed(tasks):
        index, size = await following
        bar[index] = "#"
        drawn = "".join(bar)
        print(f"{watch.elapsed():.3f} [{drawn}] {size} bytes,"
              f" {names[index]}")  # (6)


asyncio.run(async_main())
