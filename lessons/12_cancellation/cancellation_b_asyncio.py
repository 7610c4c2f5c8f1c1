import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def download():
    await asyncio.sleep(2)
    return 10


async def hang_up():
    print(f"{watch.elapsed():.3f} hanging up")
    await asyncio.sleep(0.3)  # (1)
    print(f"{watch.elapsed():.3f} hung up")


async def visit():
    try:
        return await download()
    finally:
        await hang_up()  # (2)


async def async_main():
    for limit in [3, 0.5]:
        watch.restart()
        try:
            size = await asyncio.wait_for(visit(), limit)  # (3)
            print(f"{watch.elapsed():.3f} {size} bytes")
        except asyncio.TimeoutError:
            print(f"{watch.elapsed():.3f} timeout")  # (4)


asyncio.run(async_main())
