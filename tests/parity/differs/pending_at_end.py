# differs: whoever forgot a task should hear of it

import asyncio


async def worker():
    try:
        await asyncio.sleep(1000)
    finally:
        print("worker is cancelled")


async def main():
    task = asyncio.create_task(worker(), name="forgotten")
    await asyncio.sleep(0.1)
    print("main ends, done:", task.done())


asyncio.run(main())
