# Functions that the loop calls later, among tasks that sleep: by their deadlines. The
# function is called in the turn in which its time has come; a task goes on one after.

import asyncio
import time


async def ticker(name, count):
    for number in range(count):
        print(name, number)
        await asyncio.sleep(0)


async def sleeper(name, seconds):
    await asyncio.sleep(seconds)
    print(name, "woke")


async def main():
    loop = asyncio.get_running_loop()
    at_once = loop.call_later(0, print, "called at once")
    print("main goes on first", at_once.cancelled())
    await asyncio.sleep(0)
    sleeping = [asyncio.create_task(sleeper("second", 0.02)),
                asyncio.create_task(sleeper("fourth", 0.04))]
    await asyncio.sleep(0)
    loop.call_later(0.05, print, "fifth is called")
    loop.call_later(0.01, print, "first is called")
    never = loop.call_later(0.025, print, "never called")
    loop.call_later(0.03, print, "third is called")
    never.cancel()
    never.cancel()
    time.sleep(0.15)
    print("main held the thread", never.cancelled())
    tick = asyncio.create_task(ticker("tick", 4))
    for task in sleeping:
        await task
    await tick


asyncio.run(main())
