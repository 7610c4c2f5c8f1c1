# Whoever waits for the outcomes of several is cancelled: so are they, each cleans up in
# its time, and then the one who waits is told so.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def child(name, yields):
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print(name, "is cancelled")
        for _ in range(yields):
            await asyncio.sleep(0)
        print(name, "has cleaned up")
        raise


async def swallows():
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print("one swallows it")


async def parent():
    try:
        await asyncio.gather(child("a", 3), swallows(), child("b", 1), return_exceptions=True)
        print("never printed")
    except asyncio.CancelledError:
        print("parent is cancelled")
        raise


async def main():
    task = asyncio.create_task(parent())
    for _ in range(3):
        await asyncio.sleep(0)
    tick = asyncio.create_task(ticker("tick", 9))
    print("main cancels", task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        print("main saw it")
    await tick


asyncio.run(main())
