import asyncio
import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


async def consume(line):
    while True:
        i = await line.get()
        if i == 3:
            raise RuntimeError("cannot use 3")  # (1)
        await asyncio.sleep(0.1)
        print(f"{watch.elapsed():.3f} used {i}")
        line.task_done()  # (2)


async def async_main():
    line = asyncio.Queue()
    watch.restart()
    consumer = consume(line)
    task = asyncio.create_task(consumer, name="consumer")  # (3)
    for i in range(1, 6):
        await line.put(i)
    try:
        await asyncio.wait_for(line.join(), 10)  # (4)
        print("all are used")
    except asyncio.TimeoutError:
        print(f"still waiting at {watch.elapsed():.3f}")  # (5)


asyncio.run(async_main())
