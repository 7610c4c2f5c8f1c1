import heapq
import itertools
import sys
import time
import types

sys.path.append(sys.path[0] + "/../common")
import lesson

virtual_clock = lesson.clock.virtual
order = itertools.count()


class EventLoop:
    def __init__(self, busy):
        self.ready = []
        self.timers = []
        self.busy = busy
        self.turns = 0
        self.began = time.monotonic()
        self.now = 0.0

    def turn(self):
        self.turns += 1
        if not self.ready:
            self.now = self.timers[0][0]
            left = self.began + self.now - time.monotonic()
            if not virtual_clock and not self.busy and left > 0:
                time.sleep(left)  # (1)
        if not virtual_clock:
            self.now = time.monotonic() - self.began
        while self.timers and self.timers[0][0] <= self.now:
            self.ready.append(heapq.heappop(self.timers)[2])  # (2)
        batch, self.ready = self.ready, []
        for coroutine in batch:
            resume(coroutine)  # (3)


loop = None


@types.coroutine
def sleep_for(seconds):
    yield seconds


def resume(coroutine):
    try:
        seconds = coroutine.send(None)
    except StopIteration:
        return
    timer = (loop.now + seconds, next(order), coroutine)
    heapq.heappush(loop.timers, timer)  # (4)


async def tick(who, pause):
    for i in range(3):
        print(f"{who}{i} at {loop.now:.3f}")
        await sleep_for(pause)  # (5)


for busy in (False, True):
    loop = EventLoop(busy)
    before = time.process_time()
    loop.ready += [tick("A", 0.100), tick("B", 0.170)]
    while loop.ready or loop.timers:
        loop.turn()
    cpu = time.process_time() - before
    if virtual_clock:
        break
    print(f"{loop.turns} turns, processor time {cpu:.3f} s")
