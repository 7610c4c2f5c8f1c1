# differs: nobody has cancelled the others who wait

import asyncio


async def waiter(name, future):
    try:
        print(name, "got", await future)
    except asyncio.CancelledError:
        print(name, "is cancelled")
        raise


async def main():
    future = asyncio.get_running_loop().create_future()
    tasks = [asyncio.create_task(waiter(name, future)) for name in ("first", "second")]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("the future is", "done" if future.done() else "open")
    if not future.done():
        future.set_result(7)
    await asyncio.wait(tasks)


asyncio.run(main())
