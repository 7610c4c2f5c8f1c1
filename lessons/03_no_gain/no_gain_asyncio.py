import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()
out = lesson.sink()


def print_numbers(count):
    for i in range(count):
        print(i, file=out)  # (1)


def add(lines, a, b):
    print_numbers(lines)  # (2)
    return a + b


async def async_add(lines, a, b):
    print_numbers(lines)  # (3)
    return a + b


def tell(how, a, b):
    seconds = watch.cpu()
    print(f"{how:8} {a} {b}, suspensions: {lesson.suspensions()}")
    watch.restart()
    return seconds


async def async_main():
    watch.restart()
    a = add(300_000, 1, 2)  # (4)
    b = add(600_000, 1, 2)
    plain = tell("plain", a, b)

    c = await async_add(300_000, 1, 2)  # (5)
    d = await async_add(600_000, 1, 2)
    awaited = tell("awaited", c, d)

    e, f = await asyncio.gather(
        async_add(300_000, 1, 2), async_add(600_000, 1, 2))  # (6)
    gathered = tell("gathered", e, f)

    for time in (plain, awaited, gathered):
        lesson.measured(
            f"{time:.3f} s {lesson.bar(time / plain)}")  # (7)


asyncio.run(lesson.counting(async_main()))
