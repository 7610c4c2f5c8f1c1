"""The page of a lesson shows all of its source and nothing twice, carries the
ids by which a translation finds a paragraph, and lets nothing through that is
not meant as HTML."""

import html
import re
import shutil
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

import support
from support import source

from page import colour, links, markdown, plain, web

PAGE = support.ROOT / "tools" / "page.py"
BLOCKS = {"p", "ul", "ol"}
VOID = {"meta", "br", "link"}


class Reader(HTMLParser):
    """What a page shows: prose by id, and lines of code by their language."""

    def __init__(self, text: str):
        super().__init__()
        self.prose, self.lines, self.links, self.ids = {}, {"cpp": [], "python": []}, [], []
        self.stack = []
        self._language = self._id = None
        self._text = ""
        self.feed(text)
        self.close()
        assert not self.stack, f"never closed: {self.stack}"

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if tag == "a":
            self.links.append(attrs.get("href"))
        kind = attrs.get("class", "")
        if tag == "pre" and kind in self.lines:
            self._language = kind
        if kind == "line" or (tag in BLOCKS and "id" in attrs):
            self._text, self._id = "", attrs.get("id")
        if tag not in VOID:
            self.stack.append((tag, kind))

    def handle_data(self, data):
        if ("a", "mark") not in self.stack:
            self._text += data

    def handle_endtag(self, tag):
        opened, kind = self.stack.pop()
        assert opened == tag, f"</{tag}> closes <{opened}>"
        if kind == "line":
            self.lines[self._language].append(self._text)
        elif tag in BLOCKS and self._id:
            self.prose[self._id] = self._text
            self._id = None


def words(text: str) -> list:
    """The words of prose, without the signs of Markdown."""
    return re.findall(r"\w+", re.sub(r"\]\([^)]*\)", "]", text))


def beside(lesson: source.Lesson) -> links.Links:
    """The links of a page that lies in the lesson's own folder."""
    return links.Links(lesson, lesson.folder / "page.html", [])


def page_of(lesson: source.Lesson) -> str:
    return web.Page(lesson, beside(lesson)).html()


class Pages(unittest.TestCase):
    def test_every_paragraph_is_there_once_with_its_id(self):
        for lesson in support.lessons():
            with self.subTest(lesson=lesson.id):
                shown = Reader(page_of(lesson))
                written = {one.id: one.text for part in lesson.parts
                           for pair in part.pairs for one in pair.prose}
                self.assertEqual(list(shown.prose), list(written))
                for id, text in written.items():
                    self.assertEqual(words(shown.prose[id]), words(text), id)
                self.assertEqual(len(shown.ids), len(set(shown.ids)), "an id is given twice")

    def test_every_line_of_code_is_there_once_and_in_order(self):
        for lesson in support.lessons():
            with self.subTest(lesson=lesson.id):
                shown = Reader(page_of(lesson))
                cpp, python = [], []
                for part in lesson.parts:
                    cpp += code_lines(part.cpp, r"\s*(//.*)?", r"\s*// \(\d+\)$")
                    python += code_lines(part.twin, r"\s*", r"\s*# \(\d+\)$")
                self.assertEqual([line for line in shown.lines["cpp"] if line], cpp)
                self.assertEqual([line for line in shown.lines["python"] if line], python)

    def test_what_it_prints_is_there(self):
        for lesson in support.lessons():
            text = re.sub(r"<[^>]+>", "", page_of(lesson))
            for part in lesson.parts:
                with self.subTest(part=part.stem):
                    self.assertIn(part.expected("txt").read_text(encoding="utf-8"), text)

    def test_what_it_reports_is_there(self):
        shown = 0
        for lesson in support.lessons():
            text = html.unescape(re.sub(r"<[^>]+>", "", page_of(lesson)))
            markdown_text = plain.page(lesson, beside(lesson))
            for report in [one for part in lesson.parts
                           for one in (part.expected("err"), part.twin_output, part.twin_report)
                           if one.exists()]:
                with self.subTest(report=str(report.relative_to(support.LESSONS))):
                    self.assertIn(report.read_text(encoding="utf-8"), text)
                    self.assertIn(report.read_text(encoding="utf-8"), markdown_text)
                    shown += 1
        self.assertGreater(shown, 0)

    def test_marks_lead_to_their_counterpart(self):
        for lesson in support.lessons():
            shown = Reader(page_of(lesson))
            inside = [link[1:] for link in shown.links if link.startswith("#")]
            with self.subTest(lesson=lesson.id):
                self.assertEqual(len(inside), 2 * sum(len(part.marks) for part in lesson.parts))
                self.assertLessEqual(set(inside), set(shown.ids))

    def test_links_to_files_lead_somewhere(self):
        for lesson in support.lessons():
            shown = Reader(page_of(lesson))
            files = [link for link in shown.links if not re.match(r"#|https?:", link)]
            self.assertIn("../common/lesson.hpp", files)
            for link in files:
                with self.subTest(lesson=lesson.id, link=link):
                    self.assertTrue((lesson.folder / link).exists())

    def test_it_needs_nothing_from_elsewhere(self):
        for lesson in support.lessons():
            self.assertNotRegex(page_of(lesson), r"<script|<link|<img|@import|url\(")

    def test_markdown_has_the_same_paragraphs_and_lines(self):
        for lesson in support.lessons():
            text = plain.page(lesson, beside(lesson))
            with self.subTest(lesson=lesson.id):
                for part in lesson.parts:
                    for pair in part.pairs:
                        for one in pair.prose:
                            self.assertEqual(text.count(one.text), 1, one.id)
                    shown = "\n".join(re.findall(r"```cpp\n(.*?)\n```", text, re.DOTALL))
                    for line in code_lines(part.cpp, r"\s*(//.*)?", r"\s*// \(\d+\)$"):
                        self.assertIn(line, shown)
                    self.assertIn(part.twin.read_text(encoding="utf-8"), text)

    def test_prose_alone_is_every_paragraph_after_its_id(self):
        lesson = source.find("gather")
        first = lesson.parts[0].pairs[0].prose[0]
        self.assertTrue(plain.prose(lesson).startswith(f"[gather.1]\n{first.text}\n\n[gather.2]\n"))


