"""./lab doctor: looks at this machine and says in words what is fine and what to mend.

Every line begins with OK or WARN, and every WARN ends with what to do. Nothing
is installed. The judging functions take what was seen as arguments.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from . import compilers, machine, packages, paths, presence, selftest, ui

UNLIMITED = -1
ENOUGH_FILES = 4096
ENOUGH_RINGS = 32
ENOUGH_DISK = 1 << 30


@dataclass(frozen=True)
class Line:
    """One finding. `cure` says what to do, and makes it a warning."""

    about: str
    text: str
    cure: str = ""

    def show(self) -> str:
        word = ui.paint("WARN", "yellow") if self.cure else ui.paint("OK  ", "green")
        return f"{word} {self.about}: {self.text}" + (f". What to do: {self.cure}" if self.cure else "")


def command(arguments) -> int:
    lines = examine()
    for line in lines:
        ui.show(line.show())
    warnings = sum(bool(line.cure) for line in lines)
    ui.show()
    ui.show(f"{warnings} to look at." if warnings else "All is well.")
    return 0


def examine() -> list:
    """Everything that doctor says, in order."""
    around = machine.surroundings()
    lines = [judge_place(around, str(paths.ROOT)), judge_ring(machine.probe_ring(), around)]
    limits = machine.limits()
    lines.append(judge_files(*limits["nofile"]))
    lines.append(judge_memlock(*limits["memlock"]))
    lines += look_at_compilers()
    lines += look_at_tools(compilers.Cache())
    lines += look_at_folders()
    return lines


def judge_place(around: machine.Surroundings, clone: str) -> Line:
    """What this machine is: plain Linux, WSL, a container."""
    system = packages.this_system()
    names = [system.name, f"Linux {around.release}"]
    if around.container:
        names.append(f"in {around.container}")
    if around.wsl:
        names.append(f"in WSL {around.wsl}")
    if "linuxkit" in around.release:
        names.append("in Docker Desktop's virtual machine")
    text = ", ".join(names)
    if system.refused:
        return Line("system", text, system.refused)
    if around.wsl == 1:
        return Line("system", text, "WSL 1 has no Linux kernel; in Windows:  wsl --set-version DISTRIBUTION 2")
    if around.wsl and clone.startswith("/mnt/"):
        cure = "building on a Windows disk is slow; clone into your Linux home, or:  export CORO_BUILD=~/coro-build"
        return Line("system", text, cure)
    return Line("system", text)


def judge_ring(ring: machine.Ring, around: machine.Surroundings) -> Line:
    """io_uring: open, refused or absent, why, and what to do."""
    state, why, cure = machine.judge_ring(ring, around)
    text = f"{state} ({why})"
    if state == "open":
        return Line("io_uring", text)
    what = f"{cure}; " if cure else ""
    return Line("io_uring", text, f"{what}until then the epoll kernel is used, and everything works")


def judge_files(soft: int, hard: int) -> Line:
    """RLIMIT_NOFILE: how many descriptors a program may open."""
    text = f"{_limit(soft)} at once, can be raised to {_limit(hard)}"
    if hard != UNLIMITED and hard < ENOUGH_FILES:
        return Line(
            "open files",
            text,
            f"lessons with many connections will use fewer; an administrator can raise the hard limit "
            f"to {ENOUGH_FILES} in /etc/security/limits.conf",
        )
    return Line("open files", text)


def judge_memlock(soft: int, hard: int) -> Line:
    """RLIMIT_MEMLOCK: for plain users io_uring's rings count against it."""
    if soft == UNLIMITED:
        return Line("locked memory", "unlimited")
    rings = soft // machine.MEMLOCK_PER_RING
    text = f"{soft // 1024} KiB, enough for about {rings} loops at once"
    if rings >= ENOUGH_RINGS:
        return Line("locked memory", text)
    if hard == UNLIMITED or hard > soft:
        return Line("locked memory", text, f"raise it for this shell:  ulimit -l {_limit(hard // 1024 if hard > 0 else hard)}")
    return Line("locked memory", text, "an administrator can raise memlock in /etc/security/limits.conf, to 8192")


