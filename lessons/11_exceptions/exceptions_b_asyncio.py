import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def load(number):
    await asyncio.sleep(number * 0.1)
    if number == 2:
        raise RuntimeError("a bracket is missing")  # (1)
    print(f"{watch.elapsed():.3f} loaded {number}")
    return number * 10


async def async_main():
    watch.restart()
    documents = [load(number) for number in range(1, 5)]
    outcomes = await asyncio.gather(
        *documents, return_exceptions=True)  # (2)
    total = 0
    for each in outcomes:
        if not isinstance(each, BaseException):  # (3)
            total += each
            print(f"{each} bytes")
        else:
            print(f"failed: {each}")  # (4)
    print(f"{watch.elapsed():.3f} {total} bytes in all")


asyncio.run(async_main())
