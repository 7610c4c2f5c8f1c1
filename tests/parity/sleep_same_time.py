# Several that sleep for the same time, begun in several turns: they wake in the order in
# which they lay down. (That their deadlines are equal to the last bit does not happen
# here, since Python's clock goes on; what asyncio does then is among what differs.)

import asyncio


async def sleeper(name, yields):
    for _ in range(yields):
        await asyncio.sleep(0)
    print(name, "lies down")
    await asyncio.sleep(0.2)
    print(name, "woke")


async def main():
    tasks = [asyncio.create_task(sleeper(name, yields))
             for name, yields in (("fifth", 3), ("first", 0), ("third", 1), ("second", 0),
                                  ("fourth", 2))]
    for task in tasks:
        await task


asyncio.run(main())
