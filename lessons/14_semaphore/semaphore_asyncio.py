import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()
acquisitions = 0
in_flight = 0
most = 0


async def fetch():
    global in_flight, most
    in_flight += 1
    most = max(most, in_flight)
    await asyncio.sleep(0.1)
    in_flight -= 1


async def fetch_within(limit):
    global acquisitions
    async with limit:  # (1)
        acquisitions += 1
        await fetch()


async def crawl(ask):
    global most
    limit = asyncio.Semaphore(100)  # (2)
    every = [fetch_within(limit) if ask else fetch()
             for _ in range(1000)]  # (3)
    most = 0
    watch.restart()
    await asyncio.gather(*every)
    print(f"limit 100, acquisitions {acquisitions}, "
          f"max in flight {most}")
    print(f"{watch.elapsed():.3f} s")


async def async_main():
    await crawl(False)  # (4)
    await crawl(True)  # (5)


asyncio.run(async_main())
