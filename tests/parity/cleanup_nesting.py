# Clean-ups within clean-ups run from the inside out, and each may wait: a cancel stands
# still until it is done, and then goes on without a trip.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def clean_up(level):
    print("level", level, "cleans up")
    await asyncio.sleep(0)
    print("level", level, "has cleaned up")


async def work(level):
    if level == 3:
        await asyncio.sleep(1000)
    else:
        await guarded(level + 1)


async def guarded(level):
    try:
        await work(level)
    finally:
        await clean_up(level)


async def main():
    task = asyncio.create_task(guarded(1))
    await asyncio.sleep(0)
    tick = asyncio.create_task(ticker("tick", 6))
    print("main cancels", task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        print("main saw it")
    await tick


asyncio.run(main())
