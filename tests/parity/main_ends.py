# When main has ended, what is ready gets one more step; then the rest is
# cancelled, and may take its time to clean up.

import asyncio


async def ticker():
    number = 0
    while True:
        print("tick", number)
        number += 1
        await asyncio.sleep(0)


async def keeps_on():
    try:
        await ticker()
    except asyncio.CancelledError:
        print("it is cancelled")
        await asyncio.sleep(0.01)
        print("it has cleaned up")
        raise


async def main():
    task = asyncio.create_task(keeps_on())
    await asyncio.sleep(0)
    print("main 1")
    await asyncio.sleep(0)
    print("main ends")


asyncio.run(main())
print("run returned")
