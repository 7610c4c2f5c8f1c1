"""Random programs, on both kernels: 500 of them in each build, 10,000 if CORO_SLOW is
set. A program that breaks an invariant is named by its seed, with the command that
shows it.

CORO_TEST_BUILD names the build directory.
"""

import os
import re
import subprocess
import unittest
from pathlib import Path

RUN_PER = "build"
HERE = Path(__file__).resolve().parent
LAST_LINE = re.compile(r"(\d+) programs, \d+ events, \d+ deadlocks, \d+ refusals to end, digest [0-9a-f]{16}: "
                       r"(\d+) broke an invariant")


def executable() -> str:
    given = os.environ.get("CORO_TEST_BUILD")
    build = Path(given) if given else HERE.parent.parent / "build"
    path = build / "tests" / "random" / "random-programs"
    if not path.exists():
        raise AssertionError(f"{path} is not there: build it, and name the build directory in "
                             f"CORO_TEST_BUILD")
    return str(path.resolve())


def run(*options: str):
    """Its exit status and what it printed, errors included."""
    ours = ("CORO_CLOCK", "CORO_DEBUG", "CORO_KERNEL", "CORO_TRACE")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    ended = subprocess.run([executable(), *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
                           env=environment, check=False)
    return ended.returncode, ended.stdout


class Random(unittest.TestCase):
    def test_every_program_keeps_what_must_hold(self):
        count = 10_000 if os.environ.get("CORO_SLOW") else 500
        status, text = run("--count", str(count))
        self.assertEqual(status, 0, text)
        last = LAST_LINE.fullmatch(text.splitlines()[-1])
        self.assertIsNotNone(last, text)
        self.assertEqual(last.groups(), (str(count), "0"), text)

    def test_a_seed_shows_its_program_and_what_happened(self):
        status, text = run("--seed", "1", "--verbose", "--kernel", "epoll")
        self.assertEqual(status, 0, text)
        self.assertIn("main:\n    #1 ", text)
        self.assertIn("task created: main\n", text)
        self.assertIn("run() ended with: ", text)
        self.assertEqual(run("--seed", "1", "--verbose", "--kernel", "epoll"), (status, text))

    def test_a_mistyped_option_is_an_error(self):
        for options in (["--sed", "1"], ["--seed"], ["--seed", "x"], ["--kernel", "windows"]):
            with self.subTest(options=options):
                status, text = run(*options)
                self.assertEqual(status, 2, text)
                self.assertIn("usage: ", text)


if __name__ == "__main__":
    unittest.main()
