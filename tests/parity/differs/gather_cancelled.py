# differs: a child that still cleans up may use what lives in the parent's frame

import asyncio


async def child(name, seconds):
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        await asyncio.sleep(seconds)
        print(name, "has cleaned up")
        raise


async def parent():
    try:
        await asyncio.gather(child("fast", 0.1), child("slow", 0.3))
    except asyncio.CancelledError:
        print("parent is cancelled")
        raise


async def main():
    task = asyncio.create_task(parent())
    await asyncio.sleep(0.1)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print("main saw it")
    await asyncio.sleep(0.5)
    print("main ends")


asyncio.run(main())
