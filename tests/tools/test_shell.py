"""The shell part of ./lab: which Python it takes, and how it gets one; and the
sum that .ci/run prints. PATH holds only what each test puts there."""

import os
import shutil
import subprocess
import sys
import unittest

import tools

BASICS = ("sh", "dirname", "readlink", "env", "true")


class Shell(unittest.TestCase):
    def setUp(self):
        context = tools.folder()
        self.place = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        self.bin = self.place / "bin"
        self.bin.mkdir()
        for name in BASICS:
            (self.bin / name).symlink_to(shutil.which(name))
        (self.place / "tools").mkdir()
        shutil.copy(tools.ROOT / "lab", self.place / "lab")
        (self.place / "tools" / "lab.py").write_text("import sys\nprint('lab.py', sys.argv[1:])\n")
        self.log = self.place / "log"

    def python(self, name, version_ok=True):
        """A python that runs nothing but is new enough, or too old."""
        real = f'exec "{sys.executable}" "$@"'
        tools.script(self.bin / name, real if version_ok else "exit 1")

    def lab(self, *words, status=0):
        answer = subprocess.run(
            [str(self.place / "lab"), *words],
            env={"PATH": str(self.bin)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        self.assertEqual(answer.returncode, status, answer.stdout + answer.stderr)
        return answer

    def user(self, number):
        tools.script(self.bin / "id", f"echo {number}")

    def apt(self, also=""):
        tools.script(self.bin / "apt-get", f'echo "apt-get $*" >>"{self.log}"\n{also}')

    def test_hands_its_words_over_as_they_are(self):
        self.python("python3")
        self.assertEqual(self.lab("run", "a b", "*").stdout, "lab.py ['run', 'a b', '*']\n")

    def test_takes_a_newer_python_beside_one_that_is_too_old(self):
        self.python("python3", version_ok=False)
        self.python("python3.11")
        self.assertEqual(self.lab("x").stdout, "lab.py ['x']\n")

    def test_installs_python_as_root_and_says_so_first(self):
        self.user(0)
        makes = f"printf '#!/bin/sh\\nexec {sys.executable} \"$@\"\\n' >'{self.bin}/python3'; /bin/chmod +x '{self.bin}/python3'"
        self.apt(f'if [ "$1" = install ]; then {makes}; fi')
        answer = self.lab("x")
        self.assertIn("lab: installing Python 3, which the tools need: sh -c", answer.stderr)
        self.assertIn("lab.py ['x']", answer.stdout)
        calls = self.log.read_text().splitlines()
        self.assertEqual(calls, ["apt-get update", "apt-get install -y --no-install-recommends python3"])

    def test_without_rights_it_prints_the_line_for_an_administrator(self):
        self.user(1000)
        self.apt()
        answer = self.lab(status=1)
        self.assertIn("as root:  apt-get update && apt-get install -y", answer.stderr)
        self.assertFalse(self.log.exists())

    def test_in_a_bundle_python_comes_from_its_packages(self):
        (self.place / "packages").mkdir()
        (self.place / "packages" / "system").touch()
        tools.script(self.place / "tools" / "bundled.sh", f'echo "bundled $*" >>"{self.log}"\n')
        self.user(0)
        self.apt()
        answer = self.lab(status=1)  # nothing was installed, so it ends here
        self.assertIn("tools/bundled.sh' python3", answer.stderr)
        self.assertEqual(self.log.read_text(), "bundled python3\n")

    def test_with_a_sudo_that_would_ask_and_nobody_to_answer(self):
        self.user(1000)
        self.apt()
        tools.script(self.bin / "sudo", "exit 1")
        self.assertIn("Ask an administrator", self.lab(status=1).stderr)

    def test_with_a_sudo_that_does_not_ask(self):
        self.user(1000)
        self.apt()
        tools.script(self.bin / "sudo", f'echo "sudo $1" >>"{self.log}"\n[ "$1" = -n ] && shift\nexec "$@"')
        answer = self.lab(status=1)  # nothing was installed, so it ends here
        self.assertIn("sudo env", self.log.read_text())
        self.assertIn("could not be installed", answer.stderr)

    def test_where_no_package_manager_is_known(self):
        self.assertIn("please install python3", self.lab(status=1).stderr)


class ContinuousIntegration(unittest.TestCase):
    def run_ci(self, plain, matrix):
        """.ci/run with a ./lab that prints these endings: (last line, exit status)."""
        with tools.folder() as place:
            (place / ".ci").mkdir()
            shutil.copy(tools.ROOT / ".ci" / "run", place / ".ci" / "run")
            branches = " ".join(
                f"*{pattern}) echo 'some test'; echo '{line}'; exit {status};;"
                for pattern, (line, status) in (("--only-matrix", matrix), ("test", plain))
            )
            tools.script(place / "lab", f'case "$*" in {branches} esac\n')
            answer = subprocess.run(
                ["bash", str(place / ".ci" / "run")], cwd="/", capture_output=True, text=True, env=os.environ
            )
        return answer.stdout.splitlines()[-1], answer.returncode

    def test_adds_up(self):
        self.assertEqual(self.run_ci(("10 passed, 0 failed", 0), ("5 passed, 0 failed", 0)), ("15 passed, 0 failed", 0))
        self.assertEqual(self.run_ci(("10 passed, 2 failed", 1), ("5 passed, 0 failed", 0)), ("15 passed, 2 failed", 1))

    def test_an_ending_without_a_count_is_a_failure(self):
        self.assertEqual(self.run_ci(("10 passed, 0 failed", 0), ("Traceback", 1)), ("10 passed, 1 failed", 1))
        self.assertEqual(self.run_ci(("10 passed, 0 failed", 0), ("Killed", 0)), ("10 passed, 1 failed", 1))

    def test_a_bad_status_counts_though_no_test_failed(self):
        self.assertEqual(self.run_ci(("0 passed, 0 failed", 1), ("5 passed, 0 failed", 0)), ("5 passed, 1 failed", 1))


if __name__ == "__main__":
    unittest.main()