def code_lines(path: Path, skipped: str, mark: str) -> list:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [re.sub(mark, "", line) for line in lines if not re.fullmatch(skipped, line)]


class Addresses(unittest.TestCase):
    def test_prose_links_to_lessons_by_id_and_to_files_by_path(self):
        gather, every = source.find("gather"), support.lessons()
        alone, among = beside(gather), links.Links(gather, Path("/x/gather.md"), every)
        self.assertEqual(alone.address("yielding"), "../08_yielding")
        self.assertEqual(among.address("yielding"), "yielding.md")
        self.assertEqual(alone.address("../common/lesson.hpp"), "../common/lesson.hpp")
        self.assertEqual(alone.address("https://example.org/a"), "https://example.org/a")
        for wrong in ("yeilding", "../common/lesson.h"):
            with self.assertRaises(source.LessonError):
                alone.address(wrong)

    def test_both_forms_use_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in support.LESSONS.iterdir():
                if path.name in ("common", "01_blocking", "02_gather"):
                    shutil.copytree(path, Path(folder) / path.name)
            cpp = Path(folder) / "02_gather" / "gather.cpp"
            with open(cpp, "a", encoding="utf-8") as file:
                file.write("// [this](blocking) `[x](y)`\n")
            lesson = source.find("gather", Path(folder))
            self.assertIn('<a href="../01_blocking">this</a>', page_of(lesson))
            self.assertIn("[this](../01_blocking) `[x](y)`", plain.page(lesson, beside(lesson)))


class Parsing(unittest.TestCase):
    def test_a_blank_line_or_the_next_comment_ends_a_pair(self):
        pairs = source.parse_cpp("// A.\nint a;\n    // B,\n    // b.\n    int b;\n\nint c;\n", "x")
        self.assertEqual([[one.text for one in pair.prose] for pair in pairs],
                         [["A."], ["B,\nb."], []])
        self.assertEqual([[(line.number, line.text) for line in pair.code] for pair in pairs],
                         [[(2, "int a;")], [(5, "    int b;")], [(7, "int c;")]])

    def test_prose_without_code_is_a_pair_of_its_own(self):
        pairs = source.parse_cpp("// A.\n\n// B.\nint b;\n// C.", "x")
        self.assertEqual([len(pair.code) for pair in pairs], [0, 1, 0])
        self.assertEqual([one.id for pair in pairs for one in pair.prose], ["x.1", "x.2", "x.3"])

    def test_lessons_are_found_by_each_of_their_names(self):
        for name in ("gather", "02", "2", "02_gather"):
            self.assertEqual(source.find(name).id, "gather")
        with self.assertRaisesRegex(source.LessonError, "no lesson 'gater'; there are: blocking, "):
            source.find("gater")


