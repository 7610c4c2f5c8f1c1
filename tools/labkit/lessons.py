"""Which lessons there are, and which one a user means.

Everything is read from the folders: lessons/NN_id/ with its lesson.toml and
its programs, id.cpp or the parts id_a.cpp, id_b.cpp and so on.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

from . import flat_toml, paths, suggest, ui

FOLDER = re.compile(r"(\d\d)_([a-z][a-z0-9_]*)")
REQUIRED = {"title": str, "idea": str, "minutes": int}


@dataclass(frozen=True)
class Lesson:
    """One lesson, as its folder and its lesson.toml tell."""

    folder: Path
    number: str
    id: str
    facts: dict = field(compare=False)  # lessons are told apart by their folders

    @property
    def title(self) -> str:
        return self.facts["title"]

    @property
    def clock(self) -> str:
        """The clock it runs on when it is run alone: real, unless it says virtual."""
        return "virtual" if self.facts.get("clock") == "virtual" else "real"

    @property
    def parts(self) -> list:
        """The programs' names, in order: the id, or the id with _a, _b, ..."""
        pattern = re.compile(re.escape(self.id) + r"(_[a-z])?\.cpp")
        return sorted(path.stem for path in self.folder.glob("*.cpp") if pattern.fullmatch(path.name))


@dataclass(frozen=True)
class Part:
    """One program of a lesson."""

    lesson: Lesson
    name: str

    @property
    def source(self) -> Path:
        return self.lesson.folder / f"{self.name}.cpp"

    @property
    def twin(self) -> Path:
        """The same in Python; it may not exist (the key `twin` says why)."""
        return self.lesson.folder / f"{self.name}_asyncio.py"


def read_facts(folder: Path) -> dict:
    """The checked content of a lesson.toml."""
    file = folder / "lesson.toml"
    try:
        facts = flat_toml.load(file)
    except FileNotFoundError:
        raise ui.Failure(f"{paths.shown(folder)} has no lesson.toml") from None
    except (flat_toml.TomlError, UnicodeDecodeError) as error:
        raise ui.Failure(f"{paths.shown(file)} cannot be read: {error}") from None
    for key, kind in REQUIRED.items():
        if not isinstance(facts.get(key), kind):
            word = "a whole number" if kind is int else "a text"
            raise ui.Failure(f"{paths.shown(file)}: {key} is missing or not {word}")
    return facts


def all_lessons(root: Path | None = None) -> list:
    """Every lesson, in the order of their numbers."""
    found = []
    base = (root or paths.ROOT) / "lessons"
    for folder in sorted(base.glob("[0-9][0-9]_*")):
        match = FOLDER.fullmatch(folder.name)
        if match and (folder / "lesson.toml").exists():
            found.append(Lesson(folder, match[1], match[2], read_facts(folder)))
    return found


def select(words: list, root: Path | None = None) -> list:
    """The parts that the words name: an id, a number, one part, or `all`."""
    lessons = all_lessons(root)
    if not lessons:
        raise ui.Failure(f"there are no lessons in {paths.shown((root or paths.ROOT) / 'lessons')}")
    parts = []
    for word in words:
        for part in _parts_named(word, lessons):
            if part not in parts:
                parts.append(part)
    return parts


def one(word: str, root: Path | None = None) -> Lesson:
    """The one lesson that the word names."""
    chosen = {part.lesson.id: part.lesson for part in select([word], root)}
    if len(chosen) != 1:
        raise ui.Failure(f"name one lesson, not {word}", status=2)
    return next(iter(chosen.values()))


def _parts_named(word: str, lessons: list) -> list:
    if word == "all":
        return [Part(lesson, name) for lesson in lessons for name in lesson.parts]
    bare = word.rstrip("/").rsplit("/", 1)[-1]
    bare = bare[: -len(".cpp")] if bare.endswith(".cpp") else bare
    for lesson in lessons:
        if bare in (lesson.id, lesson.folder.name) or _same_number(bare, lesson.number):
            return [Part(lesson, name) for name in lesson.parts]
        if bare in lesson.parts:
            return [Part(lesson, bare)]
    known = [name for lesson in lessons for name in (lesson.id, lesson.number, *lesson.parts)]
    raise ui.Failure(
        f"there is no lesson {word}.{suggest.did_you_mean(bare, known)} ./lab lists them all.", status=2
    )


def _same_number(word: str, number: str) -> bool:
    return word.isdigit() and int(word) == int(number)


def listing(lessons: list, width: int | None = None) -> list:
    """The lines of the list of lessons, wrapped to a width if one is given."""
    rows = [("no.", "lesson", "min", "idea")]
    for lesson in lessons:
        facts = lesson.facts
        rows.append((lesson.number, lesson.id, str(facts["minutes"]), f"{facts['title']}: {facts['idea']}"))
    lines = ui.table(rows)
    if width is None:
        return lines
    indent = " " * lines[0].index("idea")
    return [part for line in lines for part in textwrap.wrap(line, width, subsequent_indent=indent, drop_whitespace=True)]
