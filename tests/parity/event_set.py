# set() lets everybody go on who waits, one trip later and in their order, also
# if clear() follows in the same turn; but who is cancelled in that turn is told so.
# One that is set is not waited for.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def waiter(name, event):
    try:
        await event.wait()
        print(name, "passes")
        await event.wait()
        print(name, "passes again")
    except asyncio.CancelledError:
        print(name, "is cancelled")
        raise


async def main():
    event = asyncio.Event()
    waiting = [asyncio.create_task(waiter(name, event)) for name in ("a", "b", "c", "d")]
    tick = asyncio.create_task(ticker("tick", 12))
    await asyncio.sleep(0)
    print("main cancels b", waiting[1].cancel())
    event.set()
    event.clear()
    print("main cancels d", waiting[3].cancel())
    print("main has set and cleared it", event.is_set())
    await asyncio.sleep(0)
    print("main was at the end of the line")
    await asyncio.sleep(0)
    late = asyncio.create_task(waiter("late", event))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    event.set()
    await event.wait()
    print("main does not wait")
    for task in (waiting[0], waiting[2], late):
        await task
    await tick


asyncio.run(main())
