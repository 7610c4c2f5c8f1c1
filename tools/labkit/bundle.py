"""./lab bundle: one file from which a room without a network can do everything.

In it are the tree as it is committed, the packages that ./lab setup would install on a
bare machine of this distribution with all that they need, the lessons' pages, and a
HOW-TO.txt. The file appears under its name only when it is whole.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from . import closure, compilers, offline, packages, paths, ui

# How to get packages with all that they need, and how to install them in the room,
# where ./lab bundle does not do it.
BY_HAND = {
    "dnf": ("dnf download --resolve --alldeps --destdir packages", "sudo dnf install -y packages/*.rpm"),
    "pacman": ("sudo pacman -Syw --cachedir packages", "sudo pacman -U --needed packages/*.pkg.tar.zst"),
}

HOW_TO = """\
coro, for a room without a network
==================================

Made from commit {commit}.

1. Unpack it on every machine, where there is room for 2 GB, and go there:

       tar xf {file} && cd coro

2. {install}

3. Build the lessons and run them all, on a clock that jumps:

       ./lab run all

4. Look at the machine, if something is odd:

       ./lab doctor

The lessons' annotated pages are in pages/: open pages/index.html in a browser.
The rest of the book begins with README.md and docs/start.md.
"""
FROM_FOLDER = """\
Install what it needs, from the folder packages/ and without a network, as
   root or with sudo:

       ./lab setup

   The packages are for {system}. A machine without Python gets that from
   there too. Without the right to install, ask an administrator to run, in this
   folder:

       sudo sh tools/bundled.sh {names}
"""
WITHOUT = """\
The packages are NOT in this bundle. {what}
"""


def command(arguments) -> int:
    system = packages.this_system()
    if system.refused:
        raise ui.Failure(system.refused)
    target = Path(arguments.file or default_name(system)).expanduser().absolute()
    check_target(target)
    commit = committed()
    paths.make_folder(paths.build(), "CORO_BUILD")
    try:
        with tempfile.TemporaryDirectory(prefix="bundle-", dir=paths.build()) as scratch:
            tree = unpack_tree(Path(scratch))
            make_pages(tree)
            install = add_packages(system, Path(scratch), tree)
            text = HOW_TO.format(commit=commit, file=shlex.quote(target.name), install=install.strip())
            (tree / "HOW-TO.txt").write_text(text, encoding="utf-8")
            write(tree, target)
    except OSError as error:
        raise ui.Failure(f"the bundle could not be made: {error.strerror or error}. {_cure(error)}") from None
    ui.show(f"{paths.shown(target)}: {target.stat().st_size / 1e6:.0f} MB. In it, HOW-TO.txt says what to do.")
    return 0


def default_name(system: packages.System) -> str:
    return "-".join(["coro", *filter(None, [*system.key, offline.architecture()])]) + ".tar"


def check_target(target: Path) -> None:
    """Before the work, not after it."""
    if target.is_dir():
        raise ui.Failure(f"{paths.shown(target)} is a folder. Name the file that is to be made.", status=2)
    if not target.parent.is_dir():
        raise ui.Failure(f"there is no folder {paths.shown(target.parent)} to put the bundle into.", status=2)
    if not os.access(target.parent, os.W_OK):
        raise ui.Failure(f"{paths.shown(target.parent)} cannot be written to. Name a file elsewhere:  ./lab bundle FILE")


def git(*words, **more) -> subprocess.CompletedProcess:
    if shutil.which("git") is None:
        raise ui.Failure("a bundle holds the tree as git has it, and there is no git. Install git, and try again.")
    return subprocess.run(["git", "-C", str(paths.ROOT), *words], capture_output=True, **more)


def committed() -> str:
    """The commit that is bundled. Says so if there is more than is committed."""
    answer = git("rev-parse", "--verify", "HEAD", text=True)
    top = git("rev-parse", "--show-toplevel", text=True)
    if answer.returncode != 0 or Path(top.stdout.strip()).resolve() != paths.ROOT:
        why = answer.stderr.strip().splitlines()
        raise ui.Failure(
            f"{paths.ROOT} is not a clone with a commit in it{': ' + why[-1] if why else ''}. "
            "A bundle is made in a git clone, from what is committed."
        )
    changed = git("status", "--porcelain", text=True).stdout.splitlines()
    if changed:
        files = f"{len(changed)} file{'' if len(changed) == 1 else 's'}"
        ui.warn(f"{files} changed and not committed: the bundle holds the tree as it is committed.")
    return answer.stdout.strip()


def unpack_tree(scratch: Path) -> Path:
    """The committed tree, in a folder of its own."""
    file = scratch / "tree.tar"
    answer = git("archive", "--format=tar", "--prefix=coro/", "-o", str(file), "HEAD", text=True)
    if answer.returncode != 0:
        raise ui.Failure(f"git archive failed: {answer.stderr.strip()}")
    with tarfile.open(file) as archive:
        archive.extractall(scratch)
    file.unlink()
    return scratch / "coro"


def make_pages(tree: Path) -> None:
    command = [sys.executable, str(tree / "tools" / "page.py"), "all", "-o", str(tree / "pages")]
    answer = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    if answer.returncode != 0:
        raise ui.Failure(f"the lessons' pages could not be made:\n{answer.stderr.strip()}")


def wanted(system: packages.System, compiler: compilers.Compiler | None) -> list:
    """What ./lab setup would install on a bare machine, and on one with this clang."""
    names = ["python3"] if system.family == "apt" else []
    names += system.packages(packages.FOR_ALL)
    if compiler is not None and compiler.kind == "clang":
        names += system.packages(packages.FOR_ALL[1:], "clang", compiler.major)
    return list(dict.fromkeys(names))


def add_packages(system: packages.System, scratch: Path, tree: Path) -> str:
    """Puts the packages into the tree. Returns what to do in the room."""
    names = wanted(system, compilers.best(compilers.Cache()))
    if system.family != "apt":
        ui.warn(f"the packages are not bundled on {system.name}. {by_hand(system, names)}")
        return WITHOUT.format(what=by_hand(system, names))
    count = closure.fetch(names, scratch / "apt", tree / "packages")
    (tree / "packages" / "system").write_text(offline.described(system) + "\n", encoding="utf-8")
    ui.say(f"{count} packages for {offline.described(system)}")
    return FROM_FOLDER.format(system=offline.described(system), names=" ".join(names))


def by_hand(system: packages.System, names: list) -> str:
    """How to do for another distribution what is done here for Debian's family."""
    if system.family not in BY_HAND:
        needs = "; ".join(f"{need}, {packages.NEEDS[need]}" for need in packages.FOR_ALL)
        return f"lab does not know the packages of {system.name}. Needed are: {needs}."
    get, install = BY_HAND[system.family]
    return f"Where there is a network:  {get} {' '.join(names)}   And in the room:  {install}"


def write(tree: Path, target: Path) -> None:
    """The archive, under its name only when it is whole."""
    part = target.with_name(f".{target.name}.part")

    def anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        return entry

    try:
        with tarfile.open(part, "w") as archive:
            archive.add(tree, "coro", filter=anonymous)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _cure(error: OSError) -> str:
    where = "CORO_BUILD moves the folder in which it is made, FILE the bundle itself."
    return f"{error.filename}: {where}" if error.filename else where
