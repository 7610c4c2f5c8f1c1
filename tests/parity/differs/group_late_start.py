# differs: a clean-up that starts a task need not know why the group is ending

import asyncio


async def fails():
    raise ValueError("no")


async def late():
    print("never printed")


async def main():
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(fails())
            try:
                await asyncio.sleep(1000)
            finally:
                print("the body is cancelled")
                coroutine = late()
                try:
                    group.create_task(coroutine)
                except RuntimeError:
                    print("the group refuses")
                    coroutine.close()
    except ExceptionGroup as failed:
        print("main caught a group of", len(failed.exceptions))


asyncio.run(main())
