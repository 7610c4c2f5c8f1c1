"""What keeps coro/ readable: its floors, its sizes, how its files open, and that
its reading order tells their lengths truly.
"""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CORO = ROOT / "coro"

# A file includes files of its own floor and of those below. coro/debug stands
# beside the house: it looks at the loop, and only run.cpp lets it in.
FLOORS = {"kernel": 0, "loop": 1, "": 2, "sync": 3, "io": 4, "http": 5}
OBSERVES = 1  # the floor whose interface coro/debug may use
LETS_DEBUG_IN = "run.cpp"

COMBINATORS = ("gather", "race", "as_completed", "wait", "task_group", "shield", "finally")
LARGEST_COMBINATOR = 120
LARGEST_OPERATION = 60
LARGEST = {("task.hpp",): 200, ("loop/event_loop.hpp", "loop/event_loop.cpp"): 350}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
AWAITABLE = re.compile(
    r"^class\b[^;{]*?\b(\w+)\s+(?:final\s*)?:[^;{]*\bpublic\s+(?:awaiter|operation|\w+_operation)\b"
    r"[^;{]*\{.*?^\};", re.MULTILINE | re.DOTALL)
UNFINISHED = re.compile(r"\b(?:" + "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]) + r")\b")
BANNER = re.compile(r"^\s*(?://|#|/?\*)[\s/*#]*[-=*#~_+]{3,}|^\s*/{4,}|[-=*#~]{5,}\s*(?:\*/)?$")
COMMENTED_OUT = re.compile(r"^\s*//(?!/)\s*(?:[\w:.<>\[\]*&-]+\(.*\);|\S+ .*= .*;|.*\) \{|\})$")
README_ROW = re.compile(r"^\| \[`([^`]+)`\]\(([^)]+)\) \| (.+) \| (\d+) \|$", re.MULTILINE)


def sources(folder: Path = CORO) -> list:
    """Without pch/, which says what to compile in advance and belongs to no floor."""
    return sorted(path for pattern in ("*.hpp", "*.cpp") for path in folder.rglob(pattern)
                  if path.parent.name != "pch")


def is_combinator(path: Path) -> bool:
    """gather.hpp and gather_children.cpp are parts of one."""
    return re.match(rf"(?:{'|'.join(COMBINATORS)})(?:_|\.)", name_of(path)) is not None


def name_of(path: Path) -> str:
    return str(path.relative_to(CORO))


def folder_of(name: str) -> str:
    """"loop" of "loop/event_loop.hpp"; "" of "task.hpp"."""
    return name.rpartition("/")[0]


def lines(path: Path) -> list:
    return path.read_text(encoding="utf-8").splitlines()


def may_include(name: str, included: str) -> bool:
    """May coro/`name` include coro/`included`?"""
    here, there = folder_of(name), folder_of(included)
    if name == "coro.hpp":  # stands above all, but for http
        return there not in ("debug", "http")
    if there == "debug":
        return here == "debug" or name == LETS_DEBUG_IN
    return FLOORS[there] <= (OBSERVES if here == "debug" else FLOORS[here])


class Floors(unittest.TestCase):
    def test_every_file_is_on_a_floor(self):
        for path in sources():
            self.assertIn(folder_of(name_of(path)), {*FLOORS, "debug"}, path)

    def test_a_file_includes_only_its_own_floor_and_below(self):
        found = 0
        for path in sources():
            for _, included in INCLUDE.findall(path.read_text(encoding="utf-8")):
                if not included.startswith("coro/"):
                    continue
                found += 1
                name = included[len("coro/"):]
                with self.subTest(file=name_of(path), includes=name):
                    self.assertTrue((CORO / name).is_file(), "there is no such file")
                    self.assertTrue(may_include(name_of(path), name))
        self.assertGreater(found, 100)

    def test_files_of_the_library_are_named_from_the_top(self):
        for path in sources():
            for kind, included in INCLUDE.findall(path.read_text(encoding="utf-8")):
                self.assertEqual(kind == '"', included.startswith("coro/"),
                                 f"{name_of(path)} includes {included}")

    def test_the_rule_itself(self):
        self.assertTrue(may_include("task.hpp", "loop/event_loop.hpp"))
        self.assertTrue(may_include("loop/event_loop.cpp", "kernel/kernel.hpp"))
        self.assertTrue(may_include("run.cpp", "debug/reports.hpp"))
        self.assertTrue(may_include("debug/text.cpp", "loop/task_base.hpp"))
        self.assertFalse(may_include("loop/tasks.cpp", "outcome.hpp"))
        self.assertFalse(may_include("kernel/uring.cpp", "loop/observer.hpp"))
        self.assertFalse(may_include("sleep.hpp", "sync/event.hpp"))
        self.assertFalse(may_include("debug/reports.cpp", "task.hpp"))
        self.assertFalse(may_include("loop/tasks.cpp", "debug/reports.hpp"))


