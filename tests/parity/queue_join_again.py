# Two join a queue, and go on in one turn when everything is done. Put in more, and the
# next join() waits again; what was put in meanwhile counts.

import asyncio


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def worker(queue):
    while True:
        value = await queue.get()
        await asyncio.sleep(0)
        if value > 0:
            await queue.put(value - 1)
        print("done", value)
        queue.task_done()


async def joiner(name, queue):
    await queue.join()
    print(name, "has joined")


async def main():
    queue = asyncio.Queue()
    queue.put_nowait(2)
    queue.put_nowait(0)
    working = asyncio.create_task(worker(queue))
    tick = asyncio.create_task(ticker("tick", 14))
    joining = [asyncio.create_task(joiner(name, queue)) for name in ("a", "b")]
    await queue.join()
    print("main has joined")
    for task in joining:
        await task
    queue.put_nowait(1)
    print("main puts one more")
    await queue.join()
    print("main has joined again")
    await queue.join()
    print("main does not wait")
    working.cancel()
    await tick


asyncio.run(main())
