import sys
import threading
import types

sys.path.append(sys.path[0] + "/../common")
import lesson


@types.coroutine
def suspend():
    yield


threads = set()


async def count(who):
    for i in range(2):
        print(f"{who}{i}")
        threads.add(threading.get_ident())
        await suspend()  # (1)


def resume(coroutine):
    try:
        coroutine.send(None)
    except StopIteration:
        pass


def done(coroutine):
    return "yes" if coroutine.cr_frame is None else "no"


a = count("A")  # (2)
b = count("B")
print("two calls")

resume(a)  # (3)
resume(b)
resume(a)
resume(b)

print(f"A done: {done(a)}")  # (4)
size = sys.getsizeof(a) + sys.getsizeof(a.cr_frame)
resume(a)
print(f"A done: {done(a)}")

a.close()
b.close()  # (5)
print(f"threads: {len(threads)}")
lesson.measured(f"a frame: {size} bytes")
