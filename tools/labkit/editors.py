"""What an editor needs to understand the lessons: build/compile_commands.json.

meson writes such a file into each build folder, where no editor looks. The one here has
what the lessons are built with, without the precompiled headers, which only the compiler
that made them can read, and with the work copies.
"""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

from . import lessons, paths, workcopy
from .build import Build

NAME = "compile_commands.json"
PRECOMPILED = {"-include-pch": 2, "-fpch-preprocess": 1, "-fpch-instantiate-templates": 1, "-Winvalid-pch": 1}


def write(build: Build) -> None:
    """Brings build/compile_commands.json up to date."""
    entries = json.loads((build.folder / NAME).read_text(encoding="utf-8"))
    entries = [plain(entry) for entry in entries if not entry["file"].endswith("pch.hpp")]
    text = json.dumps(entries + copies(entries), indent=1) + "\n"
    file = paths.build() / NAME
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        fresh = file.with_suffix(f".{os.getpid()}")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(file)


def plain(entry: dict) -> dict:
    """The same without a precompiled header."""
    kept, words = [], iter(shlex.split(entry["command"]))
    for word in words:
        follows = next(words, "") if word == "-include" else ""
        if word == "-include" and not follows.endswith("pch.hpp"):
            kept += [word, follows]
        elif word in PRECOMPILED:
            for _ in range(PRECOMPILED[word] - 1):
                next(words, "")
        elif word != "-include":
            kept.append(word)
    return {"directory": entry["directory"], "file": entry["file"], "command": shlex.join(kept)}


def copies(entries: list) -> list:
    """The work copies, each built as its original is."""
    by_file = {str((Path(entry["directory"]) / entry["file"]).resolve()): entry for entry in entries}
    found = []
    for lesson in lessons.all_lessons():
        for file in sorted(workcopy.folder(lesson).glob("*.cpp")):
            entry = by_file.get(str((lesson.folder / file.name).resolve()))
            if entry:
                words = [str(file) if word == entry["file"] else word for word in shlex.split(entry["command"])]
                found.append({**entry, "file": str(file), "command": shlex.join(words)})
    return found
