# Callbacks are called in the order in which they were given to the loop, and what
# they wake goes on one trip after them.

import asyncio


async def waiter(name, future):
    print(name, "got", await future)


async def main():
    loop = asyncio.get_running_loop()
    first = loop.create_future()
    second = loop.create_future()
    third = loop.create_future()
    waiting = [asyncio.create_task(waiter("b", second)), asyncio.create_task(waiter("a", first)),
               asyncio.create_task(waiter("c", second))]
    await asyncio.sleep(0)

    def sets_second():
        print("one sets the second")
        second.set_result(2)

    def sets_first():
        print("two sets the first")
        first.set_result(1)

    def posts():
        print("three posts")
        loop.call_soon_threadsafe(sets_third)
        print("three goes on")

    def sets_third():
        print("four comes after what was woken")
        third.set_result(3)

    loop.call_soon_threadsafe(sets_second)
    loop.call_soon_threadsafe(sets_first)
    loop.call_soon_threadsafe(posts)
    print("main goes on first")
    for task in waiting:
        await task
    print("main got", await third)


asyncio.run(main())
