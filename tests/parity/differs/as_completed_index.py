# differs: a result alone does not tell which task it came from

import asyncio


async def worker(name, seconds):
    await asyncio.sleep(seconds)
    if name == "fails":
        raise ValueError("no")
    return name


async def main():
    tasks = [asyncio.create_task(worker("slow", 0.3)), asyncio.create_task(worker("fast", 0.1)),
             asyncio.create_task(worker("fails", 0.2))]
    for following in asyncio.as_completed(tasks):
        try:
            print("some task gave", await following)
        except ValueError as error:
            print("some task failed:", error)


asyncio.run(main())
