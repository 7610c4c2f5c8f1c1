"""Holds the pages of docs/ to the truth: their code is that of the files in
docs/examples, and their transcripts are what those programs print, on both kernels.

    CORO_TEST_BUILD=build python3 tests/docs/test_docs.py --write

puts what is true now into the pages.
"""

import difflib
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import pages  # noqa: E402
import session  # noqa: E402

RUN_PER = "build"

MOST_CODE = 45
COLUMNS = 68
CALLER = re.compile(r"^    called at    .*\n", re.MULTILINE)


def lines_of_code(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip() and not line.lstrip().startswith("//"))


class Pages(unittest.TestCase):
    maxDiff = None

    def each_block(self, language: str):
        for page in pages.pages():
            for found in pages.BLOCK.finditer(page.read_text(encoding="utf-8")):
                if found["language"] == language:
                    yield page.name, found

    def compare(self, shown: str, said: str) -> None:
        if not pages.is_like(shown, said):
            wrong = difflib.unified_diff(
                shown.splitlines(), said.splitlines(), "the page", "now", lineterm="", n=1
            )
            self.fail("\n".join(wrong) + "\npython3 tests/docs/test_docs.py --write puts it right")

    def test_the_code_is_that_of_the_programs(self):
        count = 0
        for page, found in self.each_block("cpp"):
            count += 1
            with self.subTest(page=page, code=found["about"]):
                self.compare(found["text"], pages.code(found["about"]))
        self.assertGreater(count, 10)

    def test_the_transcripts_are_true(self):
        for page, found in self.each_block("console"):
            command, _, shown = found["text"].partition("\n")
            self.assertTrue(command.startswith("$ "))
            for kernel in pages.kernels():
                with self.subTest(page=page, command=command, kernel=kernel):
                    said = pages.output(command[2:], kernel)
                    # An optimized program may hide who called, a sanitizer too.
                    told = "called at    docs/examples/" in said
                    self.compare(*(each if told else CALLER.sub("", each) for each in (shown, said)))

    def test_every_report_has_its_section(self):
        reports = (pages.ROOT / "coro" / "debug" / "reports.cpp").read_text(encoding="utf-8")
        ids = set(re.findall(r"\[([a-z]+(?:-[a-z]+)+)\]", reports))
        self.assertGreater(len(ids), 10)
        sections = anchors((pages.DOCS / "reports.md").read_text(encoding="utf-8"))
        self.assertEqual(ids - sections, set())

    def test_links_lead_somewhere(self):
        for page in sorted(pages.DOCS.glob("*.md")):
            text = re.sub(r"`[^`\n]*`", "", pages.BLOCK.sub("", page.read_text(encoding="utf-8")))
            for link, anchor in re.findall(r"\]\(([^)#:]*)(#[^)]*)?\)", text):
                with self.subTest(page=page.name, link=link + anchor):
                    target = page.parent / link if link else page
                    self.assertTrue(target.exists())
                    if anchor:
                        self.assertIn(anchor[1:], anchors(target.read_text(encoding="utf-8")))


def anchors(text: str) -> set:
    """Those that a page's headings have."""
    headings = re.findall(r"^#+ (.+)$", pages.BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


class Programs(unittest.TestCase):
    def files(self):
        return sorted(file for file in pages.EXAMPLES.rglob("*.cpp") if file.name != "main.cpp")

    def test_they_fit_on_a_page(self):
        for file in [*self.files(), *pages.EXAMPLES.glob("*.hpp")]:
            with self.subTest(file=file.name):
                text = file.read_text(encoding="utf-8")
                self.assertLessEqual(lines_of_code(text), MOST_CODE, "lines of code")
                if file.name != "programs.hpp":  # which no page shows
                    long = [line for line in text.splitlines() if len(line) > COLUMNS]
                    self.assertEqual(long, [])

    def test_each_is_on_a_page_and_says_what_it_is(self):
        shown = "".join(page.read_text(encoding="utf-8") for page in pages.pages())
        for file in self.files():
            with self.subTest(file=file.name):
                self.assertIn(f"```cpp {file.relative_to(pages.EXAMPLES)}", shown)
                self.assertTrue(file.read_text(encoding="utf-8").startswith("// "))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        pages.write()
        session.write()
    else:
        unittest.main()
