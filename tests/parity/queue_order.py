# A value goes to the first who waits for one, a place to the first who waits for
# that, each one trip later; where something is there, nobody waits.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def getter(name, queue):
    value = await queue.get()
    print(name, "got", value)


async def putter(value, queue):
    await queue.put(value)
    print("put", value)


async def main():
    tick = asyncio.create_task(ticker("tick", 16))
    queue = asyncio.Queue()
    getters = [asyncio.create_task(getter(name, queue)) for name in ("a", "b", "c", "d")]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("main cancels b", getters[1].cancel())
    await asyncio.sleep(0)
    await queue.put(1)
    await queue.put(2)
    print("main has put two")
    await asyncio.sleep(0)
    await queue.put(3)
    print("main has put a third")
    await getters[3]
    full = asyncio.Queue(1)
    await full.put(0)
    putters = [asyncio.create_task(putter(value, full)) for value in (1, 2, 3)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("main cancels the second", putters[1].cancel(), full.full())
    await asyncio.sleep(0)
    for _ in range(3):
        print("main got", await full.get())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    print("main sees", getters[1].cancelled(), putters[1].cancelled(), full.empty())
    await tick


asyncio.run(main())
