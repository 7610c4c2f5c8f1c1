"""Makes the page of a lesson: prose on the left, the code it is about on the
right, then what the program prints and its asyncio twin. One HTML file that
needs nothing else; style.css says how it looks.
"""

from __future__ import annotations

import html
from pathlib import Path

from . import colour, markdown
from .links import Links
from .source import (LESSONS, CodeLine, Lesson, LessonError, Paragraph, Part, parse_python,
                     with_prose)

STYLE = Path(__file__).with_name("style.css")
CLOCK_NOTE = ("On the virtual clock, where a second costs nothing and every time is exact. On the "
              "real one the times are a little longer, and lines with what was measured on your "
              "machine are added.")


class Page:
    """One lesson on its way to HTML. `links` knows what the page can link to."""

    def __init__(self, lesson: Lesson, links: Links):
        self.lesson, self.links = lesson, links

    def html(self) -> str:
        lesson = self.lesson
        return document(
            f"{lesson.number} {lesson.title}",
            self._header() + "".join(self._part(part) for part in lesson.parts) + self._footer(),
        )

    def _file_link(self, path: Path) -> str:
        return f'<a class="file" href="{html.escape(self.links.file(path))}">{html.escape(path.name)}</a>'

    def _header(self) -> str:
        about = self.lesson.about
        facts = [f"{about['minutes']} minutes"]
        if about["sources"]:
            letters = sorted(about["sources"])
            facts.append(f"after part{'s' * (len(letters) > 1)} {' and '.join(letters)} "
                         f"of the walkthrough")
        return (
            f'<header><p class="number">{self.lesson.number}</p><div>'
            f'<p class="name">{html.escape(self.lesson.id)}</p>'
            f"<h1>{markdown.inline(self.lesson.title)}</h1>"
            f'<p class="idea">{markdown.inline(about["idea"])}</p>'
            f'<p class="facts">{html.escape(" · ".join(facts))}</p></div></header>'
        )

    def _part(self, part: Part) -> str:
        rows = [f'<section class="part" id="{part.stem}">']
        if part.letter:
            rows.append(_row(f"<h2>Part {part.letter}</h2>", "", "head"))
        twin = part.twin
        target = f"{part.stem}-py-" if twin else None
        for at, pair in enumerate(with_prose(part.pairs)):
            prose = "".join(self._paragraph(one) for one in pair.prose)
            code = _code(pair.code, "cpp", f"{part.stem}-cpp-", target)
            if at == 0:
                code = f'<p class="caption">{self._file_link(part.cpp)}</p>{code}'
            rows.append(_row(prose, code, "first" if at == 0 else ""))
        rows.append(self._output(part))
        rows.append(self._twin(part))
        rows.append("</section>")
        return "".join(rows)

    def _paragraph(self, one: Paragraph) -> str:
        shown = markdown.block(one.text, one.id, self.links.address)
        return f'<div class="try">{shown}</div>' if one.text.startswith("To try:") else shown

    def _output(self, part: Part) -> str:
        printed = part.expected("txt").read_text(encoding="utf-8")
        said = "<h3>What it prints</h3>"
        if part is self.lesson.parts[0]:
            said += (f'<p>{CLOCK_NOTE}</p>'
                     f'<p class="command"><code>./lab run {self.lesson.id}</code></p>')
        shown = f'<pre class="terminal">{html.escape(printed)}</pre>'
        report = part.expected("err")
        if report.exists():
            said += ("<p>The report below it goes to standard error; <code>[..]</code> stands for "
                     "what varies.</p>")
            text = report.read_text(encoding="utf-8")
            shown += f'<pre class="terminal report">{html.escape(text)}</pre>'
        return _row(said, shown, "output")

    def _twin(self, part: Part) -> str:
        said = "<h3>The same in Python</h3>"
        kind, _, why = self.lesson.about["twin"].partition(":")
        if kind == "none":
            return _row(f"<h3>In Python</h3><p>There is no twin: {html.escape(why.strip())}.</p>",
                        "", "twin")
        twin = part.twin
        if twin is None:
            raise LessonError(f"{part.cpp}: lesson.toml promises a twin, {part.stem}_asyncio.py")
        if part is self.lesson.parts[0]:
            said += "<p>Equal numbers mark lines that say the same thing; they are links.</p>"
        if part.twin_output.exists():
            said += f"<p>What it prints differs: {html.escape(why.strip())}.</p>"
        code = _code(_single_spaced(parse_python(twin.read_text(encoding="utf-8"))), "python",
                     f"{part.stem}-py-", f"{part.stem}-cpp-")
        shown = f'<p class="caption">{self._file_link(twin)}</p>{code}'
        if part.twin_output.exists():
            text = part.twin_output.read_text(encoding="utf-8")
            shown += f'<pre class="terminal">{html.escape(text)}</pre>'
        if part.twin_report.exists():
            said += ("<p>Below it is what asyncio says on standard error; <code>[...]</code> stands "
                     "for further lines.</p>")
            text = part.twin_report.read_text(encoding="utf-8")
            shown += f'<pre class="terminal report">{html.escape(text)}</pre>'
        return _row(said, shown, "twin")

    def _footer(self) -> str:
        common = LESSONS / "common"
        files = ", ".join(self._file_link(common / name)
                          for name in ("lesson.hpp", "lesson.cpp", "counting.hpp", "counting.cpp",
                                       "by_hand.hpp", "lesson.py", "counting.py"))
        links = [f"<p>Shared by all lessons: {files}.</p>"]
        pages = self.links.pages
        ids = [lesson.id for lesson in pages]
        if self.lesson.id in ids:
            at = ids.index(self.lesson.id)
            if at > 0:
                links.append(_neighbour(pages[at - 1], "before"))
            links.append('<a href="index.html">all lessons</a>')
            if at + 1 < len(ids):
                links.append(_neighbour(pages[at + 1], "next"))
        return f'<footer>{"".join(links)}</footer>'


