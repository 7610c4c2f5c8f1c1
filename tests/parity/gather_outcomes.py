# How each child has ended, side by side and in the order of the arguments: none stops
# the others, and the parent goes on two trips after the last.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(name, yields):
    for _ in range(yields):
        await asyncio.sleep(0)
    print(name, "ends")
    if name == "fails":
        raise ValueError(name)
    return name


def told(outcome):
    if isinstance(outcome, asyncio.CancelledError):
        return "cancelled"
    if isinstance(outcome, ValueError):
        return f"an error: {outcome}"
    return f"a value: {outcome}"


async def main():
    tick = asyncio.create_task(ticker("tick", 9))
    stopped = asyncio.create_task(worker("never printed", 3))
    stopped.cancel()
    outcomes = await asyncio.gather(worker("slow", 4), stopped, worker("fails", 0),
                                    worker("fast", 1), return_exceptions=True)
    for outcome in outcomes:
        print("main got", told(outcome))
    await tick


asyncio.run(main())
