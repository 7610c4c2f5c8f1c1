"""Order parity with asyncio: every program here stands twice, once in Python and
once in C++, and both must print the same lines. The order of the lines shows
after how many trips through the ready queue each step comes.

In differs/ stand those that print something else on purpose: each says why in its
first line, and prints what is in NAME.expected_coro and NAME.expected_asyncio.
docs/differences.md has a section for each.

    CORO_TEST_BUILD=build python3 tests/parity/test_parity.py --write

puts what they print now into those files.

CORO_TEST_BUILD names the build directory, CORO_KERNEL one of the kernels. CORO_PYTHONS may name further Pythons,
separated by spaces (python3.13 python3.14): each twin then runs on all of them.
"""

import os
import re
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "tools"))

from labkit.machine import kernels  # noqa: E402

RUN_PER = "build"  # each on all kernels: the twins, which take longer, know none
DIFFERS = HERE / "differs"
PAGE = HERE.parent.parent / "docs" / "differences.md"
REASON = re.compile(r"(?:#|//) differs: (.+)\n")
TIME_LIMIT = 30  # seconds; each program needs a fraction of one


def run(command, errors=subprocess.PIPE, kernel=None):
    """What a program prints, line by line; its errors end the test."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("CORO_CLOCK", "CORO_DEBUG", "CORO_TRACE")}
    if kernel:
        environment["CORO_KERNEL"] = kernel
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                           encoding="utf-8", timeout=TIME_LIMIT, env=environment, check=False)
    if ended.returncode != 0:
        raise AssertionError(f"{command} ended with {ended.returncode}:\n"
                             f"{ended.stderr or ended.stdout}")
    return ended.stdout.splitlines()


def run_with_reports(command, kernel=None):
    """The same, with what it reports on standard error."""
    lines = run(command, errors=subprocess.STDOUT, kernel=kernel)
    return lines[1:] if lines[0].startswith("coro: io_uring is refused") else lines


def program(where=""):
    given = os.environ.get("CORO_TEST_BUILD")
    build = Path(given) if given else HERE.parent.parent / "build"
    path = build / "tests" / "parity" / (where or "parity")
    if not path.exists():
        raise AssertionError(f"{path} is not there: build it, and name the build directory in "
                             f"CORO_TEST_BUILD")
    return str(path.resolve())


def differing():
    return program("differs/parity-differs")


def pythons():
    return [sys.executable, *os.environ.get("CORO_PYTHONS", "").split()]


def twins(folder=HERE):
    return sorted(path for path in folder.glob("*.py") if path != Path(__file__).resolve())


def expected(twin, whose):
    return twin.with_suffix(f".expected_{whose}")


def reason(file):
    """What its first line says, or nothing."""
    found = REASON.match(file.read_text(encoding="utf-8"))
    return found[1] if found else None


def at_once(function, items):
    """What the function gives for each, or the error it ended with. Most of the time these
    programs sleep, so that some can run at once."""
    with ThreadPoolExecutor(4) as pool:
        running = {item: pool.submit(function, item) for item in items}
    return running


class Parity(unittest.TestCase):
    maxDiff = None

    def test_the_twins_print_the_same_lines(self):
        each = [(twin, python) for twin in twins() for python in pythons()]
        printed = at_once(lambda one: run([one[1], "-W", "error", str(one[0])]), each)
        for (twin, python), answer in printed.items():
            with self.subTest(program=twin.stem, python=Path(python).name):
                theirs = answer.result()
                self.assertTrue(theirs, "it prints nothing")
                for kernel in kernels():
                    lines = run([program(), twin.stem], kernel=kernel)
                    self.assertEqual(lines, theirs, f"on {kernel}")

    def test_every_program_has_its_twin(self):
        self.assertEqual(sorted(run([program()])), [path.stem for path in twins()])


class Differences(unittest.TestCase):
    maxDiff = None

    def compare(self, lines, twin, whose):
        file = expected(twin, whose)
        self.assertTrue(file.exists(), f"there is no {file.name}")
        self.assertEqual(lines, file.read_text(encoding="utf-8").splitlines())

    def test_they_print_what_is_expected(self):
        for twin in twins(DIFFERS):
            for kernel in kernels():
                with self.subTest(program=twin.stem, kernel=kernel):
                    lines = run_with_reports([differing(), twin.stem], kernel)
                    self.compare(lines, twin, "coro")
        each = [(twin, python) for twin in twins(DIFFERS) for python in pythons()]
        printed = at_once(lambda one: run_with_reports([one[1], "-W", "error", str(one[0])]), each)
        for (twin, python), answer in printed.items():
            with self.subTest(program=twin.stem, python=Path(python).name):
                self.compare(answer.result(), twin, "asyncio")

    def test_each_differs_and_says_why(self):
        page = PAGE.read_text(encoding="utf-8")
        for twin in twins(DIFFERS):
            with self.subTest(program=twin.stem):
                ours, theirs = (expected(twin, whose).read_text(encoding="utf-8")
                                for whose in ("coro", "asyncio"))
                self.assertNotEqual(ours, theirs, "it does not differ: it belongs to the others")
                self.assertTrue(ours and theirs, "it prints nothing")
                why = reason(twin)
                self.assertIsNotNone(why, "its first line is not `# differs: REASON`")
                self.assertEqual(reason(twin.with_suffix(".cpp")), why)
                self.assertIn(f"| {why} |", page)
                for command in (f"$ python3 {twin.name}\n", f"$ parity-differs {twin.stem}\n"):
                    self.assertEqual(page.count(command), 1, command)

    def test_every_program_has_its_twin(self):
        names = [path.stem for path in twins(DIFFERS)]
        self.assertEqual(sorted(run([differing()])), names)
        for whose in ("coro", "asyncio"):
            files = DIFFERS.glob(f"*.expected_{whose}")
            self.assertEqual(sorted(file.stem for file in files), names)


def write():
    """Puts what the programs in differs/ print now into their files."""
    for twin in twins(DIFFERS):
        ours = run_with_reports([differing(), twin.stem])
        theirs = run_with_reports([sys.executable, "-W", "error", str(twin)])
        for whose, lines in (("coro", ours), ("asyncio", theirs)):
            text = "".join(line + "\n" for line in lines)
            expected(twin, whose).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        unittest.main()
