# differs: a result that is there would be thrown away

import asyncio
import time


async def waits_for(future):
    return await future


async def main():
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    loop.call_later(0.05, future.set_result, 7)
    loop.call_soon(time.sleep, 0.3)
    try:
        async with asyncio.timeout(0.1):
            print("main got", await waits_for(future))
    except TimeoutError:
        print("main has timed out, and the future has", future.result())


asyncio.run(main())
