"""Runs every part of every lesson on the virtual clock and compares what it
prints, letter by letter, with what lessons/ says it prints. On standard error,
`[..]` stands for what varies in a line.
"""

import json
import os
import re
import unittest

import support
from support import expected, matches

RUN_PER = "kernel"


def without_kernel_notice(said: str) -> str:
    """Drops the one line by which coro says that it runs on epoll because the
    machine refuses io_uring: true, but not the lesson's."""
    return re.sub(r"\Acoro: [^\n]*epoll[^\n]*\n", "", said)


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

    def test_every_expected_file_belongs_to_a_part(self):
        known = {part.expected(what) for _, part in support.parts() for what in ("txt", "err")}
        known |= {path for lesson, part in support.parts() if lesson.about["twin"] != "none"
                  for path in (part.twin_output, part.twin_report)}
        found = set(support.LESSONS.glob("*/expected*"))
        self.assertEqual(found - known, set())
        for _, part in support.parts():
            self.assertTrue(part.expected("txt").exists(), part.expected("txt"))


class Headers(unittest.TestCase):
    def test_no_executable_is_taken_for_a_header(self):
        """`#include <semaphore>` must not find the lesson of that name."""
        build = support.build()
        commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
        compiled = [each for each in commands if "/lessons/" in each["file"]]
        self.assertGreater(len(compiled), 20)
        for each in compiled:
            folders = re.findall(r"-I(\S+)", each["command"])
            found = {(build / folder).resolve() for folder in folders}
            self.assertNotIn(build / "lessons", found, each["file"])


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

    def test_bars_are_drawn(self):
        program = str(support.build() / "lessons" / "no_gain")
        ended = support.run([program], CORO_CLOCK="real", CORO_DEBUG="0")
        bars = re.findall(r"^(\d\.\d{3}) s (#+)$", ended.stdout, re.MULTILINE)
        self.assertEqual(len(bars), 3)
        self.assertEqual(len(bars[0][1]), 30)
        self.assertTrue(all(float(seconds) > 0 for seconds, _ in bars))

    def test_a_loop_that_waits_turns_little_and_a_busy_one_much(self):
        program = str(support.build() / "lessons" / "a_loop")
        ended = support.run([program], CORO_CLOCK="real")
        lazy, busy = map(int, re.findall(r"^(\d+) turns, processor time \d\.\d{3} s$", ended.stdout, re.MULTILINE))
        self.assertGreaterEqual(lazy, 6)
        self.assertLess(lazy, 20)
        self.assertGreater(busy, 100 * lazy)

    def test_reports_are_on_unless_turned_off(self):
        program = str(support.build() / "lessons" / "create_task_c")
        self.assertIn("add_a", support.run([program], CORO_CLOCK="virtual").stderr)
        off = support.run([program], CORO_CLOCK="virtual", CORO_DEBUG="0").stderr
        self.assertEqual(without_kernel_notice(off), "")


class Notice(unittest.TestCase):
    def test_only_the_notice_of_the_kernel_is_dropped(self):
        notice = "coro: using epoll: io_uring is refused here\n"
        self.assertEqual(without_kernel_notice(notice + "x\n"), "x\n")
        self.assertEqual(without_kernel_notice("x\n" + notice), "x\n" + notice)


if __name__ == "__main__":
    unittest.main()
