# Those who await a future go on one trip after it is set, in their order; one that
# is set is not waited for. The same with an exception.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def waiter(name, future):
    try:
        value = await future
        print(name, "got", value)
    except ValueError as error:
        print(name, "caught", error)
    except asyncio.CancelledError:
        print(name, "is cancelled")


async def main():
    loop = asyncio.get_running_loop()
    tick = asyncio.create_task(ticker("tick", 12))
    for how in ("value", "error", "cancel"):
        future = loop.create_future()
        tasks = [asyncio.create_task(waiter(name, future)) for name in ("a", "b", "c")]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if how == "value":
            future.set_result(7)
        elif how == "error":
            future.set_exception(ValueError("no"))
        else:
            print("main cancels", future.cancel(), future.cancel())
        print("main has set it", future.done(), future.cancelled())
        await waiter("main", future)
        for task in tasks:
            await task
    await tick


asyncio.run(main())
