# A created task starts behind everything that was ready before, in the order
# of creation; whoever creates it goes on first.

import asyncio


async def child(name):
    print(name, "starts")
    await asyncio.sleep(0)
    print(name, "goes on")


async def parent():
    print("parent starts")
    asyncio.create_task(child("grandchild"))
    print("parent has created")
    await asyncio.sleep(0)
    print("parent goes on")


async def main():
    first = asyncio.create_task(child("first"))
    second = asyncio.create_task(parent())
    third = asyncio.create_task(child("third"))
    print("main has created")
    await asyncio.sleep(0)
    print("main 1")
    await asyncio.sleep(0)
    print("main 2")
    await asyncio.sleep(0)
    print("main 3")


asyncio.run(main())
