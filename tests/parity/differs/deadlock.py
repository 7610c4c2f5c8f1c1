# differs: a program that hangs explains nothing, and the loop knows that nobody can wake it

import asyncio


async def worker(name, first, second):
    try:
        async with first:
            await asyncio.sleep(0)
            async with second:
                print("never printed")
    finally:
        print(name, "cleans up")


async def both():
    left = asyncio.Lock()
    right = asyncio.Lock()
    await asyncio.gather(worker("one", left, right), worker("other", right, left))


async def main():
    try:
        await asyncio.wait_for(both(), 0.5)
    except asyncio.TimeoutError:
        print("nothing has happened for half a second: it would hang for ever")


asyncio.run(main())
