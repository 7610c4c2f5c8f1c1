# differs: before it is awaited there is nobody who would stop and join what runs

import asyncio


async def child(name):
    print(name, "starts")
    return name


async def main():
    both = asyncio.gather(child("a"), child("b"))
    print("main has called gather")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("main awaits")
    results = await both
    print("main got", " ".join(results))


asyncio.run(main())
