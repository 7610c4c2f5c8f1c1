"""./lab run, watch and test on a small clone of its own: a path with a space and
an umlaut, no terminal, the soft limit of 1024 descriptors, links, any folder."""

import os
import re
import resource
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

import tools

RUN_PER = "matrix"


CLONE = tools.folder("Schöne Übung")
ROOT = None


def setUpModule():
    """One clone for all tests here: its first build is what takes long."""
    global ROOT
    ROOT = tools.buildable(tools.clone(CLONE.__enter__()))
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


def tearDownModule():
    CLONE.__exit__(None, None, None)


class Clone(unittest.TestCase):
    def setUp(self):
        self.root = ROOT
        shutil.rmtree(self.root / "work", ignore_errors=True)

    def lab(self, *words, status=0, **more):
        answer = tools.lab(self.root, *words, **more)
        self.assertEqual(answer.returncode, status, answer.stdout + answer.stderr)
        return answer


class Running(Clone):
    def test_one_lesson_on_the_real_clock(self):
        lines = self.lab("run", "first").stdout.splitlines()
        self.assertRegex(lines[0], r"^01 first \(real clock, (io_uring|epoll.*)\)$")
        self.assertEqual(lines[1:], ["first real -"])

    def test_all_on_the_virtual_clock(self):
        said = self.lab("run", "all").stdout
        self.assertRegex(said.splitlines()[0], r"^01 first \(virtual clock, ")
        for part in ("first", "second_a", "second_b"):
            self.assertIn(f"{part} virtual -\n", said)

    def test_options_and_environment(self):
        said = self.lab("run", "second_b", "--clock", "virtual", "--kernel", "epoll").stdout
        self.assertEqual(said, "02 second_b (virtual clock, epoll)\nsecond_b virtual epoll\n")
        said = self.lab("run", "first", CORO_CLOCK="virtual", CORO_KERNEL="epoll").stdout
        self.assertIn("first virtual epoll", said)
        said = self.lab("run", "first", "--clock", "real", CORO_CLOCK="virtual").stdout
        self.assertIn("first real", said)
        self.assertIn("must be uring or epoll", self.lab("run", "first", CORO_KERNEL="urnig", status=2).stderr)

    def test_the_twin_and_both_times(self):
        said = self.lab("run", "first", "--python").stdout
        self.assertIn("\ntwin of first\n", said)
        self.assertRegex(said, r"\nC\+\+ took \d+\.\d{3} s, Python \d+\.\d{3} s\n$")
        self.assertLess(said.index("first real"), said.index("twin of first"))

    def test_terminal_is_for_lessons_with_a_sink(self):
        said = self.lab("run", "first", "--terminal", status=2).stderr
        self.assertIn("first prints nothing into a sink", said)
        self.assertIn("It is for no lesson that is here.", said)
        lesson = self.root / "lessons" / "01_first"
        kept = {file: file.read_text() for file in (lesson / "lesson.toml", lesson / "first.cpp")}
        code = '#include <cstdio>\n#include <cstdlib>\nint main() { std::puts(std::getenv("LESSON_TERMINAL")); }\n'
        try:
            (lesson / "lesson.toml").write_text(kept[lesson / "lesson.toml"] + 'explains = ["lesson::sink"]\n')
            (lesson / "first.cpp").write_text(code)
            self.assertEqual(self.lab("run", "first", "--terminal").stdout.splitlines()[1:], ["1"])
            self.assertEqual(self.lab("run", "first").stdout.splitlines()[1:], [""])
            self.assertIn("It is for first.", self.lab("run", "second", "--terminal", status=2).stderr)
        finally:
            for file, text in kept.items():
                file.write_text(text)

    def test_through_a_link_and_from_elsewhere(self):
        with tools.folder("links") as place:
            link = place / "my lab"
            link.symlink_to(os.path.relpath(self.root / "lab", place))
            again = place / "again"
            again.symlink_to("my lab")
            for path in (link, again):
                answer = subprocess.run([str(path), "list"], cwd="/", capture_output=True, text=True)
                self.assertEqual(answer.returncode, 0, answer.stderr)
                self.assertIn("01   first", answer.stdout)

    def test_in_a_locale_without_unicode(self):
        self.assertIn("first real -", self.lab("run", "first", LC_ALL="C", PYTHONUTF8="0").stdout)

    def test_a_program_that_fails_gives_its_status(self):
        file = self.root / "lessons" / "01_first" / "first.cpp"
        kept = file.read_text()
        try:
            file.write_text("int main() { return 7; }\n")
            self.assertIn("status 7", self.lab("run", "first", status=7).stderr)
            file.write_text("int main() { not_declared(); }\n")
            answer = self.lab("run", "first", status=1)
            self.assertIn("not_declared", answer.stderr)
            self.assertEqual(answer.stdout, "")
        finally:
            file.write_text(kept)

    def test_what_does_not_compile_is_told_in_short(self):
        self.lab("edit", "first")
        file = self.root / "work" / "first" / "first.cpp"
        file.write_text("int main() {\n    return not_declared;\n}\n")
        for flags in ((), ("--python",)):
            said = self.lab("run", "first", *flags, status=1).stderr
            self.assertIn("lab: error: this does not compile:\n", said)
            self.assertRegex(said, r"\n\nIn short,\nwork/first/first\.cpp:2: .*not_declared.*\n$")
            self.assertNotIn("FAILED", said)

    def test_a_copys_warnings_are_shown(self):
        self.lab("edit", "first")
        file = self.root / "work" / "first" / "first.cpp"
        file.write_text("int main() {\n    int unused = 0;\n}\n")
        said = self.lab("run", "first").stderr
        self.assertIn("lab: the compiler warns:\n", said)
        self.assertIn("\nwork/first/first.cpp:2: nothing uses this variable. If it was to wait", said)

    def test_the_sanitizers_report_what_uses_something_that_is_gone(self):
        self.lab("edit", "first")
        file = self.root / "work" / "first" / "first.cpp"
        file.write_text("int main() {\n    int* gone = new int(1);\n    delete gone;\n    return *gone;\n}\n")
        answer = tools.lab(self.root, "run", "first", "--sanitize")
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn(", sanitizers)\n", answer.stdout)
        self.assertIn("ERROR: AddressSanitizer: heap-use-after-free", answer.stderr)
        file.write_text('#include <cstdlib>\n#include <cstdio>\nint main() { std::puts(std::getenv("ASAN_OPTIONS")); }\n')
        self.assertIn("detect_stack_use_after_return=1", self.lab("run", "first", "--sanitize", ASAN_OPTIONS="color=never").stdout)

    def test_a_file_that_is_not_the_lessons_is_refused(self):
        with tools.folder("elsewhere") as place:
            shutil.copy(self.root / "lessons" / "01_first" / "first.cpp", place)
            for command in ("run", "watch"):
                answer = tools.lab(self.root, command, "first.cpp", where=place)
                self.assertEqual(answer.returncode, 2)
                self.assertIn("first.cpp is not where lesson first is run from", answer.stderr)

    def test_little_is_lost_when_nothing_is_missing(self):
        self.lab("run", "first")
        times = []
        for _ in range(3):
            started = time.monotonic()
            self.lab("run", "first")
            times.append(time.monotonic() - started)
        self.assertLess(min(times), 1.0)

    def test_control_c_reaches_the_program_and_gives_130(self):
        file = self.root / "lessons" / "02_second" / "second_a.cpp"
        kept = file.read_text()
        code = "#include <unistd.h>\n#include <cstdio>\nint main() { std::puts(\"up\"); std::fflush(stdout); pause(); }\n"
        try:
            file.write_text(code)
            process = start(self.root, "run", "second_a")
            self.assertTrue(wait_for(process, "up\n"))
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            self.assertEqual(process.wait(20), 130)
            process.stdout.close()
        finally:
            file.write_text(kept)


