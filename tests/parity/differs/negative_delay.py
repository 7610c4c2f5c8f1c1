# differs: a delay below zero is none, so what was asked first comes first

import asyncio


async def main():
    loop = asyncio.get_running_loop()
    end = loop.create_future()
    loop.call_later(0, print, "asked first")
    loop.call_later(-1, print, "asked second, for a second ago")
    loop.call_later(0.1, end.set_result, None)
    await end


asyncio.run(main())
