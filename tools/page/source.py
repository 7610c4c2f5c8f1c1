"""Reads a lesson from the files that are compiled and run.

A part of a lesson is one C++ file. Its whole-line // comments are prose, in
Markdown, for the code under them; a blank line, or the next comment, ends such
a pair. Every paragraph of the prose has an id, the file's stem and a number
("gather.3"), by which a translation finds it again. A trailing `// (3)`, in
Python `# (3)`, marks a line that says the same thing in both languages.
lessons/README.md describes the format for those who write lessons.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from labkit import flat_toml

ROOT = Path(__file__).resolve().parent.parent.parent
LESSONS = ROOT / "lessons"
FOLDER = re.compile(r"(\d\d)_([a-z][a-z0-9_]*)")
PROSE = re.compile(r"\s*// ?(.*)")
MARK = re.compile(r"(.*?)\s*(?://|#) \((\d+)\)\s*")


class LessonError(Exception):
    """Something is wrong with a lesson's files; the message says what and where."""


@dataclass(frozen=True)
class Paragraph:
    id: str
    text: str  # Markdown, without the comment signs


@dataclass(frozen=True)
class CodeLine:
    number: int  # in its file, from 1
    text: str    # without the mark
    mark: int | None = None


@dataclass
class Pair:
    prose: list[Paragraph] = field(default_factory=list)
    code: list[CodeLine] = field(default_factory=list)


@dataclass
class Part:
    """One program of a lesson, with its twin in Python and what both print."""

    cpp: Path
    pairs: list[Pair]

    @property
    def stem(self) -> str:
        return self.cpp.stem

    @property
    def twin(self) -> Path | None:
        """The asyncio program, or None if the lesson has none."""
        path = self.cpp.with_name(f"{self.stem}_asyncio.py")
        return path if path.exists() else None

    @property
    def letter(self) -> str:
        """"" for the only part of a lesson, else "a", "b" and so on."""
        name = FOLDER.fullmatch(self.cpp.parent.name)[2]
        return "" if self.stem == name else self.stem[len(name) + 1:]

    def expected(self, what: str) -> Path:
        """Where the expected output is: `what` is "txt" or "err"."""
        suffix = f"_{self.letter}" if self.letter else ""
        return self.cpp.with_name(f"expected{suffix}.{what}")

    @property
    def twin_output(self) -> Path:
        """What the twin prints, if that is something else."""
        return self.expected("txt").with_name(f"{self.expected('txt').stem}_asyncio.txt")

    @property
    def twin_report(self) -> Path:
        """What asyncio says on standard error when the twin runs, if anything."""
        return self.expected("err").with_name(f"{self.expected('err').stem}_asyncio.err")

    @property
    def marks(self) -> list[int]:
        return [line.mark for pair in self.pairs for line in pair.code if line.mark is not None]


@dataclass
class Lesson:
    folder: Path
    number: str
    id: str
    about: dict  # lesson.toml
    parts: list[Part]

    @property
    def title(self) -> str:
        return self.about["title"]


def parse_cpp(text: str, stem: str) -> list[Pair]:
    """The pairs of prose and code in a C++ file."""
    pairs: list[Pair] = []
    pending: list[str] = []  # the lines of the paragraph that is being read
    count = 0
    open_pair = False

    def end_paragraph():
        nonlocal count
        if pending:
            count += 1
            pairs[-1].prose.append(Paragraph(f"{stem}.{count}", "\n".join(pending)))
            pending.clear()

    for number, line in enumerate(text.splitlines(), 1):
        prose = PROSE.fullmatch(line)
        if prose:
            if not open_pair or pairs[-1].code:
                pairs.append(Pair())
                open_pair = True
            if prose[1].strip():
                pending.append(prose[1].rstrip())
            else:
                end_paragraph()
        elif line.strip():
            if not open_pair:
                pairs.append(Pair())
                open_pair = True
            end_paragraph()
            pairs[-1].code.append(_code_line(number, line))
        else:
            if open_pair:
                end_paragraph()
            open_pair = False
    if open_pair:
        end_paragraph()
    return pairs


def with_prose(pairs: list[Pair]) -> list[Pair]:
    """The pairs as a page shows them: code without prose of its own stays with
    the pair above it, behind a blank line."""
    shown: list[Pair] = []
    for pair in pairs:
        if pair.prose or not shown:
            shown.append(Pair(pair.prose, list(pair.code)))
        else:
            shown[-1].code += [CodeLine(0, ""), *pair.code]
    return shown


def parse_python(text: str) -> list[CodeLine]:
    """The lines of a twin, blank ones included, each with its mark."""
    return [_code_line(number, line) for number, line in enumerate(text.splitlines(), 1)]


def _code_line(number: int, line: str) -> CodeLine:
    mark = MARK.fullmatch(line)
    if mark:
        return CodeLine(number, mark[1], int(mark[2]))
    return CodeLine(number, line.rstrip())


def read(folder: Path) -> Lesson:
    """The lesson in a folder like lessons/02_gather."""
    name = FOLDER.fullmatch(folder.name)
    if not name:
        raise LessonError(f"{folder}: a lesson's folder is called like 02_gather")
    try:
        about = flat_toml.load(folder / "lesson.toml")
    except (OSError, flat_toml.TomlError) as error:
        raise LessonError(f"{folder}: lesson.toml cannot be read: {error}") from None
    one = folder / f"{name[2]}.cpp"
    sources = [one] if one.exists() else sorted(folder.glob(f"{name[2]}_[a-z].cpp"))
    if not sources:
        raise LessonError(f"{folder}: neither {one.name} nor {name[2]}_a.cpp is there")
    parts = [Part(cpp, parse_cpp(cpp.read_text(encoding="utf-8"), cpp.stem)) for cpp in sources]
    return Lesson(folder, name[1], name[2], about, parts)


def read_all(folder: Path = LESSONS) -> list[Lesson]:
    """Every lesson, in the order of the numbers."""
    return [read(path) for path in sorted(folder.iterdir()) if FOLDER.fullmatch(path.name)]


def find(name: str, folder: Path = LESSONS) -> Lesson:
    """The lesson called "gather", "02", "2" or "02_gather"."""
    for path in sorted(folder.iterdir()):
        match = FOLDER.fullmatch(path.name)
        if match and name in (match[0], match[1], match[2], match[1].lstrip("0")):
            return read(path)
    known = ", ".join(lesson.id for lesson in read_all(folder))
    raise LessonError(f"there is no lesson {name!r}; there are: {known}")
