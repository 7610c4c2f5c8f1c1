"""What ./lab adds to a compiler's words: tried with a real compiler, on what a student
writes. The page docs/mistakes.md says the same.
"""

import sys
import tempfile
import unittest
from pathlib import Path

import tools
from labkit import compiler_words

sys.path.insert(0, str(tools.ROOT / "tests" / "compile_fail"))

import test_compile_fail  # noqa: E402

RUN_PER = "compiler"

BEGINNING = """#include "coro/coro.hpp"

#include <unistd.h>
coro::task<int> add(int a, int b);
"""

# What is written, with the line that is wrong marked, and what is said of it.
MISTAKES = (
    ("int sum() {\n    int a = co_await add(1, 2);\n    return a;  \n}", "An ordinary function cannot wait without its thread"),
    ("int main() {\n    co_await add(1, 2);  // here\n}", "main is no coroutine"),
    ("coro::task<> f() {\n    auto g = [] { co_await add(1, 2); };  // here\n    co_return;\n}", "a lambda that awaits says what it returns"),
    ("coro::task<> f() {\n    co_return 3;  // here\n}", "a coro::task<> gives no value"),
    ("coro::task<int> f() {\n    co_return;  // here\n}", "this coroutine is to give a value"),
    ("coro::task<int> f() {\n    return 3;  // here\n}", "a coroutine gives its result by co_return"),
    ("coro::task<> f() {\n    co_await coro::yield();\n    return;  // here\n}", "if this is to be a coroutine: co_return, not return"),
    ("coro::task<int> f() {\n}  // here", "the value is missing: a coroutine ends with co_return value;"),
    ("void g();\ncoro::task<> f() {\n    co_await g();  // here\n}", "It must give a task: co_await f()"),
    ("coro::task<> f() {\n    std::vector<coro::task<int>> v{add(1, 2), add(3, 4)};  // here\n    co_await coro::gather(std::move(v));\n}", "a list in braces copies"),
    ("coro::task<> f() {\n    auto h = coro::gather({add(1, 2), add(3, 4)});  // here\n    co_return;\n}", "without braces"),
    ("coro::task<> f() {\n    co_await coro::sleep(1s);  // here\n}", "using namespace std::chrono_literals;"),
    ("coro::task<> f(coro::mutex& m) {\n    auto guard = m.lock();  // here\n    co_return;\n}", "If it was to wait, or to hold a lock, its co_await is missing"),
    ("coro::task<> f() {\n    const int sum = add(1, 2);  // here\n    co_return;\n}", "its result is what awaiting it gives: co_await f()"),
    ("coro::task<> f() {\n    auto sum = add(1, 2);\n    coro::println(\"{}\", sum);  // here\n    co_return;\n}", "a task cannot be printed"),
    ("coro::task<> f() {\n    add(1, 2);  // here\n    co_return;\n}", "a task does nothing until it is awaited: write co_await f(), or start it with coro::create_task(f())"),
    ("coro::task<> f() {\n    co_await sleep(1);  // here\n}", "a number cannot be awaited"),
    ("coro::task<> f(std::vector<coro::task<>> all) {\n    co_await coro::gather(all);  // here\n}", "gather owns its tasks: write gather(std::move(tasks))"),
    ("coro::task<> f() {\n    no_such_thing();  // here\n}", "no_such_thing"),
)


class Compiled(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.compiled = test_compile_fail.Compiled(folder.name)

    def said(self, code: str) -> tuple:
        file = self.folder / "lesson.cpp"
        file.write_text(BEGINNING + code + "\n", encoding="utf-8")
        said = self.compiled.compile(file, "-Wall").stderr
        return said, compiler_words.in_short(said, {file.resolve(): "work/lesson.cpp"}, self.folder)

    def test_the_line_and_what_was_meant(self):
        for code, meant in MISTAKES:
            with self.subTest(code=code):
                said, short = self.said(code)
                self.assertIn(meant, short, said)
                self.assertNotIn("\n", short)
                lines = (BEGINNING + code).splitlines()
                marked = [number for number, line in enumerate(lines, 1) if line.endswith("// here")]
                if marked:
                    self.assertTrue(short.startswith(f"work/lesson.cpp:{marked[0]}: "), short)

    def test_every_hint_is_tried_and_on_the_page(self):
        page = (tools.ROOT / "docs" / "mistakes.md").read_text(encoding="utf-8")
        for _, hint in compiler_words.HINTS:
            with self.subTest(hint=hint):
                self.assertIn(f"| {hint} |\n", page)
                self.assertTrue(any(meant in hint for _, meant in MISTAKES))

    def test_nothing_about_a_file_that_is_not_the_lessons(self):
        said, _ = self.said("int f() { return no_such_thing; }")
        self.assertEqual(compiler_words.in_short(said, {}, self.folder), "")
        self.assertEqual(compiler_words.told(said, {}, self.folder), compiler_words.shortened(said))


class Shortened(unittest.TestCase):
    def test_what_tells_nothing_about_the_mistake_is_left_out(self):
        text = (
            "FAILED: work/gather.o \n"
            "c++ -I. -c gather.cpp\n"
            "In file included from \033[01m\033[K../coro/task.hpp:11\033[m\033[K,\n"
            "                 from ../lesson.hpp:8:\n"
            "In file included from gather.cpp:1:\n"
            "gather.cpp:3:1: \033[31merror: \033[0mthis is wrong\n"
            "    3 | wrong\n"
            "1 error generated.\n"
            "ninja: build stopped: subcommand failed.\n"
        )
        self.assertEqual(
            compiler_words.shortened(text), "gather.cpp:3:1: \033[31merror: \033[0mthis is wrong\n    3 | wrong"
        )

    def test_what_was_not_understood_is_kept(self):
        text = "/usr/bin/ld: gather.o: undefined reference to `main'"
        self.assertEqual(compiler_words.told(text, {}, Path("/")), text)


if __name__ == "__main__":
    unittest.main()
