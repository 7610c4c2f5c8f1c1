"""The glossary: sorted, each word with what asyncio calls it and where it is explained,
and every name of the library in it exists.

    python3 tests/docs/test_glossary.py --write    links the lessons written meanwhile
"""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import pages  # noqa: E402
from labkit import lessons, plan  # noqa: E402

GLOSSARY = pages.DOCS / "glossary.md"
ENTRY = re.compile(r"^### (?P<word>[^\n]+)\n\n(?P<text>.*?)\n\n(?P<last>\*asyncio:\*.*?)(?=\n\n### |\n*\Z)", re.DOTALL | re.MULTILINE)
LAST = re.compile(r"\*asyncio:\* (?P<asyncio>.+)\. \*Explained in:\* (?P<where>.+)\.")
CODE = re.compile(r"//[^\n]*")


def entries() -> list:
    return [found.groupdict() for found in ENTRY.finditer(GLOSSARY.read_text(encoding="utf-8"))]


def library() -> str:
    """The headers of the library, without comments."""
    headers = sorted((pages.ROOT / "coro").rglob("*.hpp"))
    return "\n".join(CODE.sub("", header.read_text(encoding="utf-8")) for header in headers)


def declared(name: str, headers: str) -> bool:
    kinds = r"(?:class|struct|using|enum class)(?:\s+\[\[.*?\]\])?"
    return re.search(rf"\b{kinds}\s+{name}\b|\b{name}\(", headers, re.DOTALL) is not None


def lessons_named(where: str) -> list:
    """The ids behind `lesson` and `lessons`, each with its link or none."""
    found = []
    for listed in re.findall(r"lessons? ((?:\[\w+\]\([^)]*\)|`\w+`)(?:, (?:\[\w+\]\([^)]*\)|`\w+`))*)", where):
        found += [(one or two, link) for one, link, two in re.findall(r"\[(\w+)\]\(([^)]*)\)|`(\w+)`", listed)]
    return found


class Glossary(unittest.TestCase):
    def setUp(self):
        self.entries = entries()

    def test_every_heading_is_an_entry(self):
        headings = re.findall(r"^### (.+)$", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual([entry["word"] for entry in self.entries], headings)
        self.assertGreater(len(headings), 60)

    def test_they_are_sorted(self):
        words = [entry["word"].lower() for entry in self.entries]
        self.assertEqual(words, sorted(set(words)))

    def test_each_is_short_and_says_where_to_go_on(self):
        for entry in self.entries:
            with self.subTest(word=entry["word"]):
                self.assertLess(len(entry["text"]), 330)
                last = LAST.fullmatch(" ".join(entry["last"].split()))
                self.assertIsNotNone(last, entry["last"])
                self.assertTrue("](" in last["where"] or lessons_named(last["where"]))

    def test_lessons_are_those_of_the_course(self):
        course = [entry[3:] for entry in plan.facts()["course"]]
        folders = {lesson.id: lesson.folder.name for lesson in lessons.all_lessons()}
        count = 0
        for entry in self.entries:
            for name, link in lessons_named(" ".join(entry["last"].split())):
                count += 1
                with self.subTest(word=entry["word"], lesson=name):
                    self.assertIn(name, course)
                    right = f"../lessons/{folders[name]}/" if name in folders else ""
                    self.assertEqual(link, right, "python3 tests/docs/test_glossary.py --write puts it right")
        self.assertGreater(count, 30)

    def test_the_names_of_the_library_exist(self):
        headers = library()
        names = set(re.findall(r"`coro::(\w+)`", GLOSSARY.read_text(encoding="utf-8")))
        self.assertGreater(len(names), 20)
        for name in sorted(names):
            with self.subTest(name=name):
                self.assertTrue(declared(name, headers))

    def test_the_rule_itself(self):
        headers = library()
        self.assertTrue(declared("semaphore", headers))
        self.assertTrue(declared("gather", headers))
        self.assertFalse(declared("semaphores", headers))
        self.assertFalse(declared("when_all", headers))


def write() -> None:
    """Links every lesson that is there."""
    folders = {lesson.id: lesson.folder.name for lesson in lessons.all_lessons()}

    def linked(found: re.Match) -> str:
        name = found[1]
        return f"[{name}](../lessons/{folders[name]}/)" if name in folders else found[0]

    parts = re.split(r"(\*Explained in:\*[^\n]*)", GLOSSARY.read_text(encoding="utf-8"))
    parts[1::2] = [re.sub(r"`(\w+)`", linked, part) for part in parts[1::2]]
    GLOSSARY.write_text("".join(parts), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        unittest.main()
