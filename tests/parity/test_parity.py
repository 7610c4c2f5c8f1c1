"""Order parity with asyncio: every program here stands twice, once in Python and
once in C++, and both must print the same lines. The order of the lines shows
after how many trips through the ready queue each step comes.

CORO_TEST_BUILD names the build directory. CORO_PYTHONS may name further Pythons,
separated by spaces (python3.13 python3.14): each twin then runs on all of them.
"""

import os
import subprocess
import sys
import unittest
from pathlib import Path

RUN_PER = "kernel"
HERE = Path(__file__).resolve().parent
TIME_LIMIT = 30  # seconds; each program needs a fraction of one


def run(command):
    """What a program prints, line by line; its errors end the test."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("CORO_CLOCK", "CORO_DEBUG", "CORO_TRACE")}
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
                           timeout=TIME_LIMIT, env=environment, check=False)
    if ended.returncode != 0:
        raise AssertionError(f"{command} ended with {ended.returncode}:\n{ended.stderr}")
    return ended.stdout.splitlines()


def program():
    given = os.environ.get("CORO_TEST_BUILD")
    build = Path(given) if given else HERE.parent.parent / "build"
    path = build / "tests" / "parity" / "parity"
    if not path.exists():
        raise AssertionError(f"{path} is not there: build it, and name the build directory in "
                             f"CORO_TEST_BUILD")
    return str(path.resolve())


def pythons():
    return [sys.executable, *os.environ.get("CORO_PYTHONS", "").split()]


def twins():
    return sorted(path for path in HERE.glob("*.py") if path != Path(__file__).resolve())


class Parity(unittest.TestCase):
    maxDiff = None

    def test_the_twins_print_the_same_lines(self):
        for twin in twins():
            for python in pythons():
                with self.subTest(program=twin.stem, python=Path(python).name,
                                  kernel=os.environ.get("CORO_KERNEL", "chosen")):
                    theirs = run([python, "-W", "error", str(twin)])
                    self.assertTrue(theirs, "it prints nothing")
                    self.assertEqual(run([program(), twin.stem]), theirs)

    def test_every_program_has_its_twin(self):
        self.assertEqual(sorted(run([program()])), [path.stem for path in twins()])


if __name__ == "__main__":
    unittest.main()
