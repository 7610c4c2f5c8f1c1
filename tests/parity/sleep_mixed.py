# Three that sleep several times: whatever order they were made in, each wakes at its
# own moments, and one who sleeps again does not move the others.

import asyncio


async def sleep_until(when):
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    loop.call_at(when, future.set_result, None)
    await future


async def sleeper(name, moments):
    now = asyncio.get_running_loop().time()
    for moment in moments:
        await sleep_until(now + moment / 1000)
        print(name, "woke at", moment)


async def main():
    await asyncio.gather(sleeper("a", (60, 180, 480)), sleeper("b", (120, 420, 540)),
                         sleeper("c", (240, 300, 360)))


asyncio.run(main())
