"""What the asyncio twins of the lessons share: a stopwatch, and two ways to
hold the thread. Each asks `clock`, which is the real one here;
virtual_asyncio.py puts a virtual one in its place, so that the tests of a
three-second lesson take no three seconds. What is counted and drawn is in
counting.py. The C++ side is lesson.hpp.
"""

import time

from counting import bar, counting, sink, step, suspensions


class RealClock:
    """Time as it passes on this machine, in seconds."""

    virtual = False

    def now(self):
        return time.perf_counter()

    def block(self, seconds):
        time.sleep(seconds)

    def burn(self, seconds):
        # Processor time of this thread, not time on the wall: the work is
        # then the same on a busy machine, it only takes longer.
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            pass


clock = RealClock()


class Stopwatch:
    """Seconds since it was made, or since restart(), by the clock in use."""

    def __init__(self):
        self.restart()

    def restart(self):
        self._start = clock.now()
        self._cpu_start = time.process_time()

    def elapsed(self):
        return clock.now() - self._start

    def cpu(self):
        """Processor time used meanwhile. Real, whatever the clock."""
        return time.process_time() - self._cpu_start


def block_for(seconds):
    """Waits as an ordinary function waits: nothing else runs meanwhile."""
    clock.block(seconds)


def burn_cpu(seconds):
    """Computes for so many seconds of processor time, as real work would."""
    clock.burn(seconds)


def measured(text):
    """Prints what differs from run to run: on the real clock only, since the
    tests compare what is printed on the virtual one letter by letter."""
    if not clock.virtual:
        print(text)
