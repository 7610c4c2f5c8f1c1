import sys

sys.path.append(sys.path[0] + "/../common")
import lesson

watch = lesson.Stopwatch()


def add_a(a, b):
    print(f"add_a begins at {watch.elapsed():.3f}")
    lesson.block_for(1)  # (1)
    print(f"add_a ends   at {watch.elapsed():.3f}")
    return a + b


def add_b(a, b):
    print(f"add_b begins at {watch.elapsed():.3f}")
    lesson.block_for(2)  # (2)
    print(f"add_b ends   at {watch.elapsed():.3f}")
    return a + b


watch.restart()
first = add_a(1, 2)  # (3)
second = add_b(1, 2)  # (4)
print(f"{first} {second}")
print(f"{watch.elapsed():.3f} s")
lesson.measured(f"{watch.cpu():.3f} s of processor time")
