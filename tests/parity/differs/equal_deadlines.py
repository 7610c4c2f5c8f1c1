# differs: first set, first fired: what everybody expects, and a heap by itself does not keep

import asyncio


async def main():
    loop = asyncio.get_running_loop()
    moment = loop.time() + 0.1
    end = loop.create_future()
    for name in ("first", "second", "third", "fourth", "fifth"):
        loop.call_at(moment, print, name)
    loop.call_at(moment + 0.1, end.set_result, None)
    await end


asyncio.run(main())
