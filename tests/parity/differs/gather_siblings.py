# differs: the siblings may use what lives in the parent's frame, and must not outlive it

import asyncio


async def fails():
    await asyncio.sleep(0.1)
    print("one fails")
    raise ValueError("one")


async def sibling():
    try:
        await asyncio.sleep(0.4)
        print("its sibling ends")
    except asyncio.CancelledError:
        print("its sibling is cancelled")
        await asyncio.sleep(0.05)
        print("its sibling has cleaned up")
        raise


async def main():
    try:
        await asyncio.gather(sibling(), fails())
    except ValueError as error:
        print("main caught", error)
    await asyncio.sleep(0.6)
    print("main ends")


asyncio.run(main())
