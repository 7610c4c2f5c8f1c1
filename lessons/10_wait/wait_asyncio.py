import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def fetch(name, delay):
    await asyncio.sleep(delay)
    print(f"{watch.elapsed():.3f} {name} ends")


async def with_a_limit():
    tasks = [asyncio.create_task(fetch("fast", 0.1)),
             asyncio.create_task(fetch("slow", 0.3))]
    done, pending = await asyncio.wait(tasks, timeout=0.25)  # (1)
    print(f"{watch.elapsed():.3f} {len(done)} done,"
          f" {len(pending)} pending")
    await asyncio.wait(pending)  # (2)
    print(f"{watch.elapsed():.3f} all done")


async def first_of_three():
    tasks = [asyncio.create_task(fetch("slow", 0.3)),
             asyncio.create_task(fetch("fast", 0.1)),
             asyncio.create_task(fetch("mid", 0.2))]
    done, pending = await asyncio.wait(
        tasks, return_when=asyncio.FIRST_COMPLETED)  # (3)
    print(f"{watch.elapsed():.3f} {len(done)} done,"
          f" {len(pending)} pending")
    await asyncio.wait(pending)  # (4)


async def async_main():
    watch.restart()
    await with_a_limit()
    watch.restart()
    await first_of_three()


asyncio.run(async_main())
