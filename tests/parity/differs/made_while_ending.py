# differs: a task must run its clean-up, however late it was made

import asyncio


async def late():
    try:
        print("late starts")
        await asyncio.sleep(1)
        print("late ends")
    finally:
        print("late goes")


async def worker():
    try:
        await asyncio.sleep(1000)
    finally:
        asyncio.create_task(late())
        print("worker makes a task")
        await asyncio.sleep(0.05)


async def main():
    asyncio.get_running_loop().set_exception_handler(lambda _, context: print(context["message"]))
    task = asyncio.create_task(worker())
    await asyncio.sleep(0.1)
    print("main ends", task.done())


asyncio.run(main())
print("run returned")
