# Results in the order in which they come; each takes two trips to the one who
# looks on, and several that came meanwhile are given without a wait.

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


async def look(tasks, pause):
    for following in asyncio.as_completed(tasks):
        try:
            print("got", await following)
        except ValueError as error:
            print("got the error", error)
        except asyncio.CancelledError:
            print("got a cancelled one")
        for _ in range(pause):
            await asyncio.sleep(0)
    print("got all")


async def main():
    for pause in (0, 5):
        tick = asyncio.create_task(ticker("tick", 14))
        tasks = [asyncio.create_task(worker("slow", 6)), asyncio.create_task(worker("fast", 1)),
                 asyncio.create_task(worker("fails", 3)), asyncio.create_task(worker("also", 3)),
                 asyncio.create_task(worker("stopped", 9))]
        tasks[4].cancel()
        await look(tasks, pause)
        await tick
    # It only looks on: left early, the others run on.
    tasks = [asyncio.create_task(worker("one", 1)), asyncio.create_task(worker("two", 3))]
    for following in asyncio.as_completed(tasks):
        print("main got", await following, "and leaves")
        break
    print("main got", await tasks[1])


asyncio.run(main())
