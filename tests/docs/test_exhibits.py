"""The exhibits of the pages: programs that use what is gone, and what the address
sanitizer says to them. Only a build with the sanitizer has them.
"""

import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import pages  # noqa: E402

RUN_PER = "build"

SHOWN = re.compile(r"^```cpp asan/(\w+)\.cpp\n.*?^```\n\n```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# g++ looks at the stack after a return only if it is told to.
OPTIONS = "detect_stack_use_after_return=1:handle_segv=2"


def shown() -> dict:
    texts = [page.read_text(encoding="utf-8") for page in pages.pages()]
    return dict(found for text in texts for found in SHOWN.findall(text))


def pattern(text: str) -> re.Pattern:
    """`[..]` is anything within a line, and a line `[...]` any lines."""
    words = re.escape(text)
    words = words.replace(re.escape("[...]") + re.escape("\n"), "(?:[^\n]*\n)*?")
    return re.compile(words.replace(re.escape("[..]"), "[^\n]*"))


def build_folder() -> Path:
    return pages.executable().parent.parent.parent


def sanitizers() -> str:
    options = json.loads((build_folder() / "meson-info" / "intro-buildoptions.json").read_text(encoding="utf-8"))
    return next(option["value"] for option in options if option["name"] == "b_sanitize")


class Exhibits(unittest.TestCase):
    def test_each_is_shown_with_its_report(self):
        files = sorted(file.stem for file in (pages.EXAMPLES / "asan").glob("*.cpp"))
        self.assertEqual(sorted(shown()), files)
        self.assertGreater(len(files), 3)

    def test_the_pattern_is_exact_where_it_says_something(self):
        self.assertTrue(pattern("a [..] c\n[...]\nd\n").search("a b c\nx\ny\nd\n"))
        self.assertTrue(pattern("a\n[...]\nd\n").search("a\nd\n"))
        self.assertFalse(pattern("a\n[...]\nd\n").search("a\nx\ne\n"))
        self.assertFalse(pattern("a [..] c\n").search("a b\nc\n"))

    def test_the_sanitizer_says_what_the_page_says_or_they_are_not_there(self):
        program = pages.executable().with_name("doc-exhibits")
        if "address" not in sanitizers():
            self.assertFalse(program.exists(), "a build without the sanitizer is not to run them")
            return
        for name, report in shown().items():
            for kernel in pages.kernels():
                with self.subTest(exhibit=name, kernel=kernel):
                    answer = subprocess.run(
                        [str(program), name],
                        env={**os.environ, "ASAN_OPTIONS": OPTIONS, "CORO_CLOCK": "virtual", "CORO_KERNEL": kernel},
                        stdin=subprocess.DEVNULL,
                        capture_output=True,
                        encoding="utf-8",
                        errors="replace",
                        timeout=pages.TIME_LIMIT,
                        preexec_fn=pages.as_from_a_terminal,
                    )
                    self.assertNotEqual(answer.returncode, 0)
                    self.assertRegex(answer.stderr, pattern(report))


if __name__ == "__main__":
    unittest.main()
