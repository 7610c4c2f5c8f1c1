# A producer that is faster than its consumer, and a queue for two: put() waits
# until there is room. Then a consumer that is faster, and waits in get().

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def producer(queue, count, pause):
    for value in range(count):
        await queue.put(value)
        print("put", value)
        for _ in range(pause):
            await asyncio.sleep(0)


async def consumer(queue, count, pause):
    for _ in range(count):
        value = await queue.get()
        print("got", value)
        for _ in range(pause):
            await asyncio.sleep(0)


async def main():
    for put_pause, get_pause in ((0, 3), (3, 0)):
        print("pauses", put_pause, get_pause)
        tick = asyncio.create_task(ticker("tick", 16))
        queue = asyncio.Queue(2)
        putting = asyncio.create_task(producer(queue, 6, put_pause))
        getting = asyncio.create_task(consumer(queue, 6, get_pause))
        await putting
        print("all put")
        await getting
        print("all got")
        await tick


asyncio.run(main())
