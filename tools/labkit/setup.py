"""Gets what is missing, and says so first: packages, then the compiler to use.

With root's rights or sudo's it installs by itself, from the packages that came with
a bundle (./lab bundle) where there are some; without rights, or without a network, it
ends with the one line that an administrator has to run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import deque
from pathlib import Path

from . import compilers, offline, packages, paths, presence, selftest, ui
from .compilers import Compiler

APT_LISTS = Path("/var/lib/apt/lists")


def ready(needs, try_again: bool = False) -> Compiler:
    """Makes sure that all the needs are there and returns the compiler to use.

    A compiler that fails the self-test is as good as none while a better one
    can be installed; if it cannot, it will have to do, and installing is not
    tried at every run but only when `try_again` is given.
    """
    cache = compilers.Cache()
    given = compilers.from_environment(cache)
    compiler = given or compilers.best(cache)
    poor = compiler is not None and bool(compiler.failing) and given is None
    if poor and _gave_up().exists() and not try_again:
        poor = False
    lacking = presence.missing(needs, None if poor else compiler)
    if lacking:
        install(lacking, compiler, optional=("compiler",) if poor else ())
        compiler = given or compilers.best(compilers.Cache())
        lacking = presence.missing(needs, compiler)
        if lacking:  # what depends on the version of a compiler just installed
            install(lacking, compiler)
            lacking = presence.missing(needs, compiler)
        if lacking or compiler is None:
            raise ui.Failure(f"installed, but still not found: {', '.join(lacking or ['a compiler'])}")
    if compiler.failing:
        warn_about(compiler)
    return compiler


def _gave_up() -> Path:
    """Exists once a better compiler could not be installed."""
    return paths.build() / "no-better-compiler"


def warn_about(compiler: Compiler) -> None:
    """The one warning about a compiler that breaks coroutines."""
    system = packages.this_system()
    better = "clang 16 or newer"
    if system.family and not system.refused:
        better += f" ({' '.join(system.packages(['compiler']))})"
    ui.warn(
        f"{compiler.command} ({compiler.tag}) {compiler.verdict()}. coro itself avoids these; "
        f"your own code may meet them. Install {better}."
    )


def install(needs: list, compiler: Compiler | None, optional=()) -> None:
    """Installs what the needs stand for; fails with a message if it cannot.

    What is only in `optional` is left alone where there are no rights to install.
    """
    system = packages.this_system()
    required = [need for need in needs if need not in optional]
    if not system.family:
        if not required:
            return
        wanted = "".join(f"\n    {need}: {packages.NEEDS[need]}" for need in required)
        raise ui.Failure(f"missing, and lab does not know the packages of {system.name}:{wanted}")
    if system.refused:
        raise ui.Failure(system.refused)
    prefix = rights()
    kind = "clang" if "compiler" in needs or compiler is None else compiler.kind
    major = None if "compiler" in needs or compiler is None else compiler.major
    names = system.packages(needs, kind, major)
    bundled = offline.usable(system)
    line = (offline if bundled else system).line_for_administrator(names)
    if prefix is None:
        if not required:
            return
        raise ui.Failure(
            f"missing: {', '.join(needs)}. You have no rights to install them (neither root nor "
            f"sudo). Ask an administrator to run:\n\n    {line}\n"
        )
    ui.say(f"installing what is missing on {system.name}: {' '.join(names)}")
    failure = run_bundled(names, prefix) if bundled else run_all(system, names, prefix)
    if failure and bundled:
        ui.warn(f"the bundle's packages do not do:\n{failure}\nTrying with the network.")
        line = system.line_for_administrator(names)
        failure = run_all(system, names, prefix)
    if failure and not required:
        paths.make_folder(paths.build(), "CORO_BUILD")
        _gave_up().touch()
        ui.warn(f"could not install {' '.join(names)}: {failure}")
    elif failure:
        raise ui.Failure(
            f"could not install {' '.join(names)}:\n{failure}\n\nIs there a network? Try again, or "
            f"ask an administrator to run:\n\n    {line}\n"
        )


def rights() -> list | None:
    """What to put before a command that needs root; None if there is no way."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    if subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return ["sudo"] if sys.stdin is not None and sys.stdin.isatty() else None


def run_bundled(names: list, prefix: list) -> str:
    """Installs from the folder that came with a bundle. Returns "" or what went wrong."""
    ui.say(f"taking the packages in {paths.shown(offline.folder())}, without a network")
    return _run(prefix, offline.command(names))


def run_all(system: packages.System, names: list, prefix: list) -> str:
    """Runs the system's install commands. Returns "" or what went wrong.

    The lists of apt are refreshed only if there are none, or if the packages
    could not be had with those there are.
    """
    commands = system.install_commands(names)
    if len(commands) == 1:
        return _run(prefix, commands[0])
    update, install_them = commands
    if any(APT_LISTS.glob("*_Packages*")):
        failure = _run(prefix, install_them)
        if not failure:
            return ""
    return _run(prefix, update) or _run(prefix, install_them)


def _run(prefix: list, command: list) -> str:
    """Runs one command with its progress shown. Returns "" or how it failed."""
    environment = ["env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"]
    ui.say(f"running {' '.join([*prefix, *command])}")
    progress = ui.Progress(command[0])
    last = deque(maxlen=8)
    try:
        process = subprocess.Popen(
            [*prefix, *environment, *command],
            stdin=None if prefix == ["sudo"] else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        return f"{command[0]}: {error.strerror}"
    with process:
        for line in process.stdout:
            if line.strip():
                last.append(line.rstrip())
                progress.update(line.strip())
    status = process.returncode
    progress.clear()
    # apt-get update ends with 0 when it reached nobody, with a warning only.
    unreachable = command[-1] == "update" and any("Failed to fetch" in line for line in last)
    if status == 0 and not unreachable:
        return ""
    return "\n".join([*last, f"{command[0]} ended with status {status}"])


def command(arguments) -> int:
    """./lab setup: everything that any command needs, the day before a class."""
    paths.make_folder(paths.build(), "CORO_BUILD")
    compiler = ready(packages.FOR_ALL, try_again=True)
    ui.show(f"{packages.this_system().name}: everything is there.")
    ui.show(f"compiler: {compiler.command} ({compiler.tag}), which {compiler.verdict()}")
    if compiler.failing:
        ui.show(f"cases: {selftest.explain(compiler.failing)}")
    return 0
