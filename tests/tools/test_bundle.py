"""./lab bundle and what ./lab setup does with one. apt-get, dpkg and dpkg-deb are scripts
here that only pretend; git and tar are real."""

import contextlib
import io
import os
import shutil
import subprocess
import tarfile
import unittest
from unittest import mock

import tools
from labkit import bundle, cli, closure, compilers, offline, packages, paths, setup, ui

DEBIAN = packages.System("Debian 12", "apt", ("debian", "12"))
FEDORA = packages.System("Fedora 40", "dnf", ("fedora", "40"))

# Notes its arguments; --print-uris and --download-only know two packages.
APT = r"""
echo "apt-get $*" >>"$LOG"
for word in "$@"; do
    case $word in Dir::Cache::archives=*) archives=${word#*=} ;; esac
done
case "$* " in
*" update "*) [ -z "$NO_NETWORK" ] || { echo "W: Failed to fetch http://mirror.example"; exit 0; } ;;
*--print-uris*)
    echo "'http://mirror.example/a.deb' clang-16_1%3a16.0-1_amd64.deb ${SIZE:-8} SHA256:0"
    echo "'http://mirror.example/b.deb' meson_1.0-5_all.deb 8 SHA256:0" ;;
*--download-only*)
    echo content >"$archives/clang-16_1%3a16.0-1_amd64.deb"
    [ -n "$INCOMPLETE" ] || echo content >"$archives/meson_1.0-5_all.deb" ;;
esac
"""


