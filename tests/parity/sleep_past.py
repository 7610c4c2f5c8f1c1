# A deadline that has passed already is a timer that is due at once: it fires at
# the next turn, however busy the loop is.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def sleep_until(when):
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    loop.call_at(when, future.set_result, None)
    await future


async def sleeper(name):
    await sleep_until(asyncio.get_running_loop().time() - 1)
    print(name, "woke")


async def main():
    tasks = [
        asyncio.create_task(ticker("before", 5)),
        asyncio.create_task(sleeper("first")),
        asyncio.create_task(sleeper("second")),
        asyncio.create_task(ticker("after", 5)),
    ]
    for task in tasks:
        await task


asyncio.run(main())
