"""./lab run: sets up what is missing, builds, and runs lessons one after the other.

The first line of each says which clock and which kernel it runs on. With
--python the asyncio twin runs right after it, under the same clock.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from . import compiler_words, editors, lessons, machine, mixed_up, packages, paths, setup, ui, workcopy
from .build import Build, BuildFailure
from .lessons import Part


@dataclass(frozen=True)
class Mode:
    """How programs are run."""

    clock: str  # "real" or "virtual"
    kernel: str  # "uring", "epoll", or "" for the library's own choice
    terminal: bool = False  # show what goes into a lesson's sink
    sanitize: bool = False  # with the sanitizers

    def environment(self) -> dict:
        chosen = {**os.environ, "CORO_CLOCK": self.clock}
        if self.kernel:
            chosen["CORO_KERNEL"] = self.kernel
        if self.sanitize:  # g++ has to be told; what the user sets comes later, and wins
            given = os.environ.get("ASAN_OPTIONS", "")
            chosen["ASAN_OPTIONS"] = f"detect_stack_use_after_return=1:{given}".rstrip(":")
        return {**chosen, **self.sink()}

    def sink(self) -> dict:
        """What lesson::sink reads; the twins read it, too."""
        return {"LESSON_TERMINAL": "1" if self.terminal else ""}

    def words(self) -> str:
        kernel = {"uring": "io_uring", "epoll": "epoll"}.get(self.kernel) or machine.kernel_in_words()
        return f"{self.clock} clock, {kernel}" + (", sanitizers" if self.sanitize else "")


def mode(arguments, part: Part, many: bool) -> Mode:
    """Options win over the environment, and that over the defaults."""
    default = "virtual" if many else part.lesson.clock
    clock = arguments.clock or _from_environment("CORO_CLOCK", ("real", "virtual")) or default
    kernel = arguments.kernel or _from_environment("CORO_KERNEL", ("uring", "epoll"))
    return Mode(clock, kernel, getattr(arguments, "terminal", False), getattr(arguments, "sanitize", False))


def command(arguments) -> int:
    parts = lessons.select(arguments.lessons)
    for word in arguments.lessons:
        mixed_up.refuse_other_file(word)
    many = "all" in arguments.lessons
    if arguments.terminal:
        check_sink(parts)
    if not arguments.original:
        mixed_up.warn(parts)
    programs = prepare(parts, arguments.original, "sanitize" if arguments.sanitize else "lessons")
    first_failure = 0
    for index, part in enumerate(parts):
        if index:
            ui.show()
        status = run_part(part, programs[part], mode(arguments, part, many), arguments)
        first_failure = first_failure or status
    return first_failure


def check_sink(parts: list) -> None:
    """--terminal is for lessons that print into a sink."""
    without = [part.lesson.id for part in parts if not _has_sink(part.lesson)]
    if without:
        with_sink = [each.id for each in lessons.all_lessons() if _has_sink(each)]
        raise ui.Failure(
            f"{without[0]} prints nothing into a sink, so --terminal would change nothing. "
            f"It is for {', '.join(with_sink) or 'no lesson that is here'}.",
            status=2,
        )


def _has_sink(lesson) -> bool:
    return "lesson::sink" in [*lesson.facts.get("uses", []), *lesson.facts.get("explains", [])]


def prepare(parts: list, original: bool, flavour: str = "lessons") -> dict:
    """Installs and builds what the parts need. Returns the program of each."""
    compiler = setup.ready(packages.FOR_SANITIZE if flavour == "sanitize" else packages.FOR_RUN)
    build = Build(compiler, flavour)
    copies = [] if original else [part for part in parts if workcopy.exists(part.lesson)]
    with paths.locked_build():
        build.configure()
        editors.write(build)
        plain = [part for part in parts if part not in copies]
        try:
            if plain:
                build.make([f"lessons/{part.name}" for part in plain])
            programs = {part: build.program(part.name) for part in plain}
            if copies:
                programs.update(zip(copies, workcopy.build(build, copies)))
        except BuildFailure as failure:
            sources = [part.source if part in plain else workcopy.source(part) for part in parts]
            shown = {source.resolve(): paths.shown(source) for source in sources}
            raise ui.Failure(
                f"this does not compile:\n{compiler_words.told(str(failure), shown, build.folder)}"
            ) from None
    return programs


def run_part(part: Part, program: Path, how: Mode, arguments) -> int:
    """Runs one program, and its twin if that was asked for. Returns the exit status."""
    ui.show(heading(part, how))
    copied = program.parent.name == "work"
    if copied:
        ui.show(f"(your copy, {paths.shown(workcopy.source(part))})")
    status, seconds = run_child([str(program)], how.environment())
    if status:
        ui.say(f"{part.name} ended with status {status}")
    if not getattr(arguments, "python", False):
        return status
    twin = workcopy.folder(part.lesson) / part.twin.name if copied else part.twin
    if not twin.exists():
        why = str(part.lesson.facts.get("twin", "none")).partition(":")[2].strip()
        ui.show(f"(no Python twin{': ' + why if why else ''})")
        return status
    version = ".".join(map(str, sys.version_info[:3]))
    ui.show(ui.paint(f"{twin.name} (Python {version}, {how.clock} clock)", "bold"))
    twin_status, twin_seconds = run_child(twin_command(twin, how.clock), {**twin_environment(), **how.sink()})
    ui.show(f"C++ took {seconds:.3f} s, Python {twin_seconds:.3f} s" + (" of real time" if how.clock == "virtual" else ""))
    return status or twin_status


def heading(part: Part, how: Mode) -> str:
    name = part.lesson.id if len(part.lesson.parts) == 1 else part.name
    return ui.paint(f"{part.lesson.number} {name}", "bold") + f" ({how.words()})"


def twin_command(twin: Path, clock: str) -> list:
    common = paths.ROOT / "lessons" / "common"
    loop = [str(common / "virtual_asyncio.py")] if clock == "virtual" else []
    return [sys.executable, *loop, str(twin)]


def twin_environment() -> dict:
    """A twin in a work copy finds what lessons share, as the original does."""
    common = str(paths.ROOT / "lessons" / "common")
    others = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [common, others])), "PYTHONUNBUFFERED": "1"}


def run_child(command: list, environment: dict) -> tuple:
    """Runs a program in the foreground. Returns its exit status and its seconds.

    Ctrl-C and Ctrl-\\ go to the program, which has its own way to end; lab waits
    for it. A handler that does nothing is not inherited, as ignoring would be.
    """
    sys.stdout.flush()
    kept = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGQUIT)}
    started = time.monotonic()
    try:
        status = subprocess.Popen(command, env=environment).wait()
    except OSError as error:
        raise ui.Failure(f"cannot run {command[0]}: {error.strerror}") from None
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
    seconds = time.monotonic() - started
    if status == -signal.SIGINT:
        raise KeyboardInterrupt
    return (status if status >= 0 else 128 - status), seconds


def _from_environment(variable: str, values: tuple) -> str:
    value = os.environ.get(variable, "")
    if value and value not in values:
        raise ui.Failure(f"{variable} is set to {value}; it must be {' or '.join(values)}.", status=2)
    return value