class Markdown(unittest.TestCase):
    def check(self, text: str, html: str):
        self.assertEqual(markdown.inline(text), html)

    def test_the_subset(self):
        self.check("a *b c* **d** `e*f*` [g](h.md)",
                   'a <em>b c</em> <strong>d</strong> <code>e*f*</code> <a href="h.md">g</a>')
        self.check("2 * 3 * 4 and a_b_c", "2 * 3 * 4 and a_b_c")
        self.check("`co_await\nf()`", "<code>co_await f()</code>")
        self.assertEqual(markdown.block("- a\n- `b`\n  c", "x.1"),
                         '<ul id="x.1"><li>a</li><li><code>b</code>\nc</li></ul>')
        self.assertEqual(markdown.block("1. a\n2. b", "x.1"),
                         '<ol id="x.1"><li>a</li><li>b</li></ol>')

    def test_everything_else_is_escaped(self):
        self.check("<b>&", "&lt;b&gt;&amp;")
        self.check("`task<int>&`", "<code>task&lt;int&gt;&amp;</code>")
        self.check("[a](javascript:alert)", "a")
        self.check('[a](x"y)', "a")
        self.check("*<i>*", "<em>&lt;i&gt;</em>")

    def test_code_is_escaped_and_stays_as_it_is(self):
        for language, line in [("cpp", 'auto x = f<int>("<&\\"", \'"\', 1\'000);  // <b>'),
                               ("cpp", "#include <map>"),
                               ("python", 'print(f"{a < b}", await x)  # <b> & "c"')]:
            shown = colour.line(line, language)
            self.assertNotRegex(shown, r"<(?!/?span)")
            reader = HTMLParser()
            text = []
            reader.handle_data = text.append
            reader.feed(shown)
            reader.close()
            self.assertEqual("".join(text), line)

    def test_words_that_suspend_stand_out(self):
        self.assertEqual(colour.line("co_await f();", "cpp"),
                         '<span class="suspends">co_await</span> f();')


class Command(unittest.TestCase):
    def run_page(self, *arguments: str):
        return support.run([sys.executable, str(PAGE), *arguments])

    def test_a_page_in_another_folder_links_back(self):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "page.html"
            ended = self.run_page("gather", "-o", str(out))
            self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", ""))
            links = Reader(out.read_text(encoding="utf-8")).links
            files = [link for link in links if not link.startswith("#")]
            self.assertTrue(files)
            for link in files:
                self.assertTrue((out.resolve().parent / link).exists(), link)

    def test_all_makes_every_page_and_an_index(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = self.run_page("all", "-o", folder)
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
            ids = [lesson.id for lesson in support.lessons()]
            self.assertEqual(sorted(path.name for path in Path(folder).iterdir()),
                             sorted(f"{name}.html" for name in [*ids, "index"]))
            for path in Path(folder).iterdir():
                for link in Reader(path.read_text(encoding="utf-8")).links:
                    if not link.startswith("#"):
                        self.assertTrue((path.resolve().parent / link).exists(), link)

    def test_forms_go_to_standard_output(self):
        self.assertIn("\n```cpp\n", self.run_page("gather", "--markdown").stdout)
        self.assertTrue(self.run_page("2", "--prose").stdout.startswith("[gather.1]\n"))
        self.assertTrue(self.run_page("02").stdout.startswith("<!doctype html>"))

    def test_mistakes_are_named(self):
        wrong = self.run_page("gater")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("no lesson 'gater'", wrong.stderr)
        self.assertEqual(self.run_page("all").returncode, 2)

    def test_a_missing_or_unreadable_file_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "02_gather"
            shutil.copytree(support.LESSONS / "02_gather", copy)
            (copy / "gather_asyncio.py").unlink()
            with self.assertRaisesRegex(source.LessonError, "promises a twin, gather_asyncio.py"):
                page_of(source.read(copy))
            (copy / "lesson.toml").write_text("title = ", encoding="utf-8")
            with self.assertRaisesRegex(source.LessonError, "lesson.toml cannot be read"):
                source.read(copy)
            (copy / "gather.cpp").unlink()
            (copy / "lesson.toml").write_text('title = "x"', encoding="utf-8")
            with self.assertRaisesRegex(source.LessonError, "neither gather.cpp nor gather_a.cpp"):
                source.read(copy)


if __name__ == "__main__":
    unittest.main()
