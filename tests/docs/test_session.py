"""What the pages show of a session at a terminal (./lab, gdb) is what happens. See
session.py; `python3 tests/docs/test_docs.py --write` puts what is true into the pages.
"""

import difflib
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import pages  # noqa: E402
import session  # noqa: E402
from labkit import machine  # noqa: E402


class Sessions(unittest.TestCase):
    maxDiff = None

    def test_the_transcripts_are_true(self):
        found = session.session_pages()
        self.assertIn("start.md", [page.name for page in found])
        for page in found:
            with session.Session() as now:
                for block in pages.BLOCK.finditer(page.read_text(encoding="utf-8")):
                    if block["language"] != "console":
                        continue
                    command, typed, shown = session.parts(block["text"])
                    with self.subTest(page=page.name, command=command):
                        if command.startswith("./lab gdb") and not machine.may_debug():
                            with self.assertRaisesRegex(AssertionError, "--cap-add=SYS_PTRACE"):
                                now.said(command, typed)
                        else:
                            self.compare(shown, now.said(command, typed))

    def compare(self, shown: str, said: str) -> None:
        if not pages.is_like(shown, said):
            wrong = difflib.unified_diff(
                shown.splitlines(), said.splitlines(), "the page", "now", lineterm="", n=1
            )
            self.fail("\n".join(wrong) + "\npython3 tests/docs/test_docs.py --write puts it right")


if __name__ == "__main__":
    unittest.main()
