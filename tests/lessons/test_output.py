"""Runs every part of every lesson on the virtual clock and compares what it
prints, letter by letter, with what lessons/ says it prints; and its asyncio
twin with the very same text. On standard error, `[..]` stands for what varies
in a line, and a line `[...]` for any number of lines.
"""

import os
import re
import sys
import unittest
from pathlib import Path

import support
from support import source

RUN_PER = "kernel"

TWIN_LOOP = support.LESSONS / "common" / "virtual_asyncio.py"


def matches(said: str, expected: str) -> bool:
    """Is `said` the text `expected`, in which [..] stands for anything within
    a line, and a line [...] for any lines?"""
    pattern = ""
    for line in expected.splitlines(keepends=True):
        if line == "[...]\n":
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(re.escape(text) for text in line.split("[..]"))
    return re.fullmatch(pattern, said) is not None


def without_kernel_notice(said: str) -> str:
    """Drops the one line by which coro says that it runs on epoll because the
    machine refuses io_uring: true, but not the lesson's."""
    return re.sub(r"\Acoro: [^\n]*epoll[^\n]*\n", "", said)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def expected(part: source.Part, what: str) -> str:
    return text_of(part.expected(what))


class Output(unittest.TestCase):
    maxDiff = None

    def test_a_lesson_prints_what_it_should(self):
        build = support.build()
        for _, part in support.parts():
            with self.subTest(part=part.stem, kernel=os.environ.get("CORO_KERNEL", "chosen")):
                ended = support.run([str(build / "lessons" / part.stem)], CORO_CLOCK="virtual")
                self.assertEqual(ended.stdout, expected(part, "txt"))
                said = without_kernel_notice(ended.stderr)
                if not matches(said, expected(part, "err")):
                    self.assertEqual(said, expected(part, "err"))
                self.assertEqual(ended.returncode, 0)

    def test_its_twin_prints_the_same(self):
        for lesson, part in support.parts():
            if lesson.about["twin"].startswith("none"):
                continue
            with self.subTest(twin=part.twin.name):
                ended = support.run([sys.executable, "-W", "error", str(TWIN_LOOP), str(part.twin)])
                if not matches(ended.stderr, text_of(part.twin_report)):
                    self.assertEqual(ended.stderr, text_of(part.twin_report))
                differs = part.twin_output.exists()
                self.assertEqual(ended.stdout, text_of(part.twin_output) if differs else expected(part, "txt"))
                self.assertEqual(ended.returncode, 0)

    def test_a_lesson_says_whether_its_twin_differs(self):
        for lesson in support.lessons():
            with self.subTest(lesson=lesson.id):
                other = [part for part in lesson.parts if part.twin_output.exists()]
                self.assertEqual(bool(other), lesson.about["twin"].startswith("differs"))
                for part in other:
                    self.assertNotEqual(text_of(part.twin_output), expected(part, "txt"))

    def test_every_expected_file_belongs_to_a_part(self):
        known = {part.expected(what) for _, part in support.parts() for what in ("txt", "err")}
        known |= {path for lesson, part in support.parts() if lesson.about["twin"] != "none"
                  for path in (part.twin_output, part.twin_report)}
        found = set(support.LESSONS.glob("*/expected*"))
        self.assertEqual(found - known, set())
        for _, part in support.parts():
            self.assertTrue(part.expected("txt").exists(), part.expected("txt"))


class RealClock(unittest.TestCase):
    """What is measured must be printed on the real clock, and only there."""

    def test_measured_lines_are_added(self):
        program = str(support.build() / "lessons" / "yielding")
        ended = support.run([program], CORO_CLOCK="real")
        self.assertRegex(ended.stdout, r"\none yield: \d+ ns\n\Z")
        took = re.match(r"await A0 A1 A2 B0 B1 B2 (\d\.\d+) s\n", ended.stdout)[1]
        self.assertGreaterEqual(float(took), 0.060)  # burn_cpu really computes

    def test_the_thread_is_really_held(self):
        program = str(support.build() / "lessons" / "blocking")
        ended = support.run([program], CORO_CLOCK="real")
        total, cpu = re.search(r"\n(\d+\.\d+) s\n(\d+\.\d+) s of processor", ended.stdout).groups()
        self.assertGreaterEqual(float(total), 3.0)
        self.assertLess(float(cpu), 0.5)

    def test_reports_are_on_unless_turned_off(self):
        program = str(support.build() / "lessons" / "create_task_c")
        self.assertIn("add_a", support.run([program], CORO_CLOCK="virtual").stderr)
        off = support.run([program], CORO_CLOCK="virtual", CORO_DEBUG="0").stderr
        self.assertEqual(without_kernel_notice(off), "")


class Comparing(unittest.TestCase):
    def test_dots_in_brackets_stand_for_anything_in_a_line(self):
        self.assertTrue(matches("a 12 b\nc\n", "a [..] b\nc\n"))
        self.assertFalse(matches("a 12\n34 b\n", "a [..] b\n"))
        self.assertFalse(matches("a 12 b\nmore\n", "a [..] b\n"))
        self.assertFalse(matches("axb\n", "a.b\n"))

    def test_three_dots_stand_for_lines(self):
        self.assertTrue(matches("a\nb\nc\nd\n", "a\n[...]\nd\n"))
        self.assertTrue(matches("a\nd\n", "a\n[...]\nd\n"))
        self.assertFalse(matches("a\nb\n", "a\n[...]\nd\n"))
        self.assertFalse(matches("a\nb\nd\ne\n", "a\n[...]\nd\n"))

    def test_only_the_notice_of_the_kernel_is_dropped(self):
        notice = "coro: using epoll: io_uring is refused here\n"
        self.assertEqual(without_kernel_notice(notice + "x\n"), "x\n")
        self.assertEqual(without_kernel_notice("x\n" + notice), "x\n" + notice)


if __name__ == "__main__":
    unittest.main()
