# differs: names are as in the reports, where main is main and the others have numbers

import asyncio


async def worker():
    print("a task is called", asyncio.current_task().get_name())


async def main():
    print("main is called", asyncio.current_task().get_name())
    await asyncio.gather(worker(), worker())


asyncio.run(main())
