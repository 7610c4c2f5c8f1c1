"""Runs the asyncio twin of every part on a virtual clock and compares what it prints
with what lessons/ says the C++ program prints, or with its own text where a lesson
says that it differs. On standard error, `[..]` stands for what varies in a line, and a
line `[...]` for any number of lines.
"""

import sys
import unittest

import support
from support import expected, matches, text_of

RUN_PER = "once"

TWIN_LOOP = support.LESSONS / "common" / "virtual_asyncio.py"


class Twins(unittest.TestCase):
    maxDiff = None

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


if __name__ == "__main__":
    unittest.main()
