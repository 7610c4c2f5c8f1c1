"""The packages that came with a bundle: are they for this machine, and what installs them?

./lab bundle puts them into packages/, with a line in packages/system that says what
they are for. tools/bundled.sh installs from there; it needs no Python, since that may
be one of them.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

from . import packages, paths, ui


def folder(root: Path | None = None) -> Path:
    return (root or paths.ROOT) / "packages"


def architecture() -> str:
    """What dpkg calls this machine's processor: amd64, arm64."""
    tool = shutil.which("dpkg")
    if tool is None:
        return ""
    return subprocess.run([tool, "--print-architecture"], capture_output=True, text=True).stdout.strip()


def described(system: packages.System) -> str:
    """The line of packages/system for a machine like this one."""
    return f"{system.name}, {architecture()}"


def usable(system: packages.System) -> bool:
    """Are there packages for this machine? Says so if they are for another one."""
    try:
        meant = (folder() / "system").read_text(encoding="utf-8").strip()
    except OSError:
        return False
    here = described(system)
    if meant != here:
        ui.warn(f"the packages in {paths.shown(folder())} are for {meant}; this is {here}. They are not used.")
    return meant == here


def command(names: list) -> list:
    """What installs the packages of these names."""
    return ["sh", str(paths.ROOT / "tools" / "bundled.sh"), *names]


def line_for_administrator(names: list) -> str:
    """The same as one line to type."""
    return f"sudo {shlex.join(command(names))}"
