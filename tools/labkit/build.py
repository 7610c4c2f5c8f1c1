"""Configures and builds with meson and ninja, one folder per compiler and flavour.

A flavour is a set of options: what the lessons are run with, what each kind of
test needs. A folder is configured once and again only when the compiler, the
clone or the options have changed; after that ninja alone knows what is stale.
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

from . import paths, presence, ui
from .compilers import Compiler

# The tests need line numbers in a backtrace and no more: -g1 is quicker to compile.
TESTED = ["-Dtests=true", "-Dlessons=true", "-Dwerror=true", "-Ddebug=false", "-Dcpp_args=-g1"]
FLAVOURS = {
    "lessons": ["-Dbuildtype=debugoptimized", "-Dtests=false", "-Dlessons=true"],
    "debug": ["-Dbuildtype=debug", "-Dtests=false", "-Dlessons=true"],
    "sanitize": ["-Dbuildtype=debug", "-Db_sanitize=address,undefined", "-Dtests=false", "-Dlessons=true"],
    "test-O0": ["-Doptimization=0", *TESTED],
    "test-O2": ["-Doptimization=2", *TESTED],
    "test-asan": ["-Doptimization=0", "-Db_sanitize=address,undefined", *TESTED],
    # Without precompiled headers a source must include what it uses.
    "test-tsan": ["-Doptimization=1", "-Db_sanitize=thread", "-Db_pch=false", *TESTED],
    "coverage": ["-Doptimization=0", "-Db_coverage=true", *TESTED],
}
# meson, too, must not trip over a path that the locale cannot spell.
UTF8 = {"PYTHONUTF8": "1"}
STEP = re.compile(r"\[(\d+)/(\d+)\] (.*)")


@dataclass(frozen=True)
class Build:
    """One configured build folder."""

    compiler: Compiler
    flavour: str

    @property
    def folder(self) -> Path:
        return paths.build() / self.compiler.tag / self.flavour

    def program(self, name: str) -> Path:
        """The executable of a lesson's part."""
        return self.folder / "lessons" / name

    def configure(self) -> None:
        """Runs meson, if this folder does not have what we want yet."""
        stamp = self.folder / "lab.json"
        wanted = {
            "source": str(paths.ROOT),
            "compiler": self.compiler.command,
            "version": self.compiler.version,
            "options": self._options(),
        }
        try:
            if json.loads(stamp.read_text(encoding="utf-8")) == wanted:
                return
        except (OSError, ValueError):
            pass
        ui.say(f"configuring {self.flavour} for {self.compiler.tag}")
        shutil.rmtree(self.folder, ignore_errors=True)
        paths.make_folder(self.folder, "CORO_BUILD")
        environment = {**os.environ, **UTF8, "CXX": self.compiler.command}
        # Flags from the environment would make two clones build differently.
        for name in ("CXXFLAGS", "CPPFLAGS", "LDFLAGS"):
            environment.pop(name, None)
        command = ["meson", "setup", str(self.folder), str(paths.ROOT), *self._options()]
        answer = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
        )
        if answer.returncode != 0:
            raise ui.Failure(
                f"meson could not configure the build:\n{_tail(answer.stdout + answer.stderr, 15)}\n\n"
                f"The command was:  CXX={shlex.quote(self.compiler.command)} {shlex.join(command)}"
            )
        stamp.write_text(json.dumps(wanted, indent=1), encoding="utf-8")

    def _options(self) -> list:
        options = list(FLAVOURS[self.flavour])
        if "b_sanitize" in "".join(options):
            options.append("-Db_lundef=false")  # clang links its runtime into programs only
        return options

    def make(self, targets=(), ninja_file: str = "build.ninja", keep_going: bool = False) -> str:
        """Builds the targets (none: everything), showing progress; fails with the errors.
        Returns what the compiler had to say all the same."""
        command = [presence.ninja(), "-C", str(self.folder), "-f", ninja_file, f"-j{processors()}"]
        if keep_going:
            command += ["-k", "0"]
        status, errors = _run_ninja([*command, *targets], f"building {self.flavour} ({self.compiler.tag})")
        if status != 0:
            raise BuildFailure(errors)
        return errors


def processors() -> int:
    """How many we may use, which in a container can be fewer than there are."""
    return max(1, len(os.sched_getaffinity(0)))


class BuildFailure(ui.Failure):
    """The compiler's or linker's messages."""


def _run_ninja(command: list, title: str) -> tuple:
    """Runs ninja. Returns its status and what it printed beyond its step lines."""
    progress = ui.Progress(title)
    errors = []
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, **UTF8, "NINJA_STATUS": "[%f/%t] "},
    )
    for line in process.stdout:
        step = STEP.match(line)
        if step:
            progress.update(f"{step[1]} of {step[2]}")
        elif not line.startswith(("ninja: Entering directory", "ninja: no work to do")):
            errors.append(line.rstrip())
    status = process.wait()
    progress.clear()
    return status, "\n".join(errors)


def _tail(text: str, lines: int) -> str:
    return "\n".join(text.strip().splitlines()[-lines:])
