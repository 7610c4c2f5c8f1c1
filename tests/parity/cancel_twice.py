# Two requests in one turn are delivered once; one that comes during the clean-up
# interrupts it; a task may swallow its cancel; and what uncancel() takes back of a
# task that waits is only the count.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def cleans_up(name, yields):
    try:
        await asyncio.sleep(1000)
    except asyncio.CancelledError:
        print(name, "is cancelled", asyncio.current_task().cancelling())
        try:
            for _ in range(yields):
                await asyncio.sleep(0)
            print(name, "has cleaned up")
        except asyncio.CancelledError:
            print(name, "is cancelled while it cleans up", asyncio.current_task().cancelling())
        raise


async def swallows(name):
    for _ in range(2):
        try:
            await asyncio.sleep(1000)
        except asyncio.CancelledError:
            print(name, "swallows", asyncio.current_task().cancelling())
    return 5


async def see(name, task):
    try:
        print(name, "gave", await task)
    except asyncio.CancelledError:
        print(name, "was cancelled")
    print(name, "ended", task.cancelled(), task.cancelling(), task.cancel())


async def main():
    tick = asyncio.create_task(ticker("tick", 24))
    twice = asyncio.create_task(cleans_up("twice", 2))
    await asyncio.sleep(0)
    print("main cancels", twice.cancel(), twice.cancel())
    await see("twice", twice)
    again = asyncio.create_task(cleans_up("again", 3))
    await asyncio.sleep(0)
    print("main cancels", again.cancel())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("main cancels", again.cancel())
    await see("again", again)
    stubborn = asyncio.create_task(swallows("stubborn"))
    await asyncio.sleep(0)
    print("main cancels", stubborn.cancel())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("main cancels", stubborn.done(), stubborn.cancel())
    await see("stubborn", stubborn)
    taken = asyncio.create_task(cleans_up("taken back", 1))
    await asyncio.sleep(0)
    print("main cancels", taken.cancel(), taken.cancelling(), taken.uncancel(), taken.uncancel())
    await see("taken back", taken)
    await tick


asyncio.run(main())
