# differs: whoever wants the first seldom wants the others to run on

import asyncio


async def worker(name, seconds):
    try:
        await asyncio.sleep(seconds)
        print(name, "ends")
    except asyncio.CancelledError:
        print(name, "is cancelled")
        raise
    return name


async def main():
    tasks = [asyncio.create_task(worker("slow", 0.4)), asyncio.create_task(worker("fast", 0.1))]
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    print("the first was", done.pop().result())
    await asyncio.sleep(0.6)
    print("main ends")


asyncio.run(main())
