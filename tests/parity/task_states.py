# What can be asked of a task before and after its end: too early, result() and
# exception() are errors; afterwards they say how it ended.

import asyncio


async def worker(how):
    await asyncio.sleep(0)
    if how == "fails":
        raise ValueError(how)
    if how == "is cancelled":
        await asyncio.sleep(1000)
    return how


def look(task):
    print("done", task.done(), "cancelled", task.cancelled())
    try:
        print("result", task.result())
    except ValueError as error:
        print("result() throws the error", error)
    except asyncio.CancelledError:
        print("result() throws the cancel")
    except asyncio.InvalidStateError:
        print("result() is too early")
    try:
        print("failed", task.exception() is not None)
    except asyncio.CancelledError:
        print("it was cancelled")
    except asyncio.InvalidStateError:
        print("exception() is too early")


async def main():
    for how in ("ends", "fails", "is cancelled"):
        print("one that", how)
        task = asyncio.create_task(worker(how))
        look(task)
        for _ in range(3):
            await asyncio.sleep(0)
        if not task.done():
            look(task)
            print("cancel", task.cancel())
            look(task)
            await asyncio.sleep(0)
        look(task)
        print("cancel", task.cancel())


asyncio.run(main())
