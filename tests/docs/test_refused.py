"""What the pages of docs/ show as refused does not compile, and the compiler says what
the page says: the ```text block behind each ```cpp refused/NAME.cpp.
"""

import os
import re
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "compile_fail")]

import pages  # noqa: E402
import test_compile_fail  # noqa: E402

RUN_PER = "compiler"

SHOWN = re.compile(
    r"^```cpp refused/(\w+\.cpp)[^\n]*\n.*?^```\n\n```text\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
ONLY_CLANG = ("no_value.cpp", "unnamed.cpp")


class Refused(unittest.TestCase):
    def test_the_compiler_says_what_the_page_says(self):
        shown = [
            match for page in pages.pages() for match in SHOWN.findall(page.read_text(encoding="utf-8"))
        ]
        files = sorted(file.name for file in (pages.EXAMPLES / "refused").glob("*.cpp"))
        self.assertEqual(sorted(name for name, _ in shown), files)
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            compiled = test_compile_fail.Compiled(folder)
            wanted = [
                one for one in shown if compiled.kind == "clang" or one[0] not in ONLY_CLANG
            ]
            answers = pool.map(
                lambda one: compiled.compile(pages.EXAMPLES / "refused" / one[0], "-Wall"), wanted
            )
            for (name, words), answer in zip(wanted, answers):
                with self.subTest(file=name):
                    self.assertNotEqual(answer.returncode, 0, "it compiles")
                    self.assertIn(" ".join(words.split()), " ".join(answer.stderr.split()))


if __name__ == "__main__":
    unittest.main()
