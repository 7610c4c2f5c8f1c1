"""The hook for the observer costs next to nothing: a yield without an observer takes
at most four instructions more than in a library built without the hook.

callgrind counts. benchmarks/micro/yield_count.cpp is run for N and for 2 N yields, so
that the difference is N yields and nothing else. CORO_TEST_BUILD names a build
directory: if it is optimized as a user's is, its library is the one with the hook.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

RUN_PER = "matrix"

ROOT = Path(__file__).resolve().parent.parent
COMPILER = shlex.split(os.environ.get("CORO_TEST_CXX") or os.environ.get("CXX") or "g++")
FLAGS = ["-std=c++20", "-O2", "-pthread", f"-I{ROOT}"]
BARE = ["-DCORO_NO_OBSERVER"]
MOST = 4.0  # instructions
YIELDS = 10_000


def call(command, **more):
    """What the command prints, on both streams; if it fails, so does the test."""
    answer = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
                            check=False, **more)
    if answer.returncode != 0:
        raise AssertionError(f"{shlex.join(map(str, command))}\n{answer.stdout}")
    return answer.stdout


def compile_library(folder, sources, flags):
    """The objects of these sources, two at a time."""
    folder.mkdir()

    def compile_one(source):
        made = folder / ("_".join(source.relative_to(ROOT).parts) + ".o")
        call([*COMPILER, *FLAGS, *flags, "-c", str(source), "-o", str(made)])
        return str(made)

    with ThreadPoolExecutor(2) as two:
        return list(two.map(compile_one, sources))


def built_library():
    """The library of CORO_TEST_BUILD, if it is a plain -O2 build; else None."""
    build = Path(os.environ.get("CORO_TEST_BUILD") or "/nonexistent")
    try:
        found = json.loads((build / "meson-info" / "intro-buildoptions.json").read_text("utf-8"))
    except OSError:
        return None
    options = {option["name"]: option["value"] for option in found}
    library = build / "coro" / "libcoro.a"
    plain = (options["optimization"], options["b_sanitize"], options["observer"],
             options["b_coverage"], options["b_lto"]) == ("2", "none", True, False, False)
    return str(library) if plain and library.exists() else None


def link(program, flags, objects):
    libraries = shlex.split(call(["pkg-config", "--libs", "fmt", "liburing"]))
    # Without what a debugger needs: valgrind 3.19 cannot read all that clang 19 writes.
    call([*COMPILER, *FLAGS, *flags, str(ROOT / "benchmarks" / "micro" / "yield_count.cpp"),
          *objects, "-Wl,--strip-debug", "-o", str(program), *libraries])


def instructions(program, tasks, yields):
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("CORO_")}
    said = call(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(program),
                 str(tasks), str(yields)], env=environment)
    return int(re.search(r"Collected : (\d+)", said)[1])


def per_yield(program, tasks):
    return (instructions(program, tasks, 2 * YIELDS) - instructions(program, tasks, YIELDS)) / YIELDS


class ObserverCost(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if shutil.which("valgrind") is None:
            raise AssertionError("valgrind counts the instructions and is not installed: "
                                 "./lab setup installs it (Debian, Ubuntu: apt install valgrind)")
        cls.scratch = tempfile.TemporaryDirectory()
        folder = Path(cls.scratch.name)
        # The kernels know nothing of observers: theirs are the same objects.
        sources = sorted((ROOT / "coro").rglob("*.cpp"))
        kernel = [source for source in sources if source.parent.name == "kernel"]
        rest = [source for source in sources if source not in kernel]
        built = built_library()
        shared = [built] if built else compile_library(folder / "kernel", kernel, [])
        hooked = [] if built else compile_library(folder / "with", rest, [])
        bare = compile_library(folder / "without", rest, BARE)
        cls.with_hook = folder / "with_hook"
        cls.without_hook = folder / "without_hook"
        link(cls.with_hook, [], hooked + shared)
        link(cls.without_hook, BARE, bare + shared)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_a_yield_costs_at_most_four_instructions_more_than_without_the_hook(self):
        for tasks in (1, 100):
            with self.subTest(tasks=tasks):
                hooked = per_yield(self.with_hook, tasks)
                bare = per_yield(self.without_hook, tasks)
                print(f"{tasks} tasks: {hooked:.2f} instructions per yield, "
                      f"{bare:.2f} without the hook")
                self.assertGreater(bare, 10, "so few instructions cannot be a yield")
                self.assertLessEqual(hooked - bare, MOST)


if __name__ == "__main__":
    unittest.main()