class Sizes(unittest.TestCase):
    def test_the_files_that_everyone_reads(self):
        for names, largest in LARGEST.items():
            with self.subTest(files=" and ".join(names)):
                self.assertLessEqual(sum(len(lines(CORO / name)) for name in names), largest)

    def test_combinators(self):
        found = [path for path in sources() if is_combinator(path)]
        self.assertTrue(found)
        for path in found:
            with self.subTest(file=name_of(path)):
                self.assertLessEqual(len(lines(path)), LARGEST_COMBINATOR)

    def test_awaitable_operations(self):
        found = {}
        for path in sources():
            if is_combinator(path):
                continue
            for match in AWAITABLE.finditer(path.read_text(encoding="utf-8")):
                found[f"{name_of(path)}: {match[1]}"] = match[0].count("\n") + 1
        for expected in ("sleep.hpp: sleep_awaiter", "yield.hpp: yield_awaiter",
                         "create_task.hpp: handle_awaiter", "task.hpp: task_awaiter"):
            self.assertIn(expected, found)
        for name, length in found.items():
            with self.subTest(operation=name):
                self.assertLessEqual(length, LARGEST_OPERATION)


class Comments(unittest.TestCase):
    def test_a_file_opens_by_saying_what_it_is(self):
        for path in sources():
            with self.subTest(file=name_of(path)):
                text = path.read_text(encoding="utf-8")
                if path.suffix == ".hpp":
                    self.assertTrue(text.startswith("#pragma once\n"))
                    text = text[len("#pragma once\n"):]
                opening = re.match(r"(?://.*\n)+", text)
                self.assertIsNotNone(opening, "no comment at its top")
                for named in re.findall(r"\b[\w/]+\.(?:hpp|cpp)\b", opening[0]):
                    places = (CORO / named, path.parent / named, ROOT / named)
                    self.assertTrue(any(place.is_file() for place in places),
                                    f"it names {named}, which there is not")

    def test_nothing_is_left_to_do_and_there_are_no_banners(self):
        for path in sources():
            for number, line in enumerate(lines(path), 1):
                place = f"{name_of(path)}:{number}: {line}"
                self.assertIsNone(UNFINISHED.search(line), place)
                self.assertIsNone(BANNER.search(line), place)
                self.assertIsNone(COMMENTED_OUT.search(line), place)

    def test_the_rules_themselves(self):
        for banner in ("// ----- timers -----", "//////////////", "// === x", "/* ****** */",
                       "    // --- time, in nanoseconds -----"):
            self.assertIsNotNone(BANNER.search(banner), banner)
        for good in ("// a - b", "--references;", "//     task_base --leaf--> frame", "a->b--;",
                     "// 1. and 2. Something"):
            self.assertIsNone(BANNER.search(good), good)
        for code in ("    // loop.run();", "// int x = 5;", "// if (x) {", "// }"):
            self.assertIsNotNone(COMMENTED_OUT.search(code), code)
        for prose in ("/// for (auto x : y) {", "// epoll does no I/O;", "// It ends with complete()."):
            self.assertIsNone(COMMENTED_OUT.search(prose), prose)


class ReadingOrder(unittest.TestCase):
    def test_it_tells_the_length_of_each_file(self):
        text = (CORO / "README.md").read_text(encoding="utf-8")
        rows = README_ROW.findall(text)
        self.assertEqual(len(rows), text.count("| [`"), "a row is not | file | sentence | lines |")
        self.assertGreater(len(rows), 30)
        for shown, link, sentence, told in rows:
            with self.subTest(file=shown):
                self.assertEqual(link, shown)
                self.assertRegex(sentence, r"^[A-Z`].*\.$")
                self.assertEqual(int(told), len(lines(CORO / shown)))

    def test_it_names_no_file_twice(self):
        names = [row[0] for row in README_ROW.findall((CORO / "README.md").read_text("utf-8"))]
        self.assertEqual(len(names), len(set(names)))

    def test_it_names_every_public_header(self):
        names = {row[0] for row in README_ROW.findall((CORO / "README.md").read_text("utf-8"))}
        public = {path.name for path in CORO.glob("*.hpp")}
        self.assertEqual(public - names - {"coro.hpp"}, set())


if __name__ == "__main__":
    unittest.main()