class Place(unittest.TestCase):
    """A clone with a commit, and a PATH with pretenders in front."""

    def setUp(self):
        context = tools.folder()
        self.place = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        self.root = tools.clone(self.place / "clone")
        shutil.rmtree(self.root / "lessons")
        for name in ("01_blocking", "common"):
            shutil.copytree(tools.ROOT / "lessons" / name, self.root / "lessons" / name)
        self.bin, self.log = self.place / "bin", self.place / "log"
        tools.script(self.bin / "apt-get", APT)
        tools.script(self.bin / "dpkg", "echo amd64\n")
        tools.script(self.bin / "dpkg-deb", 'basename "$2" | sed "s/_.*//; s/^/Package: /"\n')
        self.set(
            PATH=f"{self.bin}:{os.environ['PATH']}", LOG=self.log, CORO_BUILD=self.place / "build",
            GIT_CONFIG_GLOBAL="/dev/null", GIT_CEILING_DIRECTORIES=self.place,
            **{f"GIT_{who}_{what}": "someone@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        )
        self.patch(paths, "ROOT", self.root)
        self.patch(compilers, "best", lambda cache: None)
        self.patch(packages, "this_system", lambda: DEBIAN)
        self.target = self.place / "room.tar"

    def set(self, **variables):
        context = tools.environment(**variables)
        context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def patch(self, *what):
        patch = mock.patch.object(*what)
        patch.start()
        self.addCleanup(patch.stop)

    def commit(self):
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "All of it"]):
            subprocess.run(["git", "-C", str(self.root), *words], check=True)

    def bundle(self, *words):
        """Returns what was said."""
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            self.assertEqual(cli.main(["bundle", *map(str, words or [self.target])]), 0)
        return said.getvalue()

    def fails(self, *said, words=()):
        with self.assertRaises(ui.Failure) as caught:
            self.bundle(*words)
        for part in said:
            self.assertIn(part, str(caught.exception))
        left = [file.name for file in self.place.iterdir() if "room" in file.name]
        self.assertEqual(left, [], "something is left of a bundle that failed")
        self.assertEqual(list((self.place / "build").glob("bundle-*")), [])

    def calls(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


class Making(Place):
    def test_what_is_in_it(self):
        self.commit()
        said = self.bundle()
        self.assertIn("2 packages for Debian 12, amd64", said)
        self.assertNotIn("not committed", said)
        with tarfile.open(self.target) as archive:
            names = archive.getnames()
            read = lambda name: archive.extractfile(f"coro/{name}").read().decode()  # noqa: E731
            self.assertTrue(archive.getmember("coro/lab").mode & 0o100)
            how_to, index = read("HOW-TO.txt"), read("packages/Packages")
            self.assertEqual(read("packages/system"), "Debian 12, amd64\n")
        for name in ("lab", "tools/bundled.sh", "lessons/01_blocking/blocking.cpp", "pages/index.html", "pages/blocking.html"):
            self.assertIn(f"coro/{name}", names)
        for name in ("clang-16_16.0-1_amd64.deb", "meson_1.0-5_all.deb"):
            self.assertIn(f"coro/packages/{name}", names)
            self.assertIn(f"\nFilename: ./{name}\nSize: 8\nSHA256: ", index)
        self.assertEqual(index.count("Package: "), 2)
        self.assertIn("tar xf room.tar && cd coro", how_to)
        self.assertIn("./lab setup", how_to)
        self.assertIn("sudo sh tools/bundled.sh python3 clang-16 meson", how_to)

    def test_apt_is_asked_for_all_that_a_bare_machine_lacks(self):
        self.commit()
        self.bundle()
        update, uris, download = self.calls()
        names = " ".join(bundle.wanted(DEBIAN, None))
        self.assertIn(" update", update)
        for call in (uris, download):
            self.assertTrue(call.endswith(f"-y --no-install-recommends install {names}"))
            (status,) = [word for word in call.split("-o ") if word.startswith("Dir::State::status=")]
            self.assertIn(str(self.place / "build"), status)

    def test_only_what_is_committed(self):
        self.commit()
        (self.root / "secret.txt").write_text("mine\n")
        self.assertIn("warning: 1 file changed and not committed", self.bundle())
        with tarfile.open(self.target) as archive:
            self.assertNotIn("coro/secret.txt", archive.getnames())

    def test_its_name(self):
        self.assertEqual(bundle.default_name(DEBIAN), "coro-debian-12-amd64.tar")

    def test_what_is_wanted(self):
        bare = bundle.wanted(DEBIAN, None)
        self.assertEqual(bare[:3], ["python3", "clang-16", "meson"])
        self.assertEqual(len(bare), len(set(bare)))
        newer = bundle.wanted(DEBIAN, compilers.Compiler("clang++-19", "clang", "19.1.7", ""))
        self.assertEqual(newer, [*bare, "libclang-rt-19-dev", "llvm-19"])
        self.assertEqual(bundle.wanted(DEBIAN, compilers.Compiler("g++", "gcc", "14.2.0", "")), bare)

    def test_where_it_cannot_bundle_packages_it_says_how_to_get_them(self):
        self.commit()
        self.patch(packages, "this_system", lambda: FEDORA)
        said = self.bundle()
        self.assertIn("the packages are not bundled on Fedora 40", said)
        with tarfile.open(self.target) as archive:
            how_to = archive.extractfile("coro/HOW-TO.txt").read().decode()
            self.assertNotIn("coro/packages", archive.getnames())
        for part in ("NOT in this bundle", "dnf download --resolve --alldeps --destdir packages clang", "sudo dnf install"):
            self.assertIn(part, how_to)
        self.assertEqual(self.calls(), [])
        unknown = bundle.by_hand(packages.System("AlmaLinux 9", ""), [])
        self.assertIn("does not know the packages of AlmaLinux 9", unknown)
        self.assertIn("meson, configures the build", unknown)


class Failing(Place):
    def test_without_a_commit_or_git(self):
        self.fails("is not a clone with a commit in it")
        self.commit()
        with mock.patch("shutil.which", return_value=None):
            self.fails("there is no git")

    def test_where_it_cannot_be_written(self):
        self.commit()
        self.fails("is a folder", words=[self.place])
        self.fails("there is no folder", words=[self.place / "nowhere" / "room.tar"])
        self.assertEqual(self.calls(), [])

    def test_an_old_bundle_stays_until_the_new_one_is_whole(self):
        self.commit()
        self.target.write_text("old")
        self.set(INCOMPLETE="yes")
        with self.assertRaises(ui.Failure):
            self.bundle()
        self.assertEqual(self.target.read_text(), "old")

    def test_without_a_network(self):
        self.commit()
        self.set(NO_NETWORK="yes")
        self.fails("Failed to fetch http://mirror.example", "Is there a network?")

    def test_packages_that_did_not_come(self):
        self.commit()
        self.set(INCOMPLETE="yes")
        self.fails("apt did not bring meson_1.0-5_all.deb")

    def test_no_room_and_too_much(self):
        self.commit()
        self.set(SIZE=1 << 40)
        self.fails("more than a bundle may have")
        with self.assertRaises(ui.Failure) as caught:
            closure.judge_size(200_000_000, 300_000_000)
        self.assertIn("too little room: 300 MB free, 500 MB are needed", str(caught.exception))
        with self.assertRaises(ui.Failure):
            closure.judge_size(0, 1 << 40)
        closure.judge_size(200_000_000, 600_000_000)

    def test_a_disk_that_is_full_while_it_is_written(self):
        self.commit()
        full = OSError(28, "No space left on device", str(self.target))
        with mock.patch.object(tarfile.TarFile, "add", side_effect=full):
            self.fails("No space left on device", "CORO_BUILD moves the folder")

    def test_a_system_that_is_too_old(self):
        self.commit()
        self.patch(packages, "this_system", lambda: packages.System("Ubuntu 22.04", "apt", ("ubuntu", "22.04")))
        self.fails("Ubuntu 22.04 is too old")


class InTheRoom(Place):
    """The unpacked bundle: what setup installs, and from where."""

    def setUp(self):
        super().setUp()
        (self.root / "packages").mkdir()
        (self.root / "packages" / "Packages").write_text("")
        self.meant_for("Debian 12, amd64")
        self.patch(setup, "APT_LISTS", self.place / "lists")

    def meant_for(self, line):
        (self.root / "packages" / "system").write_text(line + "\n")

    def install(self, user=0):
        said = io.StringIO()
        with mock.patch("os.geteuid", return_value=user), contextlib.redirect_stderr(said):
            with mock.patch("sys.stdin", io.StringIO()):
                setup.install(["meson", "fmt"], None)
        return said.getvalue()

    def test_it_installs_from_the_folder_alone_and_says_so(self):
        said = self.install()
        self.assertIn("taking the packages in ", said)
        self.assertIn("without a network", said)
        update, install = self.calls()
        self.assertTrue(update.endswith(" update"))
        self.assertTrue(install.endswith(" install -y --no-install-recommends meson libfmt-dev"))
        for call in (update, install):
            self.assertIn("Dir::Etc::sourceparts=/dev/null", call)

    def test_apt_is_given_that_folder(self):
        copy = self.place / "seen"
        tools.script(
            self.bin / "apt-get",
            f'for word in "$@"; do case $word in Dir::Etc::sourcelist=*) cat "${{word#*=}}" >"{copy}"; '
            f'ls "${{word%/*}}/packages/" >>"{copy}" ;; esac; done\n'.replace("${word%/*}", "$(dirname ${word#*=})"),
        )
        self.install()
        source, *files = copy.read_text().splitlines()
        self.assertRegex(source, r"^deb \[trusted=yes\] file:/\S+/packages \./$")
        self.assertEqual(files, ["Packages", "system"])

    def test_packages_for_another_machine_are_not_used(self):
        self.meant_for("Debian 13, amd64")
        said = self.install()
        self.assertIn("are for Debian 13, amd64; this is Debian 12, amd64. They are not used.", said)
        self.assertNotIn("sourceparts", self.log.read_text())

    def test_the_network_is_tried_if_they_do_not_do(self):
        tools.script(
            self.bin / "apt-get",
            f'echo "apt-get $*" >>"{self.log}"\ncase "$*" in *sourceparts*) echo "E: Unable to locate"; exit 100 ;; esac\n',
        )
        said = self.install()
        self.assertIn("E: Unable to locate", said)
        self.assertIn("Trying with the network", said)
        self.assertEqual(self.calls()[-1], "apt-get install -y --no-install-recommends meson libfmt-dev")

    def test_without_rights_the_line_is_that_of_the_bundle(self):
        tools.script(self.bin / "sudo", "exit 1\n")
        with self.assertRaises(ui.Failure) as caught:
            self.install(user=1000)
        self.assertIn("tools/bundled.sh' meson libfmt-dev\n", str(caught.exception))

    def test_a_clone_without_packages(self):
        (self.root / "packages" / "system").unlink()
        self.assertFalse(offline.usable(DEBIAN))


if __name__ == "__main__":
    unittest.main()
