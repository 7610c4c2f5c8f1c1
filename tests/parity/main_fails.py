# main ends with an error while tasks are pending: they are cancelled and clean up, each
# in its time, and only then does the error come out of run().

import asyncio


async def worker(name, seconds):
    try:
        await asyncio.sleep(1000)
    finally:
        await asyncio.sleep(seconds)
        print(name, "has cleaned up")


async def main():
    asyncio.get_running_loop().tasks = [asyncio.create_task(worker("slow", 0.3)),
                                        asyncio.create_task(worker("fast", 0.05)),
                                        asyncio.create_task(worker("middle", 0.15))]
    await asyncio.sleep(0)
    print("main fails")
    raise ValueError("main")


try:
    asyncio.run(main())
except ValueError as error:
    print("run threw", error)
