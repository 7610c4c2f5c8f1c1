"""The page for instructors has a section for each lesson of the 90-minute plan, with its
minutes, and says truly which are not written yet.

    python3 tests/docs/test_instructors.py --write    puts that right
"""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import pages  # noqa: E402
from labkit import lessons, plan  # noqa: E402

PAGE = pages.DOCS / "instructors.md"
SECTION = re.compile(r"^### (?P<id>\w+) \((?P<minutes>\d+) minutes(?P<not_yet>; not written yet)?\)\n(?P<text>.*?)(?=^##|\Z)", re.DOTALL | re.MULTILINE)


def true_section(found: re.Match) -> str:
    """The section as it is to be: the plan's minutes, and whether the lesson exists."""
    minutes = dict(plan.entries("90", plan.facts()))
    here = found["id"] in [lesson.id for lesson in lessons.all_lessons()]
    text = found["text"].replace("**The run will show:**", "**The run shows:**") if here else found["text"]
    return f"### {found['id']} ({minutes.get(found['id'])} minutes{'' if here else '; not written yet'})\n{text}"


class Instructors(unittest.TestCase):
    def setUp(self):
        self.text = PAGE.read_text(encoding="utf-8")

    def test_every_lesson_of_the_plan_has_its_section(self):
        ids = [found["id"] for found in SECTION.finditer(self.text)]
        self.assertEqual(ids, [each for each, _ in plan.entries("90", plan.facts())])

    def test_each_says_what_to_ask_and_what_to_expect(self):
        for found in SECTION.finditer(self.text):
            with self.subTest(lesson=found["id"]):
                for part in ("**Ask:** ", "**Expect:** ", "**The run "):
                    self.assertEqual(found["text"].count(part), 1)

    def test_minutes_and_what_is_not_written(self):
        for found in SECTION.finditer(self.text):
            with self.subTest(lesson=found["id"]):
                self.assertEqual(found[0], true_section(found), "python3 tests/docs/test_instructors.py --write puts it right")


def write() -> None:
    PAGE.write_text(SECTION.sub(true_section, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        unittest.main()
