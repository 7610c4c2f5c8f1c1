# Whoever awaits a task resumes one trip after it has ended, in the order in
# which they began to wait. A task that has ended is not waited for.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker():
    print("worker starts")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("worker ends")
    return 7


async def waiter(name, task):
    value = await task
    print(name, "got", value)


async def main():
    before = asyncio.create_task(ticker("before", 7))
    task = asyncio.create_task(worker())
    first = asyncio.create_task(waiter("first", task))
    second = asyncio.create_task(waiter("second", task))
    after = asyncio.create_task(ticker("after", 7))
    value = await task
    print("main got", value)
    value = await task
    print("main got it again", value)
    late = asyncio.create_task(waiter("late", task))
    await before
    await after
    print("main ends")


asyncio.run(main())
