"""Where the links of a page lead. Prose links to a lesson by its id, or to a
file by its path from the lesson's folder; the page may be written anywhere.
"""

from __future__ import annotations

import os
from pathlib import Path

from .source import Lesson, LessonError, find


class Links:
    """The links of one lesson's page. `out` is the file that it will be, and
    `pages` are the lessons whose pages lie beside it, with the same ending."""

    def __init__(self, lesson: Lesson, out: Path, pages: list[Lesson]):
        self.lesson, self.out, self.pages = lesson, out, pages

    def address(self, written: str) -> str:
        """An address of the prose, as it is seen from the page."""
        if "://" in written or written.startswith("#"):
            return written
        if any(lesson.id == written for lesson in self.pages):
            return written + self.out.suffix
        if "/" in written or "." in written:
            return self.file(self.lesson.folder / written)
        return self.file(find(written, self.lesson.folder.parent).folder)

    def file(self, path: Path) -> str:
        if not path.exists():
            raise LessonError(f"{self.lesson.folder}: a link leads to {path}, which is not there")
        return os.path.relpath(path.resolve(), self.out.resolve().parent).replace(os.sep, "/")
