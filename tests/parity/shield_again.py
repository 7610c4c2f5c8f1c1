# Who is cancelled behind a shield may wait again, behind another, and gets the value.
# The request was made once and is told once.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker():
    for _ in range(5):
        await asyncio.sleep(0)
    print("worker ends")
    return 7


async def stubborn(task):
    for number in range(3):
        try:
            value = await asyncio.shield(task)
            print("stubborn got", value)
            return
        except asyncio.CancelledError:
            print("stubborn is cancelled", asyncio.current_task().cancelling())


async def main():
    task = asyncio.create_task(worker())
    waiting = asyncio.create_task(stubborn(task))
    tick = asyncio.create_task(ticker("tick", 9))
    await asyncio.sleep(0)
    print("main cancels", waiting.cancel())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("main cancels", waiting.cancel())
    await waiting
    print("main sees", waiting.cancelled(), task.cancelled())
    await tick


asyncio.run(main())
