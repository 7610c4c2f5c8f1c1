# Another thread posts functions into the loop: they are called there, in the order of
# the posts, and wake a loop that has nothing to do.

import asyncio
import threading


async def main():
    loop = asyncio.get_running_loop()
    end = loop.create_future()
    here = threading.get_ident()

    def called(number):
        print("called", number, threading.get_ident() == here)

    def other_thread():
        for number in range(4):
            loop.call_soon_threadsafe(called, number)
        loop.call_soon_threadsafe(end.set_result, 7)

    thread = threading.Thread(target=other_thread)
    thread.start()
    print("main waits")
    print("main got", await end)
    thread.join()


asyncio.run(main())
