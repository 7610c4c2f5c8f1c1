# Another thread submits coroutines: the loop runs them as tasks, and the thread waits
# for what they bring, be it a value or an error.

import asyncio
import threading


async def double(number):
    print("double starts", number)
    await asyncio.sleep(0)
    print("double ends", number)
    if number == 0:
        raise ValueError("nothing to double")
    return 2 * number


async def main():
    loop = asyncio.get_running_loop()
    end = loop.create_future()
    got = []

    def other_thread():
        for number in (1, 0, 3):
            submitted = asyncio.run_coroutine_threadsafe(double(number), loop)
            try:
                got.append(f"the thread got {submitted.result()}")
            except ValueError as error:
                got.append(f"the thread caught {error}")
        loop.call_soon_threadsafe(end.set_result, None)

    thread = threading.Thread(target=other_thread)
    thread.start()
    print("main waits")
    await end
    thread.join()
    for line in got:
        print(line)


asyncio.run(main())
