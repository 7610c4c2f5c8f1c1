"""Holds the format of the lessons that lessons/README.md describes: sizes,
marks, what lesson.toml says, and that nothing is used before it is explained.
"""

import ast
import importlib.util
import re
import sysconfig
import unittest
from pathlib import Path

import cpp_source
import support
from support import source

MOST_CODE = {"a_loop": 90}  # else 45
MOST_LINES = {"a_loop": 120}  # else 80
COLUMNS = 68
WORDS = {"co_await", "co_return", "co_yield"}
KEYS = {"title": str, "idea": str, "minutes": int, "sources": list, "uses": list,
        "explains": list, "twin": str, "clock": str}


def names_used(path: Path) -> set:
    """The names of the API, and the words of coroutines, in a C++ file's code."""
    words = cpp_source.texts(cpp_source.tokens(path.read_text(encoding="utf-8")))
    found = {word for word in words if word in WORDS}
    for at, word in enumerate(words[:-2]):
        if word in ("coro", "lesson") and words[at + 1] == "::" and words[at - 1] != "::":
            found.add(f"{word}::{words[at + 2]}")
    return found


def twin_marks(part: source.Part) -> list:
    text = part.twin.read_text(encoding="utf-8")
    return [line.mark for line in source.parse_python(text) if line.mark is not None]


def order_problems(lessons: list) -> list:
    """What is wrong with `uses` and `explains`, each lesson given as
    (id, uses, explains, names used by its code, its prose)."""
    problems, known = [], set()
    for name, uses, explains, used, prose in lessons:
        uses, explains = set(uses), set(explains)
        for one in sorted(used - uses - explains):
            problems.append(f"{name}: {one} is in the code, but neither in uses nor in explains")
        for one in sorted(uses - known):
            problems.append(f"{name}: uses {one}, which no lesson before it explains")
        for one in sorted(uses - used):
            problems.append(f"{name}: {one} is in uses, but not in the code")
        for one in sorted(explains & known):
            problems.append(f"{name}: {one} is explained before")
        quoted = re.findall(r"`([^`]+)`", prose)
        for one in sorted(explains):
            if not any(re.search(rf"(?<![\w:]){re.escape(one)}\b", text) for text in quoted):
                problems.append(f"{name}: explains {one}, but the prose never mentions `{one}`")
        known |= explains
    return problems


class Sizes(unittest.TestCase):
    def test_a_part_fits_on_a_page(self):
        for lesson, part in support.parts():
            with self.subTest(part=part.stem):
                lines = part.cpp.read_text(encoding="utf-8").splitlines()
                code = sum(len(pair.code) for pair in part.pairs)
                self.assertLessEqual(code, MOST_CODE.get(lesson.id, 45), "lines of code")
                self.assertLessEqual(len(lines), MOST_LINES.get(lesson.id, 80), "lines in all")
                self.assertGreater(code, 5)

    def test_lines_are_short_enough_for_two_columns(self):
        for _, part in support.parts():
            for path in filter(None, (part.cpp, part.twin)):
                with self.subTest(file=path.name):
                    lines = path.read_text(encoding="utf-8").splitlines()
                    long = [f"line {number}: {len(line)} columns"
                            for number, line in enumerate(lines, 1) if len(line) > COLUMNS]
                    self.assertEqual(long, [])

    def test_what_lessons_share_is_short(self):
        for path in sorted((support.LESSONS / "common").iterdir()):
            if path.suffix in (".hpp", ".cpp", ".py"):
                with self.subTest(file=path.name):
                    lines = path.read_text(encoding="utf-8").splitlines()
                    self.assertLessEqual(len(lines), 120)


class Prose(unittest.TestCase):
    def test_every_part_begins_with_a_question(self):
        for _, part in support.parts():
            with self.subTest(part=part.stem):
                first = part.pairs[0].prose[0].text
                self.assertRegex(first, r"\?$")

    def test_every_part_ends_with_something_to_try(self):
        for _, part in support.parts():
            with self.subTest(part=part.stem):
                self.assertFalse(part.pairs[-1].code, "prose closes a lesson")
                self.assertRegex(part.pairs[-1].prose[-1].text, r"^To try: ")

    def test_ids_count_the_paragraphs_of_a_file(self):
        for _, part in support.parts():
            with self.subTest(part=part.stem):
                ids = [one.id for pair in part.pairs for one in pair.prose]
                self.assertEqual(ids, [f"{part.stem}.{n}" for n in range(1, len(ids) + 1)])

    def test_an_id_does_not_depend_on_the_code_or_on_other_words(self):
        before = "// One.\n//\n// Two.\nint a;\n\n// Three.\nint b;\n"
        after = "// Uno.\n//\n// Two\n// lines.\nint a;\nint c;\n\nint d;\n\n    // Three.\nint b;\n"
        ids = [[one.id for pair in source.parse_cpp(text, "x") for one in pair.prose]
               for text in (before, after)]
        self.assertEqual(ids[0], ["x.1", "x.2", "x.3"])
        self.assertEqual(ids[0], ids[1])


