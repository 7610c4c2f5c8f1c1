"""Lessons' files that were mixed up: what ./lab says when a work copy is not what it seems.

A file of another lesson in the place of this one's, one that nobody runs, a folder that
is not looked at. None of it keeps anything from running: it is the wrong thing that runs,
so the user is told.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from . import lessons, paths, ui, workcopy
from .lessons import Lesson, Part

MEANT = 0.6  # so much of a file is another lesson's,
MARGIN = 0.3  # and so much more than is its own


def warn(parts: list) -> None:
    """Says what looks mixed up in the work folder, as far as these parts are concerned."""
    every = [Part(lesson, name) for lesson in lessons.all_lessons() for name in lesson.parts]
    seen = list(dict.fromkeys(part.lesson for part in parts))
    for lesson in seen:
        for remark in _misplaced(lesson) + _strays(lesson, every):
            ui.warn(remark)
    for part in parts:
        file = workcopy.folder(part.lesson) / part.source.name
        other = _really(file, part, every) if file.is_file() else None
        if other:
            ui.warn(
                f"{paths.shown(file)} holds lesson {_named(other)}, not {_named(part)}: was it copied to the "
                f"wrong place? {_named(other)} is run by ./lab run {_named(other)}; "
                f"./lab reset {part.lesson.id} starts {part.lesson.id} anew, and keeps what is there."
            )


def refuse_other_file(word: str) -> None:
    """For a word that is a file's path: fails if another file would be run."""
    file = Path(word)
    if file.suffix != ".cpp" or not file.is_file():
        return
    here, parts = file.resolve(), lessons.select([word])
    for part in parts:
        copy = workcopy.folder(part.lesson) / part.source.name
        if here in (part.source.resolve(), copy.resolve()):
            return
    runs = workcopy.folder(parts[0].lesson) / parts[0].source.name
    raise ui.Failure(
        f"{word} is not where lesson {parts[0].lesson.id} is run from. Its place is {paths.shown(runs)}: "
        f"./lab edit {parts[0].lesson.id} makes that file, then copy yours over it. (Without a path, "
        f"./lab run {parts[0].name} runs the lesson, from any folder.)",
        status=2,
    )


def _misplaced(lesson: Lesson) -> list:
    """Copies that were made by hand, where nobody looks for them."""
    remarks = []
    right = paths.work() / lesson.id
    numbered = paths.work() / lesson.folder.name
    if numbered.is_dir():
        remarks.append(
            f"{paths.shown(numbered)} is not used: the work copy of {lesson.id} is {paths.shown(right)}. "
            f"./lab edit {lesson.id} makes it; then copy your files there."
        )
    for name in lesson.parts:
        loose = paths.work() / f"{name}.cpp"
        if loose.is_file():
            remarks.append(f"{paths.shown(loose)} is not run: its place is {paths.shown(right / loose.name)}.")
    return remarks


def _strays(lesson: Lesson, every: list) -> list:
    """Programs in a work copy that are none of the lesson's."""
    if not workcopy.exists(lesson):
        return []
    owners = {file.name: part for part in every for file in (part.source, part.twin)}
    remarks = []
    for file in sorted(workcopy.folder(lesson).iterdir()):
        owner = owners.get(file.name)
        if owner is not None and owner.lesson != lesson:
            remarks.append(
                f"{paths.shown(file)} is not run: it belongs to lesson {owner.lesson.id}, and its place is "
                f"{paths.shown(workcopy.folder(owner.lesson) / file.name)} (./lab edit {owner.lesson.id})."
            )
        elif owner is None and file.suffix == ".cpp":
            names = ", ".join(f"{name}.cpp" for name in lesson.parts)
            remarks.append(
                f"{paths.shown(file)} is not run: ./lab run {lesson.id} runs {names}, and no file of another name."
            )
    return remarks


def _really(file: Path, part: Part, every: list):
    """The other part whose program is in this file; None if it is its own, changed or not."""
    known = {each: _lines(each.source) for each in every}
    in_many = {line for line, count in Counter(line for one in known.values() for line in one).items() if count > 2}
    own_words = _lines(file) - in_many  # what many lessons have tells nothing
    if not own_words:
        return None
    shares = {each: len(own_words & known[each]) / len(own_words) for each in every}
    best = max(every, key=lambda each: shares[each])
    return best if shares[best] >= MEANT and shares[best] >= shares[part] + MARGIN else None


def _lines(file: Path) -> set:
    text = file.read_text(encoding="utf-8", errors="replace")
    return {line.strip() for line in text.splitlines() if len(line.strip()) > 8}


def _named(part: Part) -> str:
    return part.lesson.id if len(part.lesson.parts) == 1 else part.name
