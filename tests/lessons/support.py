"""What the tests of the lessons share: where things are, and running a program
with a time limit.

CORO_TEST_BUILD names the build directory (BUILD/lessons/gather is a lesson);
CORO_KERNEL, if set, is passed on, so that one run tests one kernel.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LESSONS = ROOT / "lessons"
sys.path.insert(0, str(ROOT / "tools"))

from page import source  # noqa: E402

TIME_LIMIT = 60  # seconds; on the virtual clock a lesson needs a tenth of one


def lessons() -> list[source.Lesson]:
    return source.read_all(LESSONS)


def parts():
    """Every part of every lesson, with its lesson."""
    return [(lesson, part) for lesson in lessons() for part in lesson.parts]


def cpp_files() -> list[Path]:
    """The C++ that readers take as a model: lessons, exercises, examples."""
    found = [path for path in LESSONS.rglob("*.cpp") if path.parent.name != "common"]
    examples = ROOT / "docs" / "examples"  # those in examples/refused/ are how not to
    return sorted(found) + sorted(examples.glob("*.cpp"))


def build() -> Path:
    given = os.environ.get("CORO_TEST_BUILD")
    folder = Path(given) if given else ROOT / "build"
    if not (folder / "lessons").is_dir():
        raise AssertionError(
            f"{folder} has no lessons in it: build them (meson setup {folder}; ninja -C {folder}) "
            f"and name the build directory in CORO_TEST_BUILD")
    return folder.resolve()


def run(command: list[str], **environment: str) -> subprocess.CompletedProcess:
    """Runs a program to its end, and gives what it printed as text."""
    inherited = {name: value for name, value in os.environ.items()
                 if name not in ("CORO_CLOCK", "CORO_DEBUG", "CORO_TRACE", "NO_COLOR")}
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
        timeout=TIME_LIMIT, env={**inherited, **environment}, check=False)


def matches(said: str, expected: str) -> bool:
    """Is `said` the text `expected`, in which [..] stands for anything within
    a line, and a line [...] for any lines?"""
    pattern = ""
    for line in expected.splitlines(keepends=True):
        if line == "[...]\n":
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(re.escape(text) for text in line.split("[..]"))
    return re.fullmatch(pattern, said) is not None


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def expected(part: source.Part, what: str) -> str:
    return text_of(part.expected(what))
