"""The self-test of compilers, with the compiler that the tests were built with
and with one that gets everything wrong."""

import os
import shlex
import subprocess
import sys
import unittest

import tools
from labkit import compilers, selftest

CXX = shlex.split(os.environ.get("CORO_TEST_CXX") or os.environ.get("CXX") or "c++")


class SelfTest(unittest.TestCase):
    def test_every_case_has_its_program_and_its_words(self):
        found = {path.stem[-1].upper() for path in selftest.FOLDER.glob("case_*.cpp")}
        self.assertEqual(found, set(selftest.CASES))

    def test_the_compiler_in_use_has_a_verdict(self):
        cases = selftest.failing_cases(CXX)
        self.assertIsNotNone(cases)
        self.assertLessEqual(set(cases), set(selftest.CASES))

    def test_gcc_12_fails_and_clang_passes(self):
        with tools.folder() as place, tools.environment(CORO_BUILD=place):
            cache = compilers.Cache()
            for compiler in compilers.all_tested(cache):
                with self.subTest(compiler=compiler.tag):
                    if compiler.tag == "gcc-12.2.0":
                        self.assertEqual(compiler.failing, "ABCDEF")
                    elif compiler.kind == "clang" and compiler.usable:
                        self.assertEqual(compiler.failing, "")

    def test_a_compiler_that_builds_nothing_cannot_be_used(self):
        self.assertIsNone(selftest.failing_cases(["false"]))
        self.assertIsNone(selftest.failing_cases(["/nonexistent/c++"]))

    def test_programs_that_crash_or_lie_fail_their_cases(self):
        with tools.folder() as place:
            # A "compiler" whose programs all end with 1, and that accepts everything.
            fake = tools.script(
                place / "c++",
                'while [ "$1" != -o ]; do shift; done\nprintf "#!/bin/sh\\nexit 1\\n" >"$2"\nchmod +x "$2"\n',
            )
            self.assertEqual(selftest.failing_cases([str(fake)]), "ABCDEF")

    def test_the_program_for_meson_says_the_same(self):
        answer = subprocess.run(
            [sys.executable, str(selftest.FOLDER / "run.py"), *CXX], capture_output=True, text=True
        )
        cases = selftest.failing_cases(CXX)
        self.assertEqual(answer.returncode, 1 if cases else 0)
        self.assertEqual(len(answer.stdout.splitlines()), 1)
        for case in cases:
            self.assertIn(f"({case})", answer.stdout)
