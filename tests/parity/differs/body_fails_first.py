# differs: the first failure is the likeliest cause of the others, so it stands first

import asyncio


async def child():
    try:
        await asyncio.sleep(1000)
    finally:
        print("the child fails")
        raise ValueError("the child")


async def main():
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(child())
            await asyncio.sleep(0)
            print("the body fails")
            raise ValueError("the body")
    except ExceptionGroup as failed:
        print("main caught", ", then ".join(str(error) for error in failed.exceptions))


asyncio.run(main())
