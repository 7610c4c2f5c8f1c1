# The one who looks on is cancelled: its wait ends, and no task. Whoever looks next gets
# what is left.

import asyncio


async def worker(name, yields):
    try:
        for _ in range(yields):
            await asyncio.sleep(0)
    except asyncio.CancelledError:
        print("never printed")
        raise
    print(name, "ends")
    return name


async def look(tasks):
    try:
        for following in asyncio.as_completed(tasks):
            print("it got", await following)
    except asyncio.CancelledError:
        print("it is cancelled", [task.done() for task in tasks])
        raise


async def main():
    tasks = [asyncio.create_task(worker("slow", 9)), asyncio.create_task(worker("fast", 1)),
             asyncio.create_task(worker("middle", 7))]
    looking = asyncio.create_task(look(tasks))
    for _ in range(5):
        await asyncio.sleep(0)
    print("main cancels", looking.cancel())
    try:
        await looking
    except asyncio.CancelledError:
        print("main saw it")
    for following in asyncio.as_completed([tasks[0], tasks[2]]):
        print("main got", await following)


asyncio.run(main())
