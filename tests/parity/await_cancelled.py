# Who awaits a task that somebody else cancels gets the cancel too, as what the task
# ended with. Nobody has asked the one who waits, and it may go on.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def sleeper():
    await asyncio.sleep(1000)


async def waiter(name, task):
    try:
        await task
    except asyncio.CancelledError:
        print(name, "saw it", asyncio.current_task().cancelling())
    await asyncio.sleep(0)
    print(name, "goes on")


async def lets_it_pass(task):
    await task


async def main():
    task = asyncio.create_task(sleeper())
    first = asyncio.create_task(waiter("first", task))
    second = asyncio.create_task(lets_it_pass(task))
    third = asyncio.create_task(waiter("third", second))
    tick = asyncio.create_task(ticker("tick", 7))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("main cancels", task.cancel())
    await first
    await third
    print("main sees", task.cancelled(), first.cancelled(), second.cancelled(), third.cancelled())
    await tick


asyncio.run(main())
