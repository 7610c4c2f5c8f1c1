# A function that the loop calls makes tasks and sets further calls: the tasks start one
# trip later, and calls that are due at once come in the turn after.

import asyncio


async def child(name):
    print(name, "starts")
    await asyncio.sleep(0)
    print(name, "ends")


async def main():
    loop = asyncio.get_running_loop()
    tasks = []
    all_made = loop.create_future()

    def again():
        print("again")
        tasks.append(asyncio.create_task(child("third")))
        all_made.set_result(len(tasks))

    def makes():
        tasks.append(asyncio.create_task(child("first")))
        loop.call_later(0, again)
        tasks.append(asyncio.create_task(child("second")))
        print("two are made")

    loop.call_later(0, makes)
    print("main waits")
    print("main sees", await all_made)
    for task in tasks:
        await task


asyncio.run(main())
