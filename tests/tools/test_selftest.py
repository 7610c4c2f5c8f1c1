"""The self-test of compilers, with the compiler that the tests were built with
and with one that gets everything wrong."""

import os
import shlex
import subprocess
import sys
import unittest

import tools
from labkit import compilers, selftest

RUN_PER = "matrix"

CXX = shlex.split(os.environ.get("CORO_TEST_CXX") or os.environ.get("CXX") or "c++")


class SelfTest(unittest.TestCase):
    def test_every_case_has_its_program_and_its_words(self):
        found = {path.stem[-1].upper() for path in selftest.FOLDER.glob("case_*.cpp")}
        self.assertEqual(found, set(selftest.CASES))

    def test_the_compiler_in_use_has_a_verdict_and_meson_says_the_same(self):
        cases = selftest.failing_cases(CXX)
        self.assertIsNotNone(cases)
        self.assertLessEqual(set(cases), set(selftest.CASES))
        answer = subprocess.run(
            [sys.executable, str(selftest.FOLDER / "run.py"), *CXX], capture_output=True, text=True
        )
        self.assertEqual(answer.returncode, 1 if cases else 0)
        self.assertEqual(len(answer.stdout.splitlines()), 1)
        for case in cases:
            self.assertIn(f"({case})", answer.stdout)

    def test_every_clang_passes_and_gcc_12_fails_in_every_case(self):
        with tools.environment(CORO_BUILD=tools.shared_build()):
            found = [each for each in compilers.all_tested(compilers.Cache()) if each.usable]
        self.assertTrue(found)
        for compiler in found:
            with self.subTest(compiler=compiler.tag):
                if compiler.kind == "clang":
                    self.assertEqual(compiler.failing, "")
                elif compiler.version == "12.2.0":
                    self.assertEqual(compiler.failing, "ABCDEF")

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
