"""What the tests of ./lab share: the modules of tools/, a clone in a folder of
its own, and a PATH that holds only what a test puts there."""

import contextlib
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

LESSON_TOML = 'title = "{title}"\nidea = "An idea."\nminutes = 5\ntwin = "same"\nclock = "real"\n'


@contextlib.contextmanager
def folder(name="a folder"):
    """A temporary folder, removed at the end."""
    top = Path(tempfile.mkdtemp(prefix="coro-tools-"))
    try:
        (top / name).mkdir()
        yield top / name
    finally:
        shutil.rmtree(top)


@contextlib.contextmanager
def environment(**changes):
    """Sets environment variables, or removes those given as None, for a while."""
    kept = dict(os.environ)
    for key, value in changes.items():
        if value is None:
            os.environ.pop(key, None)
        else:
            os.environ[key] = str(value)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(kept)


def shared_build() -> Path:
    """The build folder of the run that we are part of, where what is known about
    compilers need not be found out again."""
    given = os.environ.get("CORO_TEST_BUILD")
    return Path(given).parent.parent if given else ROOT / "build"


def script(path: Path, text: str) -> Path:
    """An executable shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def clone(target: Path) -> Path:
    """The command and its tools, with two lessons whose programs need no library."""
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "lab", target / "lab")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tools", target / "tools", ignore=ignored)
    for number, name, parts in (("01", "first", ["first"]), ("02", "second", ["second_a", "second_b"])):
        lesson = target / "lessons" / f"{number}_{name}"
        lesson.mkdir(parents=True)
        (lesson / "lesson.toml").write_text(LESSON_TOML.format(title=name.title()), encoding="utf-8")
        for part in parts:
            code = f'#include "../common/shared.hpp"\nint main() {{ return shared("{part}"); }}\n'
            (lesson / f"{part}.cpp").write_text(code, encoding="utf-8")
            (lesson / f"{part}_asyncio.py").write_text(f'print("twin of {part}")\n', encoding="utf-8")
    return target


def buildable(target: Path) -> Path:
    """Makes a clone one that meson can build, with a precompiled header as lessons have."""
    known = shared_build() / "compilers.json"
    if known.exists():
        (target / "build").mkdir()
        shutil.copy(known, target / "build" / known.name)
    common = target / "lessons" / "common"
    common.mkdir()
    (common / "shared.hpp").write_text(
        "#pragma once\n#include <cstdio>\n#include <cstdlib>\n"
        "inline int shared(const char* name) {\n"
        '    const char* kernel = std::getenv("CORO_KERNEL");\n'
        '    std::printf("%s %s %s\\n", name, std::getenv("CORO_CLOCK"), kernel ? kernel : "-");\n'
        "    return 0;\n}\n",
        encoding="utf-8",
    )
    (common / "pch.hpp").write_text("#pragma once\n#include <cstdio>\n", encoding="utf-8")
    options = "".join(f"option('{name}', type: 'boolean', value: true)\n" for name in ("lessons", "tests"))
    (target / "meson_options.txt").write_text(options, encoding="utf-8")
    (target / "meson.build").write_text(
        "project('fake', 'cpp', default_options: ['cpp_std=c++20'])\nsubdir('lessons')\n", encoding="utf-8"
    )
    programs = {"first": "01_first", "second_a": "02_second", "second_b": "02_second"}
    (target / "lessons" / "meson.build").write_text(
        "".join(
            f"executable('{name}', '{place}/{name}.cpp', cpp_pch: 'common/pch.hpp')\n"
            for name, place in programs.items()
        ),
        encoding="utf-8",
    )
    return target


def lab(target: Path, *words, where=None, **changes) -> subprocess.CompletedProcess:
    """Runs ./lab of a clone, as a user without a terminal would."""
    settings = {**os.environ, "CORO_BUILD": str(target / "build")}
    for key in ("CORO_WORK", "CORO_CLOCK", "CORO_KERNEL", "CORO_DEBUG", "NO_COLOR"):
        settings.pop(key, None)
    for key, value in changes.items():
        settings[key] = str(value)
    return subprocess.run(
        [str(target / "lab"), *words],
        cwd=where or target,
        env=settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
    )
