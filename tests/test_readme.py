"""Holds README.md to the truth: its transcript, its table of lessons, its links,
and its program, which is compiled and run against the installed library.

    python3 tests/test_readme.py --write    puts what is true now into README.md
"""

import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from labkit import lessons, packages  # noqa: E402

README = ROOT / "README.md"
TRANSCRIPT = re.compile(r"(```console\n\$ (?P<command>[^\n]+)\n)(?P<said>.*?)(?=```)", re.DOTALL)
TABLE = re.compile(r"(\| no\. \| lesson [^\n]+\n\|[- |]+\|\n)(?P<rows>(?:\|[^\n]+\n)*)")
# The kernel is the reader's; the README shows the better one.
KERNEL = re.compile(r"(?<= clock, ).*(?=\)$)", re.MULTILINE)

# ./lab with the programs of a build that there is, instead of one of its own.
BUILT_ALREADY = """
import sys
from pathlib import Path
sys.path.insert(0, "tools")
from labkit import cli, run
build = Path(sys.argv[1])
run.prepare = lambda parts, original, flavour: {part: build / "lessons" / part.name for part in parts}
sys.exit(cli.main(sys.argv[2:]))
"""


def block(text: str, language: str, containing: str) -> str:
    """The fenced block of this language that contains this text."""
    found = [
        body for body in re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL) if containing in body
    ]
    if len(found) != 1:
        raise AssertionError(f"README.md has {len(found)} {language} blocks with {containing!r}, not one")
    return found[0]


def transcript_now(command: str) -> str:
    """What a command of the README prints on standard output today."""
    settings = dict(os.environ)
    for name in ("CORO_CLOCK", "CORO_KERNEL", "CORO_TRACE", "CORO_WORK", "NO_COLOR"):
        settings.pop(name, None)
    with tempfile.TemporaryDirectory() as empty:  # nobody's work copies
        settings["CORO_WORK"] = empty
        words = shlex.split(command)
        build = os.environ.get("CORO_TEST_BUILD")
        if build and words[0] == "./lab":  # whose lessons are built already
            words = [sys.executable, "-c", BUILT_ALREADY, build, *words[1:]]
        answer = subprocess.run(
            words,
            cwd=ROOT,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=280,
        )
    if answer.returncode != 0:
        raise AssertionError(f"{command} ended with {answer.returncode}:\n{answer.stdout}{answer.stderr}")
    return KERNEL.sub("io_uring", answer.stdout)


def table_now() -> str:
    rows = []
    for lesson in lessons.all_lessons():
        facts = lesson.facts
        link = f"[{lesson.id}](lessons/{lesson.folder.name}/)"
        rows.append(f"| {lesson.number} | {link} | {facts['minutes']} | {facts['title']}. {facts['idea']} |\n")
    return "".join(rows)


class Readme(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.text = README.read_text(encoding="utf-8")

    def test_the_transcript_is_true(self):
        found = list(TRANSCRIPT.finditer(self.text))
        self.assertTrue(found)
        for transcript in found:
            said = transcript_now(transcript["command"])
            if said != transcript["said"]:
                wrong = difflib.unified_diff(
                    transcript["said"].splitlines(), said.splitlines(), "README.md", "now", lineterm=""
                )
                self.fail("\n".join(wrong) + "\npython3 tests/test_readme.py --write puts it right")

    def test_the_table_of_lessons_is_that_of_the_folders(self):
        self.assertEqual(TABLE.search(self.text)["rows"], table_now())

    def test_its_links_lead_somewhere(self):
        links = re.findall(r"\]\(([^)#:]+)\)", self.text)
        self.assertIn("coro/README.md", links)
        for link in links:
            with self.subTest(link=link):
                self.assertTrue((ROOT / link).exists())

    def test_it_names_everything_that_is_installed(self):
        dependencies = self.text.partition("## What it depends on")[2].partition("\n## ")[0].lower()
        words = {"benchmark": "google benchmark", "sanitizers": "sanitizers", "compiler": "compiler"}
        for need in packages.NEEDS:
            with self.subTest(need=need):
                self.assertIn(words.get(need, need), dependencies)


class OutsideProgram(unittest.TestCase):
    """The README's program, with the library installed and found by pkg-config."""

    def setUp(self):
        build = os.environ.get("CORO_TEST_BUILD")
        if not build:
            self.fail("CORO_TEST_BUILD must name a build folder; ./lab test sets it")
        scratch = tempfile.TemporaryDirectory(prefix="coro-readme-")
        self.addCleanup(scratch.cleanup)
        self.place = Path(scratch.name)
        self.run_here("meson", "install", "-C", build, "--no-rebuild", "--destdir", str(self.place / "root"))
        (self.config,) = (self.place / "root").rglob("coro.pc")
        (self.place / "main.cpp").write_text(
            block(README.read_text(encoding="utf-8"), "cpp", "int main()"), encoding="utf-8"
        )

    def run_here(self, *command, **more):
        environment = {**os.environ, "PYTHONUTF8": "1", **more}
        answer = subprocess.run(
            command, cwd=self.place, env=environment, capture_output=True, text=True, timeout=120
        )
        self.assertEqual(answer.returncode, 0, f"{shlex.join(command)}\n{answer.stdout}{answer.stderr}")
        return answer.stdout

    def flags(self):
        # A real installation has the prefix that coro.pc says; this one stands elsewhere.
        prefix = re.search(r"^prefix=(.*)$", self.config.read_text(encoding="utf-8"), re.MULTILINE)[1]
        moved = str(self.place / "root") + prefix
        return shlex.split(
            self.run_here(
                "pkg-config",
                f"--define-variable=prefix={moved}",
                "--cflags",
                "--libs",
                "coro",
                PKG_CONFIG_PATH=str(self.config.parent),
            )
        )

    def test_compiles_and_runs(self):
        compiler = shlex.split(os.environ["CORO_TEST_CXX"])
        strict = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
        self.run_here(*compiler, *strict, "main.cpp", *self.flags(), "-o", "main")
        said = self.run_here("./main", CORO_CLOCK="virtual")
        self.assertEqual(said, "3 7 after two seconds, not three\n")


def write():
    text = README.read_text(encoding="utf-8")
    text = TRANSCRIPT.sub(lambda found: found[1] + transcript_now(found["command"]), text)
    text = TABLE.sub(lambda found: found[1] + table_now(), text)
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        unittest.main()
