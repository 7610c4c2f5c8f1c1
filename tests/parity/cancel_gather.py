# Whoever awaits a gather is cancelled: so are its children, and it goes on two
# trips after they have ended. (If some of them take time to clean up, asyncio
# goes on without them, and coro waits; so here they do not.)

import asyncio


async def ticker(count):
    for number in range(count):
        print("tick", number)
        await asyncio.sleep(0)


async def child(name):
    try:
        await asyncio.sleep(1000)
    finally:
        print(name, "is cancelled")


async def parent():
    try:
        await asyncio.gather(child("a"), child("b"), child("c"))
    except asyncio.CancelledError:
        print("parent is cancelled")
        raise


async def main():
    task = asyncio.create_task(parent())
    for _ in range(3):
        await asyncio.sleep(0)
    tick = asyncio.create_task(ticker(9))
    print("main cancels", task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        print("main saw it")
    await tick


asyncio.run(main())
