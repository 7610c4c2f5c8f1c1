# gather's children start behind what is ready; whoever waits resumes two trips
# after the last one has ended. A gather of nothing does not wait.

import asyncio


async def ticker(count):
    for number in range(count):
        print("tick", number)
        await asyncio.sleep(0)


async def child(name, yields):
    print(name, "starts")
    for _ in range(yields):
        await asyncio.sleep(0)
    print(name, "ends")
    return name


async def main():
    tick = asyncio.create_task(ticker(20))
    results = await asyncio.gather(child("a", 2), child("b", 0), child("c", 1))
    print("main got", " ".join(results))
    nothing = await asyncio.gather()
    print("main got", len(nothing))
    alone = await asyncio.gather(child("alone", 0))
    print("main got", alone[0])
    await tick


asyncio.run(main())
