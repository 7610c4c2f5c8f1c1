"""The pages whose commands are those of a session at a terminal, as the tests beside it
read them:

    ```console
    $ ./lab run gather         ./lab, with the programs of the build that is tested
    (gdb) bt                   and what is typed into it, if it is ./lab gdb
    $ sed ...                  and what changes a work copy

The commands of a page run in their order, in a folder that is taken for the clone, with
a work folder of their own. `[..]` stands for what varies within a line.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pages

HERE = Path(__file__).resolve().parent
KNOWN = ("./lab", "sed")
PROMPT = "(gdb) "
# What gdb says where a container does not let it switch off randomization.
RANDOM = "warning: Error disabling address space randomization: Operation not permitted\n"
# With g++ it takes `next` more than once to arrive in the loop.
ON_THE_WAY = re.compile(r"^\(gdb\) next\n(?!coro::)(?:(?!\(gdb\))[^\n]*\n)+", re.MULTILINE)
KERNEL = re.compile(r"(?<= clock, )(?:io_uring|epoll[^\n;]*?)(?=\)$|;)", re.MULTILINE)


def session_pages() -> list:
    """Those with a command of ./lab."""
    return sorted(page for page in pages.DOCS.glob("*.md") if pages.SESSION in page.read_text(encoding="utf-8"))


class Session:
    """One page's session; use it in a `with`."""

    def __enter__(self):
        self._place = tempfile.TemporaryDirectory(prefix="coro-session-")
        self.clone = Path(self._place.name) / "clone"
        self.clone.mkdir()
        (self.clone / "lab").symlink_to(pages.ROOT / "lab")
        return self

    def __exit__(self, *error):
        self._place.cleanup()

    def said(self, command: str, typed: list) -> str:
        """What the command and what is typed into it print, in the order of a terminal."""
        text = self._run(command, typed)
        while "next" in typed and typed.count("next") == len(ON_THE_WAY.findall(text)) < 12:
            typed = [*typed[: typed.index("next")], "next", *typed[typed.index("next"):]]
            text = self._run(command, typed)
        return ON_THE_WAY.sub("", text)

    def _run(self, command: str, typed: list) -> str:
        if command.split()[0] not in KNOWN:
            raise AssertionError(f"a page runs {command}, and only {' and '.join(KNOWN)} are known")
        build = pages.executable().parent.parent.parent
        scratch = Path(self._place.name) / "scratch"
        scratch.mkdir(exist_ok=True)
        lab = f"stdbuf -oL '{sys.executable}' -X utf8 '{HERE / 'built_lab.py'}' '{build}' '{scratch}'"
        kept = {name: value for name, value in os.environ.items() if name not in pages.OURS}
        answer = subprocess.run(
            ["sh", "-c", re.sub(r"^\./lab\b", lambda _: lab, command)],
            cwd=self.clone,
            env={**kept, "CORO_WORK": str(self.clone / "work"), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "80"},
            input="".join(line + "\n" for line in typed),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=pages.TIME_LIMIT,
            preexec_fn=pages.as_from_a_terminal,
        )
        if answer.returncode != 0:
            raise AssertionError(f"{command} ended with {answer.returncode}:\n{answer.stdout}")
        return self._as_typed(self._from_the_clone(answer.stdout), typed)

    def _from_the_clone(self, text: str) -> str:
        for place in (str(pages.ROOT), os.path.relpath(pages.ROOT, self.clone), str(self.clone)):
            text = text.replace(place + "/", "")
        return KERNEL.sub("io_uring", text).replace(RANDOM, "")

    def _as_typed(self, text: str, typed: list) -> str:
        """A terminal also shows what is typed; a pipe shows only the prompts."""
        first, *rest = text.split(PROMPT)
        if not typed:
            return text
        if len(rest) < len(typed):
            raise AssertionError(f"{len(typed)} lines typed, and {len(rest)} prompts:\n{text}")
        return first + "".join(f"{PROMPT}{line}\n{said}" for line, said in zip(typed, rest))


def parts(text: str) -> tuple:
    """A block as its command, the lines typed, and all that is shown below the command."""
    command, _, shown = text.partition("\n")
    if not command.startswith("$ "):
        raise AssertionError(f"a block of a session begins with a command, not with {command}")
    typed = [line[len(PROMPT):] for line in shown.splitlines() if line.startswith(PROMPT)]
    return command[2:], typed, shown


def write() -> None:
    """Puts what is true now into every page."""
    for page in session_pages():
        with Session() as session:

            def true_block(found: re.Match) -> str:
                if found["language"] != "console":
                    return found[0]
                command, typed, shown = parts(found["text"])
                said = pages.updated(shown, session.said(command, typed))
                return f"```console\n$ {command}\n{said}```"

            page.write_text(pages.BLOCK.sub(true_block, page.read_text(encoding="utf-8")), encoding="utf-8")
