# differs: what cannot be copied has to be moved out, and then it is gone for the others

import asyncio


async def worker():
    return ["a", "b"]


async def taker(task):
    value = await task
    taken = list(value)
    value.clear()
    print("taker got", " ".join(taken))


async def reader(task):
    value = await task
    print("reader got", " ".join(value) or "what is left of it")


async def main():
    task = asyncio.create_task(worker())
    taking = asyncio.create_task(taker(task))
    reading = asyncio.create_task(reader(task))
    await taking
    await reading


asyncio.run(main())
