# Of nothing there is nothing to wait for: gather and as_completed do not wait, a group
# without tasks neither. wait() calls it an error.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def main():
    tick = asyncio.create_task(ticker("never before the end", 1))
    print("gather gave", len(await asyncio.gather()))
    print("outcomes gave", len(await asyncio.gather(return_exceptions=True)))
    for _ in asyncio.as_completed([]):
        print("never printed")
    print("as_completed gave nothing")
    async with asyncio.TaskGroup():
        pass
    print("the group was empty")
    try:
        await asyncio.wait([])
    except ValueError:
        print("wait refuses")
    await tick


asyncio.run(main())
