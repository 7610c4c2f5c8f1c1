# differs: a task that vanishes in the middle of its work is a trap, so the loop owns it

import asyncio
import gc


async def worker():
    nobody_knows = asyncio.get_running_loop().create_future()
    print("worker waits")
    try:
        await nobody_knows
    finally:
        print("worker goes")


async def main():
    asyncio.get_running_loop().set_exception_handler(lambda _, context: print(context["message"]))
    asyncio.create_task(worker())
    await asyncio.sleep(0)
    gc.collect()
    print("other tasks:", len(asyncio.all_tasks()) - 1)
    print("main ends")


asyncio.run(main())
