import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def add_a(a, b):  # (1)
    await asyncio.sleep(1)  # (2)
    print(f"add_a ends at {watch.elapsed():.3f}")
    return a + b  # (3)


async def add_b(a, b):
    await asyncio.sleep(2)
    print(f"add_b ends at {watch.elapsed():.3f}")
    return a + b


async def hold(seconds):
    lesson.block_for(seconds)  # (4)


async def async_main():
    watch.restart()
    a, b = await asyncio.gather(add_a(1, 2), add_b(1, 2))  # (5)
    print(f"{a} {b} after {watch.elapsed():.3f} s")

    watch.restart()
    c, d = await asyncio.gather(add_b(10, 20), add_a(1, 2))  # (6)
    print(f"{c} {d} after {watch.elapsed():.3f} s")

    watch.restart()
    await asyncio.gather(hold(1), hold(2))  # (7)
    print(f"held the thread {watch.elapsed():.3f} s")


asyncio.run(async_main())  # (8)
