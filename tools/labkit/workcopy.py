"""Work copies: a lesson copied to work/ID/ for the user to change, and built from there.

meson knows only lessons/, and asking it to look elsewhere would mean to
configure again for every copy. But it has written down in build.ninja how the
original is built; the same rules with another source path, put into a small
file beside it, build the copy: same flags, same precompiled header, and
ninja's own knowledge of what is stale.
"""

from __future__ import annotations

from pathlib import Path

from . import compiler_words, paths, ui
from .build import Build
from .lessons import Lesson, Part

COPIED = (".cpp", ".hpp", ".py")


def folder(lesson: Lesson) -> Path:
    return paths.work() / lesson.id


def exists(lesson: Lesson) -> bool:
    return folder(lesson).is_dir()


def originals(lesson: Lesson) -> list:
    """The files of a lesson that a copy has."""
    return sorted(path for path in lesson.folder.iterdir() if path.suffix in COPIED and path.is_file())


def source(part: Part) -> Path:
    """The program of a part in the copy."""
    file = folder(part.lesson) / part.source.name
    if not file.exists():
        raise ui.Failure(
            f"the work copy has no {paths.shown(file)}. ./lab reset {part.lesson.id} starts it anew."
        )
    return file


def build(build: Build, parts: list) -> list:
    """Builds the copies of these parts and returns their programs."""
    build.make(["build.ninja"])  # brings the rules up to date if a meson.build was changed
    rules = (build.folder / "build.ninja").read_text(encoding="utf-8")
    text = ["include build.ninja"]
    programs = []
    for part in parts:
        program = f"work/{part.name}"
        text += _copied_rules(rules, part, source(part), program)
        programs.append(build.folder / program)
    file = build.folder / "work.ninja"
    fresh = "\n".join(text) + "\n"
    if not file.exists() or file.read_text(encoding="utf-8") != fresh:
        file.write_text(fresh, encoding="utf-8")
    warnings = build.make([f"work/{part.name}" for part in parts], ninja_file="work.ninja")
    if warnings:
        copies = {source(part).resolve(): paths.shown(source(part)) for part in parts}
        ui.say(f"the compiler warns:\n{compiler_words.told(warnings, copies, build.folder)}\n")
    return programs


def _copied_rules(rules: str, part: Part, copy: Path, program: str) -> list:
    """The two build statements of the original, turned to the copy."""
    link = _statement(rules, f"build lessons/{part.name}: ")
    source_name = _escape(f"{part.lesson.folder.name}/{part.source.name}")
    objects = [word for word in link[0].split() if word.endswith(".o")]
    compiled = [_statement(rules, f"build {name}: ") for name in objects]
    for original_object, statement in zip(objects, compiled):
        inputs = _inputs(statement[0])
        original = next((word for word in inputs if word.endswith(source_name)), None)
        if original is None:
            continue
        new_object = f"work/{part.name}.o"
        return [
            *_replaced(statement, {original: _escape(str(copy)), original_object: new_object}, part),
            *_replaced(link, {f"lessons/{part.name}": program, original_object: new_object}, part),
        ]
    raise ui.Failure(f"cannot see in {paths.shown(Path('build.ninja'))} how {part.name} is built")


def _statement(rules: str, start: str) -> list:
    """One build statement: its first line and the indented lines under it."""
    at = rules.find("\n" + start)
    if at < 0:
        raise ui.Failure(f"the build does not know{start[len('build'):].rstrip(': ')}; is it in lessons/meson.build?")
    lines = rules[at + 1 :].split("\n")
    end = next((i for i, line in enumerate(lines[1:], 1) if not line.startswith(" ")), len(lines))
    return lines[:end]


def _inputs(line: str) -> list:
    """The words of a statement's first line; a space in a path is written `$ `."""
    return [word.replace("\0", "$ ") for word in line.replace("$ ", "\0").split(" ")]


def _replaced(statement: list, changes: dict, part: Part) -> list:
    first = []
    for word in _inputs(statement[0]):
        bare, colon = (word[:-1], ":") if word.endswith(":") else (word, "")
        first.append(changes.get(bare, bare) + colon)
    lines = [" ".join(first)]
    for line in statement[1:]:
        for old, new in changes.items():
            line = line.replace(f"{old}.d", f"{new}.d")
        if line.lstrip().startswith("ARGS = "):
            # #include "../common/lesson.hpp" is looked up beside the original.
            line += f" -iquote {_quoted(str(part.lesson.folder))}"
        lines.append(line)
    return lines


def _escape(path: str) -> str:
    return path.replace("$", "$$").replace(" ", "$ ").replace(":", "$:")


def _quoted(path: str) -> str:
    return "'" + path.replace("$", "$$").replace("'", "'\\''") + "'"