class Copies(Clone):
    def test_are_run_instead_and_say_so(self):
        self.lab("edit", "second")
        file = self.root / "work" / "second" / "second_a.cpp"
        file.write_text(file.read_text().replace('"second_a"', '"mine"'))
        said = self.lab("run", "second").stdout
        self.assertIn("(your copy, ", said)
        self.assertIn("mine real -", said)
        self.assertIn("second_b real -", said)
        said = self.lab("run", "second_a", "--original").stdout
        self.assertIn("second_a real -", said)
        self.assertNotIn("your copy", said)

    def test_a_header_of_ones_own_and_a_changed_shared_one(self):
        self.lab("edit", "first")
        folder = self.root / "work" / "first"
        (folder / "mine.hpp").write_text('#define NAME "one"\n')
        code = '#include "mine.hpp"\n#include "../common/shared.hpp"\nint main() { return shared(NAME); }\n'
        (folder / "first.cpp").write_text(code)
        self.assertIn("one real -", self.lab("run", "first").stdout)
        (folder / "mine.hpp").write_text('#define NAME "two"\n')
        self.assertIn("two real -", self.lab("run", "first").stdout)
        shared = self.root / "lessons" / "common" / "shared.hpp"
        kept = shared.read_text()
        shared.write_text(kept.replace("%s %s %s", "now %s %s %s"))
        self.assertIn("now two real -", self.lab("run", "first").stdout)
        shared.write_text(kept)

    def test_a_rebuild_of_a_copy_is_quick(self):
        self.lab("edit", "second")
        file = self.root / "work" / "second" / "second_b.cpp"
        self.lab("run", "second_b")
        times = []
        for number in range(3):
            file.write_text(file.read_text() + f"// {number}\n")
            started = time.monotonic()
            self.lab("run", "second_b")
            times.append(time.monotonic() - started)
        self.assertLess(min(times), 1.5)


class Watching(Clone):
    def test_runs_again_at_every_save_also_after_an_error(self):
        self.lab("edit", "first")
        self.lab("run", "first")
        file = self.root / "work" / "first" / "first.cpp"
        kept = file.read_text()
        process = start(self.root, "watch", "first")
        try:
            self.assertTrue(wait_for(process, "first real -\n"))
            file.write_text(kept.replace('"first"', '"again"'))
            self.assertTrue(wait_for(process, "again real -\n"))
            file.write_text("nonsense\n")
            self.assertTrue(wait_for(process, "error", everything=True))
            file.write_text(kept.replace('"first"', '"mended"'))
            self.assertTrue(wait_for(process, "mended real -\n"))
            os.killpg(process.pid, signal.SIGINT)
            self.assertEqual(process.wait(20), 130)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def start(root: Path, *words) -> subprocess.Popen:
    settings = {**os.environ, "CORO_BUILD": str(root / "build")}
    settings.pop("CORO_WORK", None)
    return subprocess.Popen(
        [str(root / "lab"), *words],
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def wait_for(process: subprocess.Popen, text: str, everything: bool = False) -> bool:
    """Reads the output until a line is `text` (or holds it, with `everything`)."""
    for line in process.stdout:
        if line == text or everything and re.search(text, line):
            return True
    return False
