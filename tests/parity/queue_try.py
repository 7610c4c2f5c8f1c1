# Without waiting: what does not go at once is refused. And what is put in like that
# or got like that wakes whoever waits, as put() and get() do.

import asyncio


async def getter(name, queue):
    print(name, "got", await queue.get())


def try_put(queue, value):
    try:
        queue.put_nowait(value)
        print("put", value, queue.qsize(), queue.full())
    except asyncio.QueueFull:
        print("no room for", value)


def try_get(queue):
    try:
        print("got", queue.get_nowait(), queue.qsize(), queue.empty())
    except asyncio.QueueEmpty:
        print("there is nothing")


async def main():
    queue = asyncio.Queue(2)
    try_get(queue)
    for value in (1, 2, 3):
        try_put(queue, value)
    for _ in range(3):
        try_get(queue)
    getting = asyncio.create_task(getter("waiting", queue))
    await asyncio.sleep(0)
    try_put(queue, 4)
    await getting
    try_put(queue, 5)
    try_put(queue, 6)
    putting = asyncio.create_task(queue.put(7))
    await asyncio.sleep(0)
    try_get(queue)
    await putting
    try_get(queue)
    try_get(queue)


asyncio.run(main())
