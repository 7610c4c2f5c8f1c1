# differs: what is awaited runs at once, with a time limit as well as without

import asyncio


async def at_once():
    print("it runs")
    return 7


async def waits():
    print("it runs up to its first wait")
    try:
        await asyncio.sleep(1000)
    finally:
        print("it is cancelled")


async def main():
    for coroutine in (at_once(), waits()):
        try:
            print("main got", await asyncio.wait_for(coroutine, 0))
        except asyncio.TimeoutError:
            print("main has timed out")


asyncio.run(main())
