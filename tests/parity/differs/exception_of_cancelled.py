# differs: to ask how a task has ended should not throw

import asyncio


async def worker():
    await asyncio.sleep(1000)


async def main():
    task = asyncio.create_task(worker())
    task.cancel()
    await asyncio.wait([task])
    try:
        print("exception() gives", task.exception())
    except asyncio.CancelledError:
        print("exception() throws the cancel")


asyncio.run(main())
