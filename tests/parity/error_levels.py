# An error on its way through coroutines that await one another: it passes one level, is
# turned into another at the next, and is caught at the last, with no trip in between.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def bottom():
    await asyncio.sleep(0)
    print("bottom fails")
    raise ValueError("at the bottom")


async def passes():
    try:
        await bottom()
        print("never printed")
    finally:
        print("it passes")


async def turns():
    try:
        await passes()
    except ValueError as error:
        raise RuntimeError(f"turned: {error}") from None


async def top():
    try:
        await turns()
    except ValueError:
        print("never printed")
    except RuntimeError as error:
        print("top caught", error)


async def main():
    tick = asyncio.create_task(ticker("tick", 4))
    await top()
    try:
        await turns()
    except RuntimeError as error:
        print("main caught", error)
    await tick


asyncio.run(main())
