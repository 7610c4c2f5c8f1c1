"""Where things are: the clone, the user's work copies and the build folder.

CORO_WORK and CORO_BUILD move the last two, for quotas and read-only installs.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path

from . import ui

ROOT = Path(__file__).resolve().parent.parent.parent


def _folder(variable: str, default: str) -> Path:
    chosen = os.environ.get(variable)
    return Path(chosen).expanduser().absolute() if chosen else ROOT / default


def work() -> Path:
    """The folder of the work copies, one folder per lesson in it."""
    return _folder("CORO_WORK", "work")


def build() -> Path:
    """The folder of everything that is built; it can be deleted at any time."""
    return _folder("CORO_BUILD", "build")


def make_folder(folder: Path, variable: str) -> Path:
    """Creates the folder, or says which variable moves it elsewhere."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ui.Failure(
            f"cannot create {folder}: {error.strerror}. Set {variable} to a folder that you may "
            f"write to, for example:  export {variable}=~/{folder.name}-coro"
        ) from None
    if not os.access(folder, os.W_OK):
        raise ui.Failure(
            f"{folder} cannot be written to. Set {variable} to a folder that you may write to, "
            f"for example:  export {variable}=~/{folder.name}-coro"
        )
    return folder


def shown(path: Path) -> str:
    """The path as a user would type it: relative to where they are, if that is shorter."""
    relative = os.path.relpath(path)
    return relative if len(relative) < len(str(path)) else str(path)


@contextlib.contextmanager
def locked_build():
    """Holds the build folder: two labs in one clone build one after the other."""
    folder = make_folder(build(), "CORO_BUILD")
    with open(folder / ".lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            ui.say(f"another lab is building in {shown(folder)}; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
