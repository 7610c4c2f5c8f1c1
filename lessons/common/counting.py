"""For twins that prove something by a count: how often coroutines were suspended.
And for those that print: numbered steps, a sink, and a bar for a time. The C++
side is counting.hpp.
"""

import asyncio
import atexit
import itertools
import os
import sys


class Counting:
    """Awaits a coroutine, and counts how often it is suspended meanwhile."""
    suspensions = 0  # of all of them

    def __init__(self, coroutine):
        self._coroutine = coroutine

    def __await__(self):
        steps = self._coroutine.__await__()
        go_on, what = steps.send, None
        while True:
            try:
                waits_for = go_on(what)
            except StopIteration as end:
                return end.value
            Counting.suspensions += 1
            try:
                go_on, what = steps.send, (yield waits_for)
            except BaseException as error:
                go_on, what = steps.throw, error


async def counting(main):
    """asyncio.run(lesson.counting(async_main())): suspensions are counted, of
    async_main and of every task it starts."""
    async def count(coroutine):
        return await Counting(coroutine)

    def count_too(loop, coroutine, **about):
        return asyncio.Task(count(coroutine), loop=loop, **about)

    asyncio.get_running_loop().set_task_factory(count_too)
    return await Counting(main)


def suspensions():
    return Counting.suspensions


def step(what, numbers=itertools.count(1)):
    """Prints a line with its number, to show an order."""
    print(next(numbers), what)


def sink():
    """Where to print what nobody is to read; see counting.hpp."""
    if os.environ.get("LESSON_TERMINAL") == "1":
        return sys.stdout
    nowhere = open(os.devnull, "w", encoding="utf-8")
    atexit.register(nowhere.close)
    return nowhere


def bar(part):
    """A bar of #: 30 for 1, at most 60."""
    return "#" * round(min(max(30 * part, 0), 60))
