# A buffer for one, made of a lock and two conditions: who puts in wakes one who takes
# out, and the other way round; each looks again before it goes on.

import asyncio


class Buffer:
    def __init__(self):
        self.lock = asyncio.Lock()
        self.filled = asyncio.Condition(self.lock)
        self.emptied = asyncio.Condition(self.lock)
        self.values = []


async def produces(name, buffer, count):
    for number in range(count):
        async with buffer.lock:
            while buffer.values:
                await buffer.emptied.wait()
            buffer.values.append(f"{name}{number}")
            print(f"{name} put in {name}{number}")
            buffer.filled.notify()


async def consumes(name, buffer, count):
    for _ in range(count):
        async with buffer.lock:
            while not buffer.values:
                await buffer.filled.wait()
            print(name, "took out", buffer.values.pop())
            buffer.emptied.notify()


async def main():
    buffer = Buffer()
    await asyncio.gather(consumes("x", buffer, 3), produces("a", buffer, 2),
                         produces("b", buffer, 2), consumes("y", buffer, 1))
    print("left", len(buffer.values), buffer.lock.locked())


asyncio.run(main())
