"""Installs the library as a user would, and builds a program against it that lies
outside of the tree: with what pkg-config says, and nothing else."""

import re
import unittest

from installed import PROGRAM, ROOT, WithScratch

FORGOTTEN = PROGRAM.replace("co_await coro::sleep(1ms);", "coro::sleep(1ms);")

# They take longer to compile than all of coro, or are an implementation's own.
HEAVY = {"iostream", "regex", "memory", "functional", "mutex", "liburing.h"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


class Install(WithScratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.static = cls.install_static()

    # What is installed

    def test_nothing_is_installed_but_the_libraries_the_headers_and_the_pc_file(self):
        self.assertEqual(self.static.others(), {"libcoro.a", "libcoro-held-locks.a", "coro.pc"})

    def test_every_header_of_the_ground_floor_is_installed(self):
        public = {f"coro/{path.name}" for path in (ROOT / "coro").glob("*.hpp")}
        self.assertEqual(public - set(self.static.headers()), set(),
                         "a header in coro/ is not installed: add it to coro/meson.build")

    def test_installed_headers_include_only_what_is_installed(self):
        installed = self.static.headers()
        for name in installed:
            text = (self.static.include / name).read_text(encoding="utf-8")
            for included in INCLUDE.findall(text):
                if included.startswith("coro/"):
                    self.assertIn(included, installed, f"{name} includes it: add it to meson.build")

    def test_headers_are_those_of_the_tree(self):
        for name in self.static.headers():
            self.assertEqual((self.static.include / name).read_bytes(), (ROOT / name).read_bytes())

    def test_no_header_includes_what_is_slow_to_compile(self):
        for name in self.static.headers():
            text = (self.static.include / name).read_text(encoding="utf-8")
            self.assertEqual(HEAVY & set(INCLUDE.findall(text)), set(), f"in {name}")

    # The use of it

    def test_a_program_uses_the_static_library(self):
        self.compile(PROGRAM, self.static.flags("--cflags", "--libs"))
        self.check_program()

    def test_forgetting_to_await_is_an_error_for_users_too(self):
        ended = self.compile(FORGOTTEN, self.static.flags("--cflags", "--libs"), check=False)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("co_await coro::sleep(...)", ended.stderr)

    def test_the_version_is_that_of_the_project(self):
        declared = re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text())[1]
        self.assertEqual(self.static.flags("--modversion"), [declared])


if __name__ == "__main__":
    unittest.main()
