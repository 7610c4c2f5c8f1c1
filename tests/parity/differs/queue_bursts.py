# differs: first come, first served: a free place goes to the putter who has waited longest

import asyncio


async def puts(queue, name):
    for number in range(4):
        await queue.put(f"{name}{number}")


async def gets(queue):
    values = [await queue.get() for _ in range(8)]
    print("in the order of the queue:", " ".join(values))


async def main():
    queue = asyncio.Queue(2)
    await asyncio.gather(puts(queue, "a"), puts(queue, "b"), gets(queue))


asyncio.run(main())
