"""Which compilers there are, what their self-test said, and which one to take.

CXX decides if it is set. Else it is the newest that passes the self-test. What
was found out about a compiler is kept in the build folder until the compiler's
file changes, so that asking again costs a few stat calls.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import paths, selftest, ui

NAME = re.compile(r"(?:g\+\+|clang\+\+)(?:-\d+)?")
OLDEST = {"gcc": 12, "clang": 16}
CACHE_FORMAT = 1


@dataclass(frozen=True)
class Compiler:
    """A C++ compiler and what is known about it."""

    command: str  # as in CXX: a path, perhaps with arguments
    kind: str  # "gcc" or "clang"
    version: str
    failing: str | None  # the cases of the self-test it fails; None: not tested, or unusable

    @property
    def major(self) -> int:
        return int(self.version.split(".")[0])

    @property
    def tag(self) -> str:
        """Its name in messages and in the build folder, such as clang-19."""
        return f"{self.kind}-{self.version}"

    @property
    def usable(self) -> bool:
        return self.failing is not None and self.major >= OLDEST[self.kind]

    @property
    def age(self) -> float:
        """The year it came out, to compare the two families by: GCC has one
        release a year (12 in 2022), Clang two (16 in early 2023)."""
        return 2010.3 + self.major if self.kind == "gcc" else 2023.2 + (self.major - 16) / 2

    def verdict(self) -> str:
        """What the self-test said, in words."""
        if self.major < OLDEST[self.kind]:
            return f"too old: {self.kind} {OLDEST[self.kind]} or newer is needed"
        if self.failing is None:
            return "not able to build C++20 coroutines (is the C++ standard library installed?)"
        if self.failing:
            return f"fails the self-test: {selftest.explain(self.failing)}"
        return "passes the self-test"


class Cache:
    """What is known about compilers, kept in a file of the build folder."""

    def __init__(self, folder: Path | None = None):
        self.file = (folder or paths.build()) / "compilers.json"
        try:
            stored = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            stored = {}
        self.entries = stored.get("compilers", {}) if stored.get("format") == CACHE_FORMAT else {}

    def _entry(self, command: str) -> dict | None:
        """The stored facts, beginning with its kind and version."""
        key = _fingerprint(command)
        if key is None:
            return None
        if key not in self.entries:
            identity = _identify(command)
            if identity is None:
                return None
            self.entries[key] = {"kind": identity[0], "version": identity[1]}
            self._save()
        return self.entries[key]

    def identify(self, command: str) -> Compiler | None:
        """The compiler behind a command, not self-tested yet."""
        entry = self._entry(command)
        return entry and Compiler(command, entry["kind"], entry["version"], None)

    def test(self, command: str) -> Compiler | None:
        """The compiler behind a command and what the self-test says of it."""
        entry = self._entry(command)
        if entry is None:
            return None
        if "failing" not in entry:
            too_old = int(entry["version"].split(".")[0]) < OLDEST[entry["kind"]]
            entry["failing"] = None if too_old else self._run_test(command)
            self._save()
        return Compiler(command, **entry)

    def _run_test(self, command: str) -> str | None:
        ui.say(f"trying whether {command} gets coroutines right (once per compiler)")
        return selftest.failing_cases(shlex.split(command))

    def _save(self) -> None:
        paths.make_folder(self.file.parent, "CORO_BUILD")
        text = json.dumps({"format": CACHE_FORMAT, "compilers": self.entries}, indent=1)
        fresh = self.file.with_suffix(f".{os.getpid()}")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(self.file)


def _fingerprint(command: str) -> str | None:
    try:
        words = shlex.split(command)
    except ValueError:  # an open quotation mark
        return None
    path = shutil.which(words[0]) if words else None
    if path is None:
        return None
    real = os.path.realpath(path)
    facts = os.stat(real)
    return "|".join([path, *words[1:], real, str(facts.st_mtime_ns), str(facts.st_size)])


def _identify(command: str) -> tuple | None:
    """The kind and version, from what the compiler predefines."""
    try:
        answer = subprocess.run(
            [*shlex.split(command), "-dM", "-E", "-x", "c++", os.devnull],
            capture_output=True,
            text=True,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    macros = dict(re.findall(r"#define (__\w+__) (\d+)", answer.stdout))
    for kind, names in (
        ("clang", ("__clang_major__", "__clang_minor__", "__clang_patchlevel__")),
        ("gcc", ("__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__")),
    ):
        if names[0] in macros:
            return kind, ".".join(macros.get(name, "0") for name in names)
    return None


def commands_on_path() -> list:
    """Every g++ and clang++, with or without a version in its name, on PATH."""
    found = []
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in sorted(filter(NAME.fullmatch, names)):
            path = os.path.join(folder, name)
            if os.access(path, os.X_OK):
                found.append(path)
    return found


def found(cache: Cache) -> list:
    """The compilers on PATH, newest first, one of each version; not self-tested."""
    by_tag = {}
    for command in commands_on_path():
        compiler = cache.identify(shlex.quote(command))
        if compiler:
            by_tag.setdefault(compiler.tag, compiler)
    return sorted(by_tag.values(), key=lambda each: (-each.age, each.kind, each.version))


def all_tested(cache: Cache) -> list:
    """The compilers on PATH, newest first, with their verdicts."""
    return [cache.test(each.command) for each in found(cache)]


def from_environment(cache: Cache) -> Compiler | None:
    """The compiler that CXX names, or None if CXX is not set."""
    command = os.environ.get("CXX", "").strip()
    if not command:
        return None
    compiler = cache.test(command)
    if compiler is None:
        raise ui.Failure(
            f"CXX is set to {command}, which is not a C++ compiler that can be run. "
            "Unset it, or set it to one, such as CXX=clang++."
        )
    if not compiler.usable:
        raise ui.Failure(f"CXX is set to {command} ({compiler.tag}), which is {compiler.verdict()}.")
    return compiler


def best(cache: Cache) -> Compiler | None:
    """The newest that passes, else the newest that can be used at all."""
    usable = []
    for candidate in found(cache):
        compiler = cache.test(candidate.command)
        if compiler.usable and not compiler.failing:
            return compiler
        if compiler.usable:
            usable.append(compiler)
    return usable[0] if usable else None
