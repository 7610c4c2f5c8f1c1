# A clean-up may make tasks and wait for them: the cancel that it cleans up after does
# not reach them.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def say_goodbye(to):
    print("goodbye", to)
    await asyncio.sleep(0)
    print(to, "answers")
    return to


async def clean_up():
    left = asyncio.create_task(say_goodbye("one that nobody awaits"))
    print("the clean-up got", " ".join(await asyncio.gather(say_goodbye("a"), say_goodbye("b"))))
    print("the clean-up sees", left.done())


async def worker():
    try:
        await asyncio.sleep(1000)
    finally:
        await clean_up()


async def main():
    task = asyncio.create_task(worker())
    await asyncio.sleep(0)
    tick = asyncio.create_task(ticker("tick", 6))
    print("main cancels", task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        print("main saw it", task.cancelled())
    await tick


asyncio.run(main())
