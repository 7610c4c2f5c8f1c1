# A cancel is not an error: what catches every error does not catch it. What catches
# everything does, and should throw it on.

import asyncio


async def catches_errors():
    for _ in range(2):
        try:
            await asyncio.sleep(1000)
        except Exception:
            print("never printed")


async def catches_everything():
    try:
        await asyncio.sleep(1000)
    except BaseException:
        print("it catches everything, and throws it on")
        raise


async def keeps_it():
    try:
        await asyncio.sleep(1000)
    except BaseException:
        print("it catches everything, and keeps it")


async def main():
    for coroutine in (catches_errors(), catches_everything(), keeps_it()):
        task = asyncio.create_task(coroutine)
        await asyncio.sleep(0)
        print("main cancels", task.cancel())
        try:
            await task
            print("main got a value", task.cancelled())
        except Exception:
            print("never printed")
        except asyncio.CancelledError:
            print("main saw it", task.cancelled())


asyncio.run(main())