def index(pages: list[Lesson]) -> str:
    """The page that lists the lessons."""
    items = "".join(
        f'<li><a href="{lesson.id}.html"><span class="number">{lesson.number}</span>'
        f"<span><strong>{markdown.inline(lesson.title)}</strong><br>"
        f'{markdown.inline(lesson.about["idea"])}</span></a></li>'
        for lesson in pages
    )
    return document("The lessons of coro", f'<header><h1>The lessons of coro</h1></header>'
                                           f'<ol class="index">{items}</ol>')


def document(title: str, body: str) -> str:
    style = STYLE.read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{html.escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _row(prose: str, code: str, kind: str) -> str:
    return (f'\n<div class="row {kind}"><div class="prose">{prose}</div>'
            f'<div class="code">{code}</div></div>')


def _single_spaced(lines: list[CodeLine]) -> list[CodeLine]:
    """Without the second of two blank lines, which a page can do without."""
    return [line for before, line in zip([None, *lines], lines)
            if line.text or (before and before.text)]


def _code(lines: list[CodeLine], language: str, prefix: str, target: str | None) -> str:
    shown = []
    for line in lines:
        mark = ""
        if line.mark is not None:
            inside = f'id="{prefix}{line.mark}" aria-label="mark {line.mark}"'
            if target:
                inside += f' href="#{target}{line.mark}"'
            mark = f'<a class="mark" {inside}>{line.mark}</a>'
        number = f' data-n="{line.number}"' if line.number else ""
        shown.append(f'<span class="line"{number}>{colour.line(line.text, language)}{mark}</span>')
    return f'<pre class="{language}">{"".join(shown)}</pre>' if shown else ""


def _neighbour(lesson: Lesson, side: str) -> str:
    return f'<a class="{side}" href="{lesson.id}.html">{html.escape(lesson.title)}</a>'
