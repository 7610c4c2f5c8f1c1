"""./lab edit, diff and reset: a copy of a lesson that can be broken without harm."""

from __future__ import annotations

import difflib
import shutil
import time

from . import lessons, mixed_up, paths, ui, workcopy
from .lessons import Lesson, Part


def edit(arguments) -> int:
    """Makes the copy, unless there is one, and says where it is."""
    lesson = lessons.one(arguments.lesson)
    if workcopy.exists(lesson):
        ui.show(f"Your copy of {lesson.id} is in {paths.shown(workcopy.folder(lesson))}:")
    else:
        _copy(lesson)
        ui.show(f"Copied {lesson.id} to {paths.shown(workcopy.folder(lesson))}:")
    for file in sorted(workcopy.folder(lesson).iterdir()):
        ui.show(f"    {paths.shown(file)}")
    ui.show(f"./lab run {lesson.id} now runs your copy, ./lab watch {lesson.id} runs it at every save,")
    ui.show(f"./lab diff {lesson.id} shows what you changed, ./lab reset {lesson.id} starts anew.")
    return 0


def diff(arguments) -> int:
    """Shows the changes as a unified diff; returns 0, changed or not."""
    lesson = _with_copy(arguments.lesson)
    mixed_up.warn([Part(lesson, name) for name in lesson.parts])
    changed = False
    folder = workcopy.folder(lesson)
    names = {path.name for path in workcopy.originals(lesson)}
    names |= {path.name for path in folder.iterdir() if path.suffix in workcopy.COPIED}
    for name in sorted(names):
        before, after = lesson.folder / name, folder / name
        for line in difflib.unified_diff(
            _lines(before), _lines(after), paths.shown(before), paths.shown(after), lineterm=""
        ):
            changed = True
            colour = {"+": "green", "-": "red", "@": "dim"}.get(line[:1])
            ui.show(ui.paint(line, colour) if colour else line)
    if not changed:
        ui.show(f"Your copy of {lesson.id} is the same as the lesson.")
    return 0


def reset(arguments) -> int:
    """Moves the copy to a backup beside it and makes a fresh one."""
    lesson = _with_copy(arguments.lesson)
    folder = workcopy.folder(lesson)
    backup = paths.work() / "backup" / f"{lesson.id}-{time.strftime('%Y%m%d-%H%M%S')}"
    number = 1
    while backup.exists():
        number += 1
        backup = backup.with_name(f"{backup.name.split('.')[0]}.{number}")
    backup.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(str(folder), str(backup))
    _copy(lesson)
    ui.show(f"{paths.shown(folder)} is the lesson again; what you had is in {paths.shown(backup)}.")
    return 0


def _copy(lesson: Lesson) -> None:
    folder = workcopy.folder(lesson)
    paths.make_folder(folder.parent, "CORO_WORK")
    # Copied to a name of its own first: a copy that was interrupted is never
    # taken for a whole one.
    fresh = folder.with_name(f".{lesson.id}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    for file in workcopy.originals(lesson):
        shutil.copyfile(file, fresh / file.name)  # not its mode: the original may be read-only
    fresh.rename(folder)


def _with_copy(word: str) -> Lesson:
    lesson = lessons.one(word)
    if not workcopy.exists(lesson):
        raise ui.Failure(f"there is no work copy of {lesson.id} yet. ./lab edit {lesson.id} makes one.")
    return lesson


def _lines(file) -> list:
    return file.read_text(encoding="utf-8", errors="replace").splitlines() if file.exists() else []