def look_at_compilers() -> list:
    cache = compilers.Cache()
    lines = []
    try:
        given = compilers.from_environment(cache)
    except ui.Failure as failure:
        return [Line("compiler", "CXX cannot be used", str(failure))]
    found = compilers.all_tested(cache)
    chosen = given or compilers.best(cache)
    if given and all(each.tag != given.tag for each in found):
        found.insert(0, given)
    for compiler in found:
        taken = chosen is not None and compiler.tag == chosen.tag
        text = f"{compiler.command} ({compiler.tag}) is {_as_verdict(compiler)}" + (", and is used" if taken else "")
        cure = "install clang 16 or newer (./lab setup does)" if taken and compiler.failing else ""
        lines.append(Line("compiler", text, cure))
    if chosen is None:
        lines.append(Line("compiler", "none that can be used", "./lab setup installs clang"))
    return lines


def _as_verdict(compiler: compilers.Compiler) -> str:
    if compiler.usable and not compiler.failing:
        return "right in all cases of the self-test"
    if compiler.usable:
        broken = selftest.breaks_programs(compiler.failing)
        meaning = "it silently breaks coroutines" if broken else "a warning is missing"
        return f"wrong in the self-test, case {', '.join(compiler.failing)} ({meaning})"
    return compiler.verdict()


def look_at_tools(cache: compilers.Cache) -> list:
    version = ".".join(map(str, sys.version_info[:3]))
    lines = [Line("Python", f"{version}, {sys.executable}")]
    found = presence.meson_version()
    if found is None:
        lines.append(_absent("meson"))
    else:
        text = ".".join(map(str, found))
        old = found < presence.OLDEST_MESON
        lines.append(Line("meson", text, "1.0 or newer is needed:  ./lab setup, or pip install --user meson" if old else ""))
    lines.append(Line("ninja", presence.ninja()) if presence.ninja() else _absent("ninja"))
    lines.append(Line("pkg-config", presence.pkg_config()) if presence.pkg_config() else _absent("pkg-config"))
    for need in ("liburing", "fmt"):
        version = presence.library_version(need)
        if version is None:
            lines.append(_absent(need))
        else:
            cure = "" if presence.has(need, None) else f"too old ({packages.NEEDS[need]}):  ./lab setup"
            lines.append(Line(need, version, cure))
    compiler = compilers.best(cache)
    for need in ("doctest", "sanitizers"):
        lines.append(Line(need, "installed") if presence.has(need, compiler) else _absent(need))
    return lines


def look_at_folders() -> list:
    lines = []
    for name, variable, folder in (("build folder", "CORO_BUILD", paths.build()), ("work folder", "CORO_WORK", paths.work())):
        lines.append(judge_folder(name, variable, folder, shutil.disk_usage(_existing(folder)).free))
    return lines


def judge_folder(name: str, variable: str, folder: Path, free: int) -> Line:
    text = f"{folder}, {free / (1 << 30):.1f} GiB free"
    elsewhere = f"choose another one:  export {variable}=~/{folder.name}-coro"
    if not os.access(_existing(folder), os.W_OK):
        return Line(name, f"{folder} cannot be written to", elsewhere)
    if free < ENOUGH_DISK and variable == "CORO_BUILD":
        return Line(name, text, f"little room, tests need about 1 GiB; {elsewhere}")
    return Line(name, text)


def _existing(folder: Path) -> Path:
    while not folder.exists():
        folder = folder.parent
    return folder


def _absent(need: str) -> Line:
    return Line(need, f"not there ({packages.NEEDS[need]})", "./lab setup installs it")


def _limit(value: int) -> str:
    return "unlimited" if value == UNLIMITED else str(value)
