"""The same page as Markdown, for readers, printers and repositories that have
no use for HTML; and the prose alone, one paragraph with its id after the
other, for those who translate it.
"""

from __future__ import annotations

import re

from .links import Links
from .source import CodeLine, Lesson, Part, with_prose

LINK = re.compile(r"(`[^`]*`)|\]\(([^()\s]+)\)")


def page(lesson: Lesson, links: Links) -> str:
    """The lesson as one Markdown text."""
    parts = [f"# {lesson.number} {lesson.title}", lesson.about["idea"]]
    for part in lesson.parts:
        if part.letter:
            parts.append(f"## Part {part.letter}")
        parts.extend(_part(part, lesson, links))
    return "\n\n".join(parts) + "\n"


def prose(lesson: Lesson) -> str:
    """Every paragraph: a line with its id in brackets, then its text."""
    return "\n".join(
        f"[{one.id}]\n{one.text}\n"
        for part in lesson.parts for pair in part.pairs for one in pair.prose
    )


def _part(part: Part, lesson: Lesson, links: Links):
    def with_links(text: str) -> str:
        return LINK.sub(lambda found: found[1] or f"]({links.address(found[2])})", text)

    for pair in with_prose(part.pairs):
        yield from (with_links(one.text) for one in pair.prose)
        if pair.code:
            yield _fenced("\n".join(_with_mark(line) for line in pair.code), "cpp")
    yield "It prints, on the virtual clock:"
    yield _fenced(part.expected("txt").read_text(encoding="utf-8").rstrip("\n"), "text")
    if part.expected("err").exists():
        yield "and on standard error, where `[..]` stands for what varies:"
        yield _fenced(part.expected("err").read_text(encoding="utf-8").rstrip("\n"), "text")
    kind, _, why = lesson.about["twin"].partition(":")
    if kind == "none":
        yield f"There is no twin in Python: {why.strip()}."
    elif part.twin:
        yield "The same in Python; equal numbers mark lines that say the same thing:"
        yield _fenced(part.twin.read_text(encoding="utf-8").rstrip("\n"), "python")
        if part.twin_output.exists():
            yield f"What it prints differs: {why.strip()}."
            yield _fenced(part.twin_output.read_text(encoding="utf-8").rstrip("\n"), "text")
        if part.twin_report.exists():
            yield "asyncio says on standard error, where `[...]` stands for further lines:"
            yield _fenced(part.twin_report.read_text(encoding="utf-8").rstrip("\n"), "text")


def _with_mark(line: CodeLine) -> str:
    return line.text if line.mark is None else f"{line.text}  // ({line.mark})"


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text}\n```"
