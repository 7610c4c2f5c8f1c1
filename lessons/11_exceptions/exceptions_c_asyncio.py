import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def connect():
    await asyncio.sleep(0.1)
    print(f"{watch.elapsed():.3f} connect throws")
    raise RuntimeError("no answer")  # (1)


async def save():
    await connect()  # (2)
    print("never printed")


async def async_main():
    watch.restart()
    asyncio.create_task(save(), name="save")  # (3)
    await asyncio.sleep(0.2)
    print(f"{watch.elapsed():.3f} all is well")  # (4)


asyncio.run(async_main())
