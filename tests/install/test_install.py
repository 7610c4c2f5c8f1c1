"""Installs the library as a user would, and builds a program against it that
lies outside of the tree: with what pkg-config says, and nothing else.

The static library comes from the build directory that CORO_TEST_BUILD names (if
there is none, or it is sanitized, it is built here); the shared one is built
here, without optimization since nothing is measured. The compiler is that of
CORO_TEST_CXX or CXX.
"""

import json
import os
import re
import shlex
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
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

FORGOTTEN = PROGRAM.replace("co_await coro::sleep(1ms);", "coro::sleep(1ms);")

# They take longer to compile than all of coro, or are an implementation's own.
HEAVY = {"iostream", "regex", "memory", "functional", "mutex", "liburing.h"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


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


def configure_and_build(build: Path, form: str) -> Path:
    run(["meson", "setup", build, ROOT, f"-Ddefault_library={form}", "-Doptimization=0",
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

    def headers(self) -> list:
        """As a program would write them: coro/task.hpp, ..."""
        return sorted(str(path.relative_to(self.include))
                      for path in (self.include / "coro").rglob("*.hpp"))

    def flags(self, *which: str) -> list:
        # The .pc file names the prefix as it will be, without DESTDIR.
        answer = run(["pkg-config", f"--define-variable=prefix={self.prefix}", *which, "coro"],
                     PKG_CONFIG_PATH=str(self.pkgconfig))
        return shlex.split(answer.stdout)


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="coro-install-")
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = Path(scratch.name)
        cls.shared = Installed(configure_and_build(cls.folder / "build-shared", "shared"),
                               cls.folder / "shared")
        cls.static = Installed(
            tested_build() or configure_and_build(cls.folder / "build-static", "static"),
            cls.folder / "static")

    def compile(self, text: str, arguments: list, name="program", check=True):
        source = self.folder / f"{name}.cpp"
        source.write_text(text, encoding="utf-8")
        return run([*compiler(), source, *arguments, "-o", self.folder / name], check=check)

    # What is installed

    def test_nothing_is_installed_but_the_library_its_headers_and_the_pc_file(self):
        for form, libraries in ((self.static, {"libcoro.a"}), (self.shared, {"libcoro.so"})):
            others = {Path(name).name for name in form.files() if not name.startswith("include/coro/")}
            self.assertEqual(others, libraries | {"coro.pc"})

    def test_every_header_of_the_ground_floor_is_installed(self):
        public = {f"coro/{path.name}" for path in (ROOT / "coro").glob("*.hpp")}
        self.assertEqual(public - set(self.static.headers()), set(),
                         "a header in coro/ is not installed: add it to coro/meson.build")

    def test_installed_headers_include_only_what_is_installed(self):
        installed = self.static.headers()
        for name in installed:
            text = (self.static.include / name).read_text(encoding="utf-8")
            for included in INCLUDE.findall(text):
                if included.startswith("coro/"):
                    self.assertIn(included, installed, f"{name} includes it: add it to meson.build")

    def test_headers_are_those_of_the_tree(self):
        for name in self.static.headers():
            self.assertEqual((self.static.include / name).read_bytes(), (ROOT / name).read_bytes())

    def test_no_header_includes_what_is_slow_to_compile(self):
        for name in self.static.headers():
            text = (self.static.include / name).read_text(encoding="utf-8")
            self.assertEqual(HEAVY & set(INCLUDE.findall(text)), set(), f"in {name}")

    # The use of it

    def test_each_header_compiles_alone(self):
        flags = [*self.static.flags("--cflags"), "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                 "-fsyntax-only"]

        def alone(name: str) -> subprocess.CompletedProcess:
            source = self.folder / (name.replace("/", "_") + ".cpp")
            source.write_text(f"#include <{name}>\n", encoding="utf-8")
            return run([*compiler(), source, *flags], check=False)

        headers = self.static.headers()
        self.assertGreater(len(headers), 20)
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            for name, ended in zip(headers, pool.map(alone, headers)):
                with self.subTest(header=name):
                    self.assertEqual((ended.returncode, ended.stderr), (0, ""))

    def check_program(self, *prefix: str, **environment: str):
        ended = run([*prefix, self.folder / "program"], **environment)
        self.assertEqual(ended.stdout, "3 7\n")

    def test_a_program_uses_the_static_library(self):
        self.compile(PROGRAM, self.static.flags("--cflags", "--libs"))
        self.check_program()

    def test_a_program_uses_the_shared_library(self):
        self.compile(PROGRAM, self.shared.flags("--cflags", "--libs"))
        self.check_program(LD_LIBRARY_PATH=str(self.shared.libraries))
        needed = run(["ldd", self.folder / "program"],
                     LD_LIBRARY_PATH=str(self.shared.libraries)).stdout
        self.assertIn(str(self.shared.libraries / "libcoro.so"), needed)

    def test_a_program_may_be_sanitized_though_the_library_is_not(self):
        """Frames are pooled in the one and not in the other, and must not meet."""
        for form in (self.static, self.shared):
            self.compile(PROGRAM, [*form.flags("--cflags", "--libs"), "-fsanitize=address,undefined"])
            self.check_program(LD_LIBRARY_PATH=str(form.libraries), CORO_DEBUG="1")

    def test_forgetting_to_await_is_an_error_for_users_too(self):
        ended = self.compile(FORGOTTEN, self.static.flags("--cflags", "--libs"), check=False)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("co_await coro::sleep(...)", ended.stderr)

    def test_the_version_is_that_of_the_project(self):
        declared = re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text())[1]
        self.assertEqual(self.static.flags("--modversion"), [declared])


if __name__ == "__main__":
    unittest.main()
