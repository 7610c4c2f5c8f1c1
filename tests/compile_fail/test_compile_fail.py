"""The mistakes in this folder do not compile, and the compiler's message says
what was probably meant. Without the mistake the same file compiles.

A file has its mistake under #ifdef MISTAKE, and says on a line `// expect:`
which words must be in the message; `// expect g++:` and `// expect clang:`
where the words are the compiler's own. Several mistakes share a file, which
saves its compilation, if each has words of its own. The compiler is that of CORO_TEST_CXX or
CXX; the flags are those that pkg-config gives to users of the library.
"""

import os
import re
import shlex
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

RUN_PER = "compiler"

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TIME_LIMIT = 120  # seconds for one file, which takes about one
EXPECTED = re.compile(r"^// expect(?: (g\+\+|clang))?: (.+)$", re.MULTILINE)


def compiler() -> list:
    return shlex.split(os.environ.get("CORO_TEST_CXX") or os.environ.get("CXX") or "c++")


def pkg_config_flags() -> list:
    """What `pkg-config --cflags coro` will say once the library is installed,
    but for the folder of the headers."""
    build = Path(os.environ.get("CORO_TEST_BUILD") or ROOT / "build")
    text = (build / "meson-private" / "coro.pc").read_text(encoding="utf-8")
    flags = shlex.split(re.search(r"^Cflags:(.*)$", text, re.MULTILINE)[1])
    return [flag for flag in flags if not flag.startswith("-I")]


def run(command: list) -> subprocess.CompletedProcess:
    # The messages are compared, so they are to be in English.
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
                          errors="replace", timeout=TIME_LIMIT, env={**os.environ, "LC_ALL": "C"},
                          check=False)


class Compiled:
    """The library's header, compiled once, and the compiler that did."""

    def __init__(self, folder: str):
        version = run([*compiler(), "--version"]).stdout
        self.kind = "clang" if "clang" in version else "g++"
        self.base = [*compiler(), *pkg_config_flags(), f"-I{ROOT}"]
        made = str(Path(folder) / "coro.hpp") + (".gch" if self.kind == "g++" else ".pch")
        answer = run([*self.base, "-x", "c++-header", str(ROOT / "coro" / "coro.hpp"), "-o", made])
        if answer.returncode != 0:
            raise AssertionError(f"coro.hpp does not compile:\n{answer.stderr}")
        self.header = (["-include-pch", made] if self.kind == "clang" else
                       ["-include", made[:-len(".gch")]])

    def compile(self, file: Path, *flags: str) -> subprocess.CompletedProcess:
        return run([*self.base, *self.header, *flags, "-fsyntax-only", str(file)])


class CompileFail(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.compiled = Compiled(folder.name)
        cls.files = sorted(HERE.glob("*.cpp"))

    def compile_all(self, *flags: str) -> list:
        """Each file, and what the compiler said to it."""
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            answers = pool.map(lambda file: self.compiled.compile(file, *flags), self.files)
            return list(zip(self.files, answers))

    def test_each_file_names_its_words(self):
        self.assertGreater(len(self.files), 20)
        for file in self.files:
            with self.subTest(file=file.stem):
                text = file.read_text(encoding="utf-8")
                self.assertTrue(self.words(text), "no `// expect: words` for this compiler")
                self.assertIn("#ifdef MISTAKE", text)

    def words(self, text: str) -> list:
        return [words for kind, words in EXPECTED.findall(text) if kind in ("", self.compiled.kind)]

    def test_a_mistake_is_an_error_that_says_what_was_meant(self):
        for file, answer in self.compile_all("-DMISTAKE"):
            with self.subTest(file=file.stem):
                self.assertNotEqual(answer.returncode, 0, "it compiles")
                for words in self.words(file.read_text(encoding="utf-8")):
                    self.assertIn(words, answer.stderr)

    def test_without_the_mistake_it_compiles_and_nothing_is_said(self):
        for file, answer in self.compile_all("-Wall", "-Wextra", "-Wno-unused-variable"):
            with self.subTest(file=file.stem):
                self.assertEqual((answer.returncode, answer.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
