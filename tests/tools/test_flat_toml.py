"""The reader of lesson.toml, also against tomllib where Python has it."""

import unittest

import tools
from labkit import flat_toml


class Reading(unittest.TestCase):
    def test_strings_numbers_booleans_and_lists(self):
        text = (
            '# a comment\ntitle = "A \\"b\\" # no comment"  # one\nminutes = 10\nfree = true\n'
            "sources = ['A', \"B\"]\nuses = [\n  \"coro::run\",  # why\n  \"co_await\",\n]\nnone = []\n"
        )
        expected = {
            "title": 'A "b" # no comment',
            "minutes": 10,
            "free": True,
            "sources": ["A", "B"],
            "uses": ["coro::run", "co_await"],
            "none": [],
        }
        self.assertEqual(flat_toml.loads(text), expected)

    def test_windows_line_ends(self):
        self.assertEqual(flat_toml.loads('a = "b"\r\nc = 2\r\n'), {"a": "b", "c": 2})

    def test_every_lesson_reads_as_the_standard_library_reads_it(self):
        try:
            import tomllib
        except ModuleNotFoundError:  # before Python 3.11: at least each can be read
            tomllib = None
        files = sorted((tools.ROOT / "lessons").glob("*/lesson.toml"))
        self.assertTrue(files)
        for file in files:
            with self.subTest(lesson=file.parent.name):
                facts = flat_toml.load(file)
                self.assertIn("title", facts)
                if tomllib:
                    self.assertEqual(facts, tomllib.loads(file.read_text(encoding="utf-8")))


class Refusing(unittest.TestCase):
    def refused(self, text, *said):
        with self.assertRaises(flat_toml.TomlError) as caught:
            flat_toml.loads(text, "lesson.toml")
        for part in said:
            self.assertIn(part, str(caught.exception))

    def test_names_the_line_and_the_cause(self):
        self.refused('a = "b"\n\nc = nonsense\n', "lesson.toml:3:", "a value must be")
        self.refused('a = "b"\na = "c"\n', "lesson.toml:2:", "a is given twice")
        self.refused('a = "b" c\n', "lesson.toml:1:", "unexpected text after the value of a")
        self.refused("[table]\n", "lesson.toml:1:", "expected a line like")
        self.refused('a = ["b" "c"]\n', "a , or ] is missing")
        self.refused('a = ["b",\n', "lesson.toml:2:", "ends with ]")
        self.refused('a = """b"""\n', "several lines")
        self.refused('a = "\\q"\n', "escape \\q")
        self.refused("a = 1.5\n", "a value must be")
