"""What is installed on which system, and what ./lab says where it may not
install: the package managers here are scripts that only note how they were
called."""

import contextlib
import io
import os
import unittest
from pathlib import Path
from unittest import mock

import tools
from labkit import compilers, packages, setup, ui

OS_RELEASE = {
    "debian12": 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
    "debian13": 'NAME="Debian GNU/Linux"\nVERSION_ID="13"\nID=debian\n',
    "debian11": 'NAME="Debian GNU/Linux"\nVERSION_ID="11"\nID=debian\n',
    "noble": 'NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n',
    "jammy": 'NAME="Ubuntu"\nVERSION_ID="22.04"\nID=ubuntu\nID_LIKE=debian\n',
    "mint": 'NAME="Linux Mint"\nVERSION_ID="22"\nID=linuxmint\nID_LIKE="ubuntu debian"\nUBUNTU_CODENAME=noble\n',
    "old mint": 'NAME="Linux Mint"\nVERSION_ID="21"\nID=linuxmint\nID_LIKE="ubuntu debian"\nUBUNTU_CODENAME=jammy\n',
    "fedora": 'NAME="Fedora Linux"\nVERSION_ID=40\nID=fedora\n',
    "arch": 'NAME="Arch Linux"\nID=arch\n',
    "alma": 'NAME="AlmaLinux"\nVERSION_ID="9.4"\nID="almalinux"\nID_LIKE="rhel centos fedora"\n',
}


def system(name):
    return packages.identify(packages.read_os_release(OS_RELEASE[name]))


class Systems(unittest.TestCase):
    def test_are_recognised(self):
        for name, family, shown in (
            ("debian12", "apt", "Debian 12"),
            ("noble", "apt", "Ubuntu 24.04"),
            ("mint", "apt", "Linux Mint 22"),
            ("fedora", "dnf", "Fedora 40"),
            ("arch", "pacman", "Arch"),
            ("alma", "", "AlmaLinux 9.4"),
        ):
            with self.subTest(system=name):
                self.assertEqual(system(name).family, family)
                self.assertEqual(system(name).name, shown)
                self.assertEqual(system(name).refused, "")

    def test_that_are_too_old_are_refused_by_name(self):
        self.assertIn("Ubuntu 22.04 is too old: it has liburing 2.1, fmt 8.1", system("jammy").refused)
        self.assertIn("Debian 11 is too old", system("debian11").refused)
        self.assertIn("too old", system("old mint").refused)
        self.assertIn("debian:12", system("jammy").refused)

    def test_a_release_that_is_newer_than_the_table_is_not_refused(self):
        for release in ("26.04", "", "rolling"):
            self.assertEqual(packages.System("Ubuntu", "apt", ("ubuntu", release)).refused, "")

    def test_a_machine_without_os_release(self):
        self.assertEqual(packages.this_system(Path("/nonexistent")).family, "")


class Packages(unittest.TestCase):
    def test_for_running_on_a_bare_machine(self):
        expected = {
            "debian12": "clang-16 meson ninja-build pkg-config liburing-dev libfmt-dev",
            "debian13": "clang-19 meson ninja-build pkg-config liburing-dev libfmt-dev",
            "noble": "clang-18 meson ninja-build pkg-config liburing-dev libfmt-dev",
            "mint": "clang-18 meson ninja-build pkg-config liburing-dev libfmt-dev",
            "fedora": "clang gcc-c++ meson ninja-build pkgconf-pkg-config liburing-devel fmt-devel",
            "arch": "clang meson ninja pkgconf liburing fmt",
        }
        for name, names in expected.items():
            with self.subTest(system=name):
                self.assertEqual(system(name).packages(packages.FOR_RUN), names.split())

    def test_every_need_is_known_everywhere(self):
        for name in ("debian12", "noble", "fedora", "arch"):
            for need in packages.NEEDS:
                for kind in ("clang", "gcc"):
                    with self.subTest(system=name, need=need, kind=kind):
                        self.assertIsInstance(system(name).packages([need], kind, 16), list)

    def test_the_sanitizers_are_those_of_the_compiler_that_is_used(self):
        self.assertEqual(system("debian12").packages(["sanitizers"], "clang", 19), ["libclang-rt-19-dev"])
        self.assertEqual(system("debian12").packages(["sanitizers"], "clang"), ["libclang-rt-16-dev"])
        self.assertEqual(system("debian12").packages(["sanitizers"], "gcc", 14), [])
        self.assertEqual(system("fedora").packages(["sanitizers"], "gcc", 14), ["libasan", "libubsan", "libtsan"])

    def test_the_line_for_an_administrator(self):
        line = system("noble").line_for_administrator(["meson", "clang-18"])
        self.assertEqual(line, "sudo apt-get update && sudo apt-get install -y meson clang-18")
        self.assertEqual(system("fedora").line_for_administrator(["meson"]), "sudo dnf install -y meson")
        self.assertEqual(
            system("arch").line_for_administrator(["meson"]), "sudo pacman -S --needed --noconfirm meson"
        )


