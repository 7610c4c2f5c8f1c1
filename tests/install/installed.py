"""What the tests of the installation share: the library as `meson install` puts it
below a folder, and the ten lines that use it.

The static library comes from the build directory that CORO_TEST_BUILD names (if
there is none, or it is sanitized, it is built); others are built without
optimization since nothing is measured. The compiler is that of CORO_TEST_CXX or CXX.
"""

import json
import os
import shlex
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TIME_LIMIT = 240  # seconds for one command; building takes half a minute

# A program of ten lines, as the README has one.
PROGRAM = r"""
#include <coro/coro.hpp>
using namespace std::chrono_literals;

coro::task<int> add(int a, int b) {
    co_await coro::sleep(1ms);
    co_return a + b;
}
coro::task<int> main_task() {
    auto [x, y] = co_await coro::gather(add(1, 2), add(3, 4));
    coro::println("{} {}", x, y);
    co_return x + y;
}
int main() { return coro::run(main_task()) == 10 ? 0 : 1; }
"""


def compiler() -> list:
    return shlex.split(os.environ.get("CORO_TEST_CXX") or os.environ.get("CXX") or "c++")


def run(command, check=True, **environment: str) -> subprocess.CompletedProcess:
    """Runs a command. Flags that a tester has set for himself do not count."""
    inherited = {name: value for name, value in os.environ.items()
                 if name not in ("CXXFLAGS", "CPPFLAGS", "LDFLAGS", "DESTDIR", "CORO_TRACE",
                                 "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "CORO_CLOCK")}
    ended = subprocess.run(
        [str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True,
        encoding="utf-8", errors="replace", timeout=TIME_LIMIT, check=False,
        env={**inherited, "CXX": shlex.join(compiler()), "LC_ALL": "C", **environment})
    if check and ended.returncode != 0:
        raise AssertionError(f"{shlex.join(map(str, command))} failed:\n"
                             f"{ended.stdout[-4000:]}{ended.stderr[-4000:]}")
    return ended


def configure_and_build(build: Path, form: str, optimization=0) -> Path:
    run(["meson", "setup", build, ROOT, f"-Ddefault_library={form}",
         f"-Doptimization={optimization}",
         "-Ddebug=false", "-Dlessons=false", "-Dtests=false"])
    run(["ninja", "-C", build, "-j", os.cpu_count() or 1])
    return build


def tested_build():
    """The build directory under test, if it holds a plain static library."""
    given = os.environ.get("CORO_TEST_BUILD")
    if not given or not (Path(given) / "coro" / "libcoro.a").exists():
        return None
    options = json.loads(run(["meson", "introspect", "--buildoptions", given]).stdout)
    values = {option["name"]: option["value"] for option in options}
    return Path(given) if values["b_sanitize"] == "none" and not values["b_coverage"] else None


class Installed:
    """The library as `meson install` puts it below `destdir`."""

    def __init__(self, build: Path, destdir: Path):
        run(["meson", "install", "-C", build, "--no-rebuild", "--destdir", destdir])
        self.pkgconfig = next(destdir.rglob("coro.pc")).parent
        self.libraries = self.pkgconfig.parent
        self.include = next(destdir.rglob("coro.hpp")).parent.parent
        self.prefix = self.include.parent

    def files(self) -> list:
        return sorted(str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*")
                      if not path.is_dir())

    def others(self) -> set:
        """What is no header, by its name alone."""
        return {Path(name).name for name in self.files() if not name.startswith("include/coro/")}

    def headers(self) -> list:
        """As a program would write them: coro/task.hpp, ..."""
        return sorted(str(path.relative_to(self.include))
                      for path in (self.include / "coro").rglob("*.hpp"))

    def flags(self, *which: str) -> list:
        # The .pc file names the prefix as it will be, without DESTDIR.
        answer = run(["pkg-config", f"--define-variable=prefix={self.prefix}", *which, "coro"],
                     PKG_CONFIG_PATH=str(self.pkgconfig))
        return shlex.split(answer.stdout)


class WithScratch(unittest.TestCase):
    """A folder for what is built and installed."""

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="coro-install-")
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = Path(scratch.name)

    @classmethod
    def install_static(cls) -> Installed:
        build = tested_build() or configure_and_build(cls.folder / "build-static", "static")
        return Installed(build, cls.folder / "static")

    @classmethod
    def install_shared(cls) -> Installed:
        return Installed(configure_and_build(cls.folder / "build-shared", "shared"),
                         cls.folder / "shared")

    def compile(self, text: str, arguments: list, name="program", check=True):
        source = self.folder / f"{name}.cpp"
        source.write_text(text, encoding="utf-8")
        return run([*compiler(), source, *arguments, "-o", self.folder / name], check=check)

    def check_program(self, *prefix: str, **environment: str):
        ended = run([*prefix, self.folder / "program"], **environment)
        self.assertEqual(ended.stdout, "3 7\n")
