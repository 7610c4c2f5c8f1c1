import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def add_a(a, b):
    print(f"add_a begins at {watch.elapsed():.3f}")
    await asyncio.sleep(1)
    print(f"add_a ends   at {watch.elapsed():.3f}")
    return a + b


async def add_b(a, b):
    print(f"add_b begins at {watch.elapsed():.3f}")
    await asyncio.sleep(2)
    print(f"add_b ends   at {watch.elapsed():.3f}")
    return a + b


async def async_main():
    watch.restart()
    a = asyncio.create_task(add_a(1, 2))  # (1)
    b = asyncio.create_task(add_b(1, 2))  # (3)
    print(f"both created at {watch.elapsed():.3f}")
    first = await a  # (2)
    second = await b  # (4)
    print(f"{first} {second} after {watch.elapsed():.3f} s")


asyncio.run(async_main())
