# A queue for one, with nobody who pauses: who puts and who gets take turns, and with
# two producers or two consumers these take turns too. (With room for more than one,
# asyncio lets a producer that was just woken put in all that fits, and who has waited
# longer waits on; coro keeps each its place.)

import asyncio


async def puts(queue, count, name):
    for number in range(count):
        await queue.put(f"{name}{number}")
        print(f"put {name}{number} {queue.qsize()}")


async def gets(queue, count):
    for _ in range(count):
        value = await queue.get()
        print(f"got {value} {queue.qsize()}")


async def main():
    queue = asyncio.Queue(1)
    print("producer first")
    await asyncio.gather(puts(queue, 3, "a"), gets(queue, 3))
    print("consumer first")
    await asyncio.gather(gets(queue, 3), puts(queue, 3, "a"))
    print("two producers")
    await asyncio.gather(puts(queue, 3, "a"), puts(queue, 3, "b"), gets(queue, 6))
    print("two consumers")
    await asyncio.gather(gets(queue, 3), gets(queue, 3), puts(queue, 3, "a"), puts(queue, 3, "b"))


asyncio.run(main())
