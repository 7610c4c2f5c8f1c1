"""What of the needed things is missing, asked cheaply enough for every run.

A look at PATH, one pkg-config call and a few stat calls: about 10 ms. The two
answers that cost more (meson's version, whether the sanitizers link) are kept
in the build folder.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import paths
from .compilers import Compiler

OLDEST_MESON = (1, 0)
LIBRARIES = {"liburing": "liburing >= 2.0", "fmt": "fmt >= 8", "benchmark": "benchmark"}


def missing(needs, compiler: Compiler | None) -> list:
    """Those of the needs (see packages.NEEDS) that are not there."""
    libraries = [need for need in needs if need in LIBRARIES]
    absent = _absent_libraries(libraries)
    return [need for need in needs if need in absent or not (need in libraries or has(need, compiler))]


def has(need: str, compiler: Compiler | None) -> bool:
    """Is one thing there, in a version that will do?"""
    if need == "compiler":
        return compiler is not None
    if need == "meson":
        version = meson_version()
        return version is not None and version >= OLDEST_MESON
    if need == "ninja":
        return ninja() is not None
    if need == "pkg-config":
        return pkg_config() is not None
    if need == "doctest":
        return _has_header("doctest/doctest.h")
    if need == "sanitizers":
        return compiler is not None and _sanitizers_link(compiler)
    if need == "llvm":
        return compiler is not None and (compiler.kind == "gcc" or llvm_cov(compiler) is not None)
    if need in LIBRARIES:
        return not _absent_libraries([need])
    return shutil.which(need) is not None


def ninja() -> str | None:
    return shutil.which("ninja") or shutil.which("ninja-build")


def pkg_config() -> str | None:
    return shutil.which("pkg-config") or shutil.which("pkgconf")


def llvm_cov(compiler: Compiler) -> str | None:
    """The llvm-cov that reads what this clang writes."""
    return shutil.which(f"llvm-cov-{compiler.major}") or shutil.which("llvm-cov")


def library_version(name: str) -> str | None:
    """What pkg-config says of a library, or None."""
    tool = pkg_config()
    if tool is None:
        return None
    answer = subprocess.run([tool, "--modversion", name], capture_output=True, text=True)
    return answer.stdout.strip() if answer.returncode == 0 else None


def meson_version() -> tuple | None:
    """meson's version as numbers, or None if there is no meson that runs."""
    path = shutil.which("meson")
    if path is None:
        return None

    def ask() -> str:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True)
        return answer.stdout.strip() if answer.returncode == 0 else ""

    text = _remembered(f"meson|{path}|{os.stat(path).st_mtime_ns}", ask)
    numbers = re.findall(r"\d+", text)
    return tuple(int(number) for number in numbers[:3]) or None


def _absent_libraries(needs: list) -> list:
    """One call answers for all in the usual case, that they are all there."""
    tool = pkg_config()
    if tool is None:
        return needs
    wanted = [LIBRARIES[need] for need in needs]
    if not wanted or _exist(tool, wanted):
        return []
    return [need for need, library in zip(needs, wanted) if not _exist(tool, [library])]


def _exist(tool: str, libraries: list) -> bool:
    return subprocess.run([tool, "--exists", *libraries], stderr=subprocess.DEVNULL).returncode == 0


def _has_header(name: str) -> bool:
    extra = os.environ.get("CPLUS_INCLUDE_PATH", "") + os.pathsep + os.environ.get("CPATH", "")
    folders = ["/usr/include", "/usr/local/include", *filter(None, extra.split(os.pathsep))]
    return any(os.path.exists(os.path.join(folder, name)) for folder in folders)


def _sanitizers_link(compiler: Compiler) -> bool:
    def ask() -> str:
        with tempfile.TemporaryDirectory(prefix="coro-sanitizers-") as folder:
            source = Path(folder) / "empty.cpp"
            source.write_text("int main() {}\n", encoding="utf-8")
            for kinds in ("address,undefined", "thread"):
                command = [*shlex.split(compiler.command), f"-fsanitize={kinds}", str(source)]
                built = subprocess.run([*command, "-o", str(Path(folder) / "a.out")], capture_output=True)
                if built.returncode != 0:
                    return ""
        return "yes"

    return bool(_remembered(f"sanitizers|{compiler.command}|{compiler.version}", ask))


def _remembered(key: str, ask) -> str:
    """The answer for a key, kept in the build folder unless it was empty (a no)."""
    file = paths.build() / "presence.json"
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    if not known.get(key):
        known[key] = ask()
        if known[key]:
            paths.make_folder(file.parent, "CORO_BUILD")
            fresh = file.with_suffix(f".{os.getpid()}")
            fresh.write_text(json.dumps(known, indent=1), encoding="utf-8")
            fresh.replace(file)
    return known[key]
