#!/usr/bin/env python3
"""Makes the annotated page of a lesson from the source that is compiled.

    python3 tools/page.py gather -o gather.html    the page, as HTML
    python3 tools/page.py gather --markdown        the same as Markdown
    python3 tools/page.py gather --prose           its paragraphs with their ids
    python3 tools/page.py all -o DIRECTORY         every page, and an index

Without -o the text goes to standard output, and its links are right for a
file in the lesson's own folder. The work is done in tools/page/.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from page import links, plain, source, web


def make(lesson: source.Lesson, form: str, out: Path, pages: list[source.Lesson]) -> str:
    if form == "prose":
        return plain.prose(lesson)
    to = links.Links(lesson, out, pages)
    return plain.page(lesson, to) if form == "markdown" else web.Page(lesson, to).html()


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Makes the annotated page of a lesson from its compiled source.")
    parser.add_argument("lesson", help="its id or number, like gather or 02; or all")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--markdown", dest="form", action="store_const", const="markdown",
                      help="Markdown instead of HTML")
    form.add_argument("--prose", dest="form", action="store_const", const="prose",
                      help="only the paragraphs, each with its id")
    parser.add_argument("-o", dest="out", type=Path, metavar="FILE",
                        help="where to write it; a directory for all")
    given = parser.parse_args()
    try:
        if given.lesson == "all":
            if given.out is None:
                parser.error("all needs -o DIRECTORY")
            write_all(given.out, given.form or "html")
            return 0
        lesson = source.find(given.lesson)
        out = given.out or lesson.folder / "page"
        text = make(lesson, given.form or "html", out, [])
        if given.out:
            given.out.write_text(text, encoding="utf-8")
        else:
            sys.stdout.reconfigure(encoding="utf-8")
            sys.stdout.write(text)
    except (source.LessonError, OSError) as error:
        print(f"page: {error}", file=sys.stderr)
        return 1
    return 0


def write_all(folder: Path, form: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lessons = source.read_all()
    ending = {"html": "html", "markdown": "md", "prose": "txt"}[form]
    for lesson in lessons:
        out = folder / f"{lesson.id}.{ending}"
        out.write_text(make(lesson, form, out, lessons), encoding="utf-8")
    if form == "html":
        (folder / "index.html").write_text(web.index(lessons), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
