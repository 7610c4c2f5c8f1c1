import sys

sys.path.append(sys.path[0] + "/../common")
import lesson


async def child():
    lesson.step("child runs")  # (1)
    return 3


async def parent():
    lesson.step("parent runs")
    result = await child()  # (2)
    lesson.step("parent goes on")  # (3)
    return result


try:
    parent().send(None)  # (4)
except StopIteration:
    pass
