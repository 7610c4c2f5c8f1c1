import sys

sys.path.append(sys.path[0] + "/../common")
import lesson


class Answer:
    def __init__(self, value, is_here):
        self.value = value
        self.is_here = is_here

    def __await__(self):
        here = "yes" if self.is_here else "no"
        lesson.step(f"ready: {here}")  # (1)
        if not self.is_here:
            lesson.step("suspended")  # (2)
            yield
        lesson.step(f"result: {self.value}")  # (3)
        return self.value


async def ask():
    lesson.step("ask: the first")
    here = Answer(3, True)
    first = await here  # (4)
    lesson.step("ask: the second")
    far = Answer(4, False)
    second = await far  # (5)
    lesson.step(f"ask: {first} and {second}")


asking = ask()
asking.send(None)  # (6)
lesson.step("main: has the thread")  # (7)
try:
    asking.send(None)  # (8)
except StopIteration:
    pass
