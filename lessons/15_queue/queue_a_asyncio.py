import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def produce(line):
    for i in range(1, 6):
        await line.put(i)  # (1)
        depth = "#" * line.qsize()
        print(f"{watch.elapsed():.3f} put {i} {depth}")
    print(f"produced at {watch.elapsed():.3f}")


async def consume(line):
    for _ in range(5):
        i = await line.get()  # (2)
        await asyncio.sleep(0.1)
        print(f"{watch.elapsed():.3f} used {i}")


async def async_main():
    any_number = asyncio.Queue()  # (3)
    watch.restart()
    await asyncio.gather(produce(any_number), consume(any_number))

    two = asyncio.Queue(2)  # (4)
    watch.restart()
    await asyncio.gather(produce(two), consume(two))


asyncio.run(async_main())
