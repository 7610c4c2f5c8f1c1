"""Runs an asyncio program on a clock that jumps:

    python3 lessons/common/virtual_asyncio.py PROGRAM.py

When nothing is ready to run, the loop looks at its sockets once without
waiting and then moves its clock to the next deadline. A program that sleeps
three seconds ends at once and reads 3.000 on its stopwatch; the order of its
lines is asyncio's own. coro's virtual clock works the same way.
"""

import asyncio
import runpy
import selectors
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import lesson


class VirtualClock:
    """Counts whole nanoseconds, so that 0.1 + 0.2 is 0.3."""

    virtual = True

    def __init__(self):
        self._nanoseconds = 0
        self.loop = None

    def now(self):
        return self._nanoseconds / 1e9

    def advance(self, seconds):
        self._nanoseconds += round(seconds * 1e9)

    burn = advance

    def block(self, seconds):
        loop = self.loop
        if loop is None or loop.thread == threading.get_ident():
            self.advance(seconds)
        else:  # a thread beside the loop: it wakes when the loop's clock says
            woken = threading.Event()
            loop.call_soon_threadsafe(loop.park, seconds, woken)
            woken.wait()


class JumpingSelector(selectors.DefaultSelector):
    """Never waits if it can help it: it looks, then jumps."""
    def __init__(self, loop):
        super().__init__()
        self.loop = loop

    def select(self, timeout=None):
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if self.loop.waits_for_thread():
            return super().select(None)
        if timeout is None:
            raise RuntimeError("deadlock: nothing is left that could wake a task")
        self.loop.clock.advance(timeout)
        return ready


class VirtualEventLoop(asyncio.SelectorEventLoop):
    """asyncio's own loop; only time() and the selector are exchanged."""

    def __init__(self):
        self.clock = lesson.clock
        self.thread = threading.get_ident()
        self._jobs = 0      # run_in_executor calls that have not ended
        self._parked = 0    # of these, the ones inside lesson.block_for
        self._closing = False
        self.clock.loop = self
        super().__init__(JumpingSelector(self))

    def time(self):
        return self.clock.now()

    def waits_for_thread(self):
        return self._jobs > self._parked or (self._closing and not self._parked)

    def run_in_executor(self, executor, function, *arguments):
        if executor is None and self._default_executor is None:
            self.set_default_executor(ThreadPoolExecutor())
        job = (executor or self._default_executor).submit(function, *arguments)
        self._jobs += 1
        answer = asyncio.wrap_future(job, loop=self)
        # Added last, called last: first the answer, then the count.
        job.add_done_callback(lambda _: self.call_soon_threadsafe(self._job_ended))
        return answer

    def _job_ended(self):
        self._jobs -= 1

    def park(self, seconds, woken):
        def wake():
            self._parked -= 1
            woken.set()

        self._parked += 1
        self.call_later(seconds, wake)

    async def shutdown_default_executor(self, *arguments):
        self._closing = True  # it waits for threads without run_in_executor
        await super().shutdown_default_executor(*arguments)


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: python3 virtual_asyncio.py PROGRAM.py [ARGUMENT...]")
    lesson.clock = VirtualClock()
    asyncio.new_event_loop = asyncio.events.new_event_loop = VirtualEventLoop
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
