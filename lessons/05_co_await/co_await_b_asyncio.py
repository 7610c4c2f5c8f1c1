import sys

sys.path.append(sys.path[0] + "/../common")
import lesson


async def child():
    lesson.step("child runs")  # (1)


async def parent():
    lesson.step("parent runs")
    await child()  # (2)
    lesson.step("parent goes on")  # (3)


try:
    parent().send(None)  # (4)
except StopIteration:
    pass