class Marks(unittest.TestCase):
    def test_both_languages_mark_the_same(self):
        for lesson, part in support.parts():
            if lesson.about["twin"].startswith("none"):
                continue
            with self.subTest(part=part.stem):
                self.assertIsNotNone(part.twin, f"{part.stem}_asyncio.py is missing")
                marks = part.marks
                self.assertEqual(sorted(marks), sorted(twin_marks(part)))
                self.assertEqual(sorted(marks), list(range(1, len(marks) + 1)))

    def test_a_mark_stands_at_the_end_of_a_line_of_code(self):
        (pair,) = source.parse_cpp('int a;  // (1)\nint b; // (12)\nf("// (3)");\n', "x")
        self.assertEqual([(line.text, line.mark) for line in pair.code],
                         [("int a;", 1), ("int b;", 12), ('f("// (3)");', None)])


class Order(unittest.TestCase):
    def test_nothing_is_used_before_it_is_explained(self):
        given = []
        for lesson in support.lessons():
            used = set().union(*(names_used(part.cpp) for part in lesson.parts))
            prose = "\n".join(one.text for part in lesson.parts
                              for pair in part.pairs for one in pair.prose)
            given.append((lesson.id, lesson.about["uses"], lesson.about["explains"], used, prose))
        self.assertEqual(order_problems(given), [])

    def test_the_check_finds_what_is_wrong(self):
        first = ("one", [], ["coro::run"], {"coro::run"}, "`coro::run(f())` runs")
        self.assertEqual(order_problems([first]), [])
        for second, problem in [
            (("two", [], [], {"coro::run"}, ""), "neither in uses"),
            (("two", ["coro::sleep"], [], {"coro::sleep"}, ""), "no lesson before"),
            (("two", ["coro::run"], [], set(), ""), "not in the code"),
            (("two", [], ["coro::run"], {"coro::run"}, "`coro::run`"), "explained before"),
            (("two", [], ["coro::sleep"], {"coro::sleep"}, "coro::sleep, `coro::sleepy`"),
             "never mentions"),
        ]:
            with self.subTest(problem=problem):
                (found,) = order_problems([first, second])
                self.assertIn(problem, found)

    def test_names_are_read_from_code_and_not_from_comments(self):
        folder = support.LESSONS / "02_gather"
        names = names_used(folder / "gather.cpp")
        self.assertLessEqual({"coro::task", "coro::gather", "lesson::say", "co_await"}, names)
        self.assertNotIn("coro::create_task", names)


class About(unittest.TestCase):
    def test_lesson_toml_says_all_that_is_needed(self):
        for lesson in support.lessons():
            with self.subTest(lesson=lesson.id):
                about = lesson.about
                self.assertEqual({key: type(value) for key, value in about.items()}, KEYS)
                self.assertRegex(about["twin"], r"^(same|differs: .+|none: .+)$")
                self.assertIn(about["clock"], ("real", "virtual"))
                self.assertLessEqual(set(about["sources"]), set("ABCD"))
                self.assertIn(about["minutes"], range(1, 31))
                self.assertLessEqual(len(about["idea"]), 110, "one line in the list of lessons")

    def test_ids_and_numbers_are_given_once(self):
        lessons = support.lessons()
        self.assertEqual(len({lesson.id for lesson in lessons}), len(lessons))
        self.assertEqual(len({lesson.number for lesson in lessons}), len(lessons))

    def test_parts_are_lettered_without_a_gap(self):
        for lesson in support.lessons():
            with self.subTest(lesson=lesson.id):
                letters = [part.letter for part in lesson.parts]
                wanted = [""] if len(letters) == 1 else [chr(97 + n) for n in range(len(letters))]
                self.assertEqual(letters, wanted)


class Python(unittest.TestCase):
    """The twins, and what they share, run on any Python and shadow nothing."""

    def files(self):
        return sorted(support.LESSONS.rglob("*.py"))

    def test_no_file_is_named_after_a_module(self):
        for path in self.files():
            with self.subTest(file=path.name):
                self.assertFalse(is_standard(path.stem))

    def test_only_the_standard_library_is_imported(self):
        for path in self.files():
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                names = []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom):
                    names = [node.module]
                for name in names:
                    with self.subTest(file=path.name, module=name):
                        self.assertTrue(name in ("lesson", "counting") or is_standard(name.split(".")[0]))

    def test_the_check_knows_the_standard_library(self):
        self.assertTrue(is_standard("queue") and is_standard("sys") and is_standard("asyncio"))
        self.assertFalse(is_standard("lesson") or is_standard("gevent"))


def is_standard(name: str) -> bool:
    found = importlib.util.find_spec(name)
    if found is None:
        return False
    if found.origin in ("built-in", "frozen"):
        return True
    where = Path(found.origin or "/")
    libraries = {Path(sysconfig.get_path(kind)).resolve() for kind in ("stdlib", "platstdlib")}
    return bool(libraries & set(where.resolve().parents)) and "-packages" not in str(where)


if __name__ == "__main__":
    unittest.main()
