import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()
order = ""


async def step(who, i):
    global order
    lesson.burn_cpu(0.010)  # (1)
    order += f"{who}{i} "


async def only_await(who):
    for i in range(3):
        await step(who, i)  # (2)


async def with_sleep(who):
    for i in range(3):
        await step(who, i)
        await asyncio.sleep(0)  # (3)


async def async_main():
    global order
    watch.restart()
    await asyncio.gather(only_await("A"), only_await("B"))  # (4)
    print(f"await {order}{watch.elapsed():.3f} s")

    order = ""
    watch.restart()
    await asyncio.gather(with_sleep("A"), with_sleep("B"))  # (5)
    print(f"yield {order}{watch.elapsed():.3f} s")

    watch.restart()
    for _ in range(100_000):
        await asyncio.sleep(0)  # (6)
    each = watch.elapsed() / 100_000 * 1e9
    lesson.measured(f"one yield: {each:.0f} ns")


asyncio.run(async_main())
