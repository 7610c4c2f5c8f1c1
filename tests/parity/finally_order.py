# A clean-up that waits, after a value, an exception and a cancel: it begins with no
# trip, and what was thrown goes on with none.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def work(how):
    await asyncio.sleep(0)
    if how == "error":
        raise ValueError("no")
    if how != "value":
        await asyncio.sleep(1000)
    return 7


async def clean_up(name):
    print(name, "cleans up")
    try:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        print(name, "has cleaned up")
    except asyncio.CancelledError:
        print(name, "is cancelled while it cleans up")
        raise


async def cleaned(how):
    try:
        return await work(how)
    finally:
        await clean_up(how)


async def main():
    for how in ("value", "error", "cancel", "two cancels"):
        task = asyncio.create_task(cleaned(how))
        tick = asyncio.create_task(ticker("tick", 7))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if "cancel" in how:
            print("main cancels", task.cancel())
            await asyncio.sleep(0)
            if how == "two cancels":
                await asyncio.sleep(0)
                print("main cancels", task.cancel())
        try:
            print("main got", await task)
        except ValueError as error:
            print("main caught", error)
        except asyncio.CancelledError:
            print("main saw it")
        await tick


asyncio.run(main())
