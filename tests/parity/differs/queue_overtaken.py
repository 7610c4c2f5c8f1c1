# differs: first come, first served: a value goes to the one who waits for it

import asyncio


async def getter(queue):
    print("getter got", await queue.get())


async def main():
    queue = asyncio.Queue()
    task = asyncio.create_task(getter(queue))
    await asyncio.sleep(0)
    queue.put_nowait(1)
    try:
        print("main got", queue.get_nowait())
    except asyncio.QueueEmpty:
        print("there is nothing for main")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print("main looks:", "getter has ended" if task.done() else "getter still waits")
    queue.put_nowait(2)
    await task
    print("left in the queue:", queue.qsize())


asyncio.run(main())