class Installing(unittest.TestCase):
    """With a PATH of our own, in which apt-get and sudo only note their arguments."""

    def setUp(self):
        context = tools.folder()
        self.place = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        self.log = self.place / "log"
        self.bin = self.place / "bin"
        self.bin.mkdir()
        for name in ("env", "true", "touch"):
            (self.bin / name).symlink_to(f"/usr/bin/{name}")
        lists = self.place / "lists"
        lists.mkdir()
        (lists / "somewhere_Packages").touch()
        for patch in (
            mock.patch.object(setup, "APT_LISTS", lists),
            mock.patch.object(packages, "this_system", lambda: system("debian12")),
            mock.patch("sys.stdin", io.StringIO()),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def apt(self, body="exit 0"):
        tools.script(self.bin / "apt-get", f'echo "apt-get $*" >>"{self.log}"\n{body}\n')

    def sudo(self, works=True):
        run = 'shift; exec "$@"' if works else "exit 1"
        tools.script(self.bin / "sudo", f'echo "sudo $*" >>"{self.log}"\n{run}\n')

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def install(self, needs=("meson", "fmt"), user=1000, **more):
        """Returns what was said on standard error."""
        said = io.StringIO()
        path = {"PATH": str(self.bin), "CORO_BUILD": str(self.place / "build")}
        with tools.environment(**path), mock.patch("os.geteuid", return_value=user):
            with contextlib.redirect_stderr(said):
                setup.install(list(needs), None, **more)
        return said.getvalue()

    def test_as_root(self):
        self.apt('test "$DEBIAN_FRONTEND" = noninteractive')
        said = self.install(user=0)
        self.assertIn("installing what is missing on Debian 12: meson libfmt-dev", said)
        self.assertEqual(self.calls(), ["apt-get install -y --no-install-recommends meson libfmt-dev"])

    def test_with_sudo_that_asks_for_no_password(self):
        self.apt()
        self.sudo()
        said = self.install()
        self.assertIn("running sudo -n apt-get install", said)
        self.assertEqual(self.calls()[0], "sudo -n true")
        self.assertIn("apt-get install -y --no-install-recommends meson libfmt-dev", self.calls())

    def test_the_lists_are_refreshed_if_there_are_none(self):
        self.apt()
        (setup.APT_LISTS / "somewhere_Packages").unlink()
        self.install(user=0)
        self.assertEqual([call.split()[1] for call in self.calls()], ["update", "install"])

    def test_the_lists_are_refreshed_if_they_are_stale(self):
        mark = self.place / "fresh"
        self.apt(f'test "$1" = update && touch "{mark}"; test -e "{mark}"')
        self.install(user=0)
        self.assertEqual([call.split()[1] for call in self.calls()], ["install", "update", "install"])

    def test_without_rights(self):
        self.apt()
        for sudo in (False, True):
            if sudo:
                self.sudo(works=False)
            with self.subTest(sudo=sudo), self.assertRaises(ui.Failure) as caught:
                self.install()
            self.assertIn("missing: meson, fmt", str(caught.exception))
            self.assertIn(
                "sudo apt-get update && sudo apt-get install -y meson libfmt-dev\n", str(caught.exception)
            )
            self.assertNotEqual(caught.exception.status, 0)
        self.assertNotIn("apt-get", " ".join(self.calls()))

    def test_without_a_network(self):
        self.apt('echo "Failed to fetch http://mirror.example: Temporary failure resolving"; exit 100')
        with self.assertRaises(ui.Failure) as caught:
            self.install(user=0)
        said = str(caught.exception)
        self.assertIn("Temporary failure resolving", said)
        self.assertIn("Is there a network?", said)
        self.assertIn("sudo apt-get update && sudo apt-get install -y meson libfmt-dev\n", said)

    def test_an_update_that_reached_nobody_is_a_failure_though_apt_says_it_is_none(self):
        (setup.APT_LISTS / "somewhere_Packages").unlink()
        self.apt('echo "W: Failed to fetch http://mirror.example"; exit 0')
        with self.assertRaises(ui.Failure):
            self.install(user=0)

    def test_a_better_compiler_is_not_insisted_on(self):
        self.assertEqual(self.install(["compiler"], optional=("compiler",)), "")
        self.apt("exit 100")
        said = self.install(["compiler"], user=0, optional=("compiler",))
        self.assertIn("could not install clang-16", said)
        self.assertTrue((self.place / "build" / "no-better-compiler").exists())

    def test_on_a_system_that_is_refused_or_not_known(self):
        with mock.patch.object(packages, "this_system", lambda: system("jammy")):
            with self.assertRaises(ui.Failure) as caught:
                self.install(user=0)
        self.assertIn("Ubuntu 22.04 is too old", str(caught.exception))
        with mock.patch.object(packages, "this_system", lambda: system("alma")):
            with self.assertRaises(ui.Failure) as caught:
                self.install(user=0)
        self.assertIn("does not know the packages of AlmaLinux", str(caught.exception))
        self.assertIn("fmt: formats what println prints", str(caught.exception))


class Choosing(unittest.TestCase):
    """Which compiler is taken, with compilers that only say who they are."""

    def setUp(self):
        context = tools.folder()
        self.place = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        self.bin = self.place / "bin"
        context = tools.environment(PATH=self.bin, CORO_BUILD=self.place / "build", CXX=None)
        context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        patch = mock.patch.object(compilers.selftest, "failing_cases", self.failing_cases)
        patch.start()
        self.addCleanup(patch.stop)
        self.tested = []
        patch = mock.patch.object(ui, "say")
        patch.start()
        self.addCleanup(patch.stop)

    def failing_cases(self, command):
        self.tested.append(os.path.basename(command[0]))
        return "AB" if "g++" in self.tested[-1] and "clang" not in self.tested[-1] else ""

    def compiler(self, name, major):
        lines = [f"#define __GNUC__ {major}", "#define __GNUC_MINOR__ 1"]
        if name.startswith("clang"):
            lines += [f"#define __clang_major__ {major}", "#define __clang_minor__ 0"]
        tools.script(self.bin / name, "".join(f"echo '{line}'\n" for line in lines))

    def test_the_newest_that_passes(self):
        self.compiler("g++", 14)
        self.compiler("clang++-16", 16)
        self.compiler("clang++-17", 17)
        best = compilers.best(compilers.Cache())
        self.assertEqual(best.tag, "clang-17.0.0")
        self.assertEqual(self.tested, ["g++", "clang++-17"])

    def test_what_was_found_out_is_remembered_until_the_compiler_changes(self):
        self.compiler("clang++", 18)
        for _ in range(2):
            self.assertEqual(compilers.best(compilers.Cache()).tag, "clang-18.0.0")
        self.assertEqual(self.tested, ["clang++"])
        self.compiler("clang++", 19)
        os.utime(self.bin / "clang++", ns=(1, 1))
        self.assertEqual(compilers.best(compilers.Cache()).tag, "clang-19.0.0")
        self.assertEqual(self.tested, ["clang++", "clang++"])

    def test_one_that_fails_is_taken_where_there_is_no_other(self):
        self.compiler("g++", 12)
        self.compiler("g++-11", 11)
        best = compilers.best(compilers.Cache())
        self.assertEqual((best.tag, best.failing), ("gcc-12.1.0", "AB"))

    def test_none(self):
        self.bin.mkdir()
        self.compiler("g++-9", 9)
        self.assertIsNone(compilers.best(compilers.Cache()))

    def test_cxx_decides(self):
        self.compiler("g++", 14)
        self.compiler("clang++", 18)
        cache = compilers.Cache()
        with tools.environment(CXX="g++"):
            self.assertEqual(compilers.from_environment(cache).tag, "gcc-14.1.0")
        for wrong in ("nosuch++", "g++ 'x"):
            with tools.environment(CXX=wrong), self.assertRaises(ui.Failure) as caught:
                compilers.from_environment(cache)
            self.assertIn(wrong, str(caught.exception))
        self.assertIsNone(compilers.from_environment(cache))

    def test_the_warning_names_the_cases_and_what_to_install(self):
        compiler = compilers.Compiler("g++", "gcc", "12.2.0", "AD")
        with mock.patch.object(packages, "this_system", lambda: system("debian12")):
            with mock.patch.object(ui, "warn") as warn:
                setup.warn_about(compiler)
        said = warn.call_args[0][0]
        for part in ("g++", "(A)", "(D)", "clang-16"):
            self.assertIn(part, said)
