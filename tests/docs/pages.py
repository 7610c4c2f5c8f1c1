"""The pages of docs/ and their programs, as the tests beside it read them.

In a page

    ```cpp NAME.cpp            shows docs/examples/NAME.cpp, without what all have in
                               common: the opening comment, #include, main();
    ```cpp NAME.cpp part       or what stands there between `// [part]` and `// [end]`;
    ```console
    $ doc-examples NAME        shows what it prints, standard error included, on the
                               virtual clock and without reports, unless there are
                               settings before it: $ CORO_DEBUG=reports doc-examples NAME
    ```console
    $ parity-differs NAME      shows what tests/parity/differs/NAME.cpp prints, and
    $ python3 NAME.py          what its twin does, as tests/parity holds them to it;
    ```cpp refused/NAME.cpp    shows what does not compile, and
    ```text                    right behind it, what the compiler says to it;
    ```cpp asan/NAME.cpp       shows what uses something that is gone, and
    ```text                    right behind it, the lines that matter of what the address
                               sanitizer says to it; `[...]` is for any lines between.

`[..]` stands for what varies within a line.
"""

from __future__ import annotations

import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
EXAMPLES = DOCS / "examples"
DIFFERS = ROOT / "tests" / "parity" / "differs"
sys.path.insert(0, str(ROOT / "tools"))

from labkit.machine import kernels  # noqa: E402

BLOCK = re.compile(r"^```(?P<language>\w+)(?P<about>[^\n]*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
OPENING = re.compile(r"\A(?://[^\n]*\n)+(?:#include[^\n]*\n|\n)+")
MAIN = "\nint main() {\n    coro::run(async_main());\n}\n"
MARK = re.compile(r"^ *// \[(\w+)\]\n", re.MULTILINE)
PAIRS = {"parity-differs": ".expected_coro", "python3": ".expected_asyncio"}
SESSION = "```console\n$ ./lab"
TIME_LIMIT = 60  # seconds, for what takes a tenth of one
# What a tester may have set for himself, and a program must not see.
OURS = ("CORO_CLOCK", "CORO_DEBUG", "CORO_TRACE", "CORO_KERNEL", "NO_COLOR")


def pages() -> list:
    """Those with programs; those with a session at a terminal are session.py's."""
    texts = {page: page.read_text(encoding="utf-8") for page in DOCS.glob("*.md")}
    programs = {page for page, text in texts.items() if "```cpp " in text or "```console\n" in text}
    return sorted(page for page in programs if SESSION not in texts[page])


def code(about: str) -> str:
    """The text of `NAME.cpp`, or of `NAME.cpp part`."""
    name, _, part = about.strip().partition(" ")
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    if not part:
        shown = MARK.sub("", text)
        return OPENING.sub("", shown).removesuffix(MAIN) if name.endswith(".cpp") else shown
    found = re.findall(rf"^ *// \[{part}\]\n(.*?)^ *// \[end\]\n", text, re.DOTALL | re.MULTILINE)
    if len(found) != 1:
        raise AssertionError(f"docs/examples/{name} has {len(found)} parts [{part}], not one")
    return textwrap.dedent(found[0])


def executable() -> Path:
    given = os.environ.get("CORO_TEST_BUILD")
    file = (Path(given) if given else ROOT / "build").resolve() / "docs" / "examples" / "doc-examples"
    if not file.exists():
        raise AssertionError(
            f"there is no {file}: build it (ninja doc-examples) and name the build folder in CORO_TEST_BUILD"
        )
    return file


def as_from_a_terminal() -> None:
    """A shell in the background starts its programs with these ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def output(command: str, kernel: str) -> str:
    """What a command of a page prints, in the order of a terminal."""
    command, _, last = command.partition(" | tail -")
    words = shlex.split(command)
    settings = {"CORO_CLOCK": "virtual", "CORO_DEBUG": "0"}
    while "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        settings[name] = value
    if words[0] in PAIRS:
        return (DIFFERS / words[1]).with_suffix(PAIRS[words[0]]).read_text(encoding="utf-8")
    if words[0] != "doc-examples":
        known = ", ".join(["doc-examples", *PAIRS])
        raise AssertionError(f"a page runs {words[0]}, and only {known} are known")
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    answer = subprocess.run(
        [str(executable()), *words[1:]],
        env={**kept, **settings, "CORO_KERNEL": kernel},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        timeout=TIME_LIMIT,
        preexec_fn=as_from_a_terminal,
    )
    # Several sources in one unit are told from the root, or from the build folder.
    text = re.sub(r"[^\s(\"]*docs/examples/", "docs/examples/", answer.stdout)
    text = re.sub(r"\Acoro: io_uring is refused[^\n]*\n", "", text)
    if last:
        text = "".join(text.splitlines(keepends=True)[-int(last):])
    if answer.returncode == -signal.SIGINT:
        return text + "(ended by SIGINT: for the shell, 130)\n"
    if answer.returncode == -signal.SIGABRT:
        return text + "(ended by SIGABRT: for the shell, 134)\n"
    if answer.returncode != 0:
        raise AssertionError(f"{command} ended with {answer.returncode}:\n{text}")
    return text


def is_like(shown: str, said: str) -> bool:
    """`[..]` in the page stands for anything within a line."""
    return re.fullmatch(re.escape(shown).replace(re.escape("[..]"), "[^\n]*"), said) is not None


def updated(shown: str, said: str) -> str:
    """What was said, with the `[..]` of the page where it still holds."""
    patterns = [line for line in shown.splitlines() if "[..]" in line]
    lines = []
    for line in said.splitlines():
        kept = next((pattern for pattern in patterns if is_like(pattern, line)), None)
        lines.append(kept or line)
    return "".join(line + "\n" for line in lines)


def write() -> None:
    """Puts what is true now into every page."""

    def true_block(found: re.Match) -> str:
        language, about, text = found["language"], found["about"], found["text"]
        if language == "cpp":
            text = code(about)
        elif language == "console":
            command, _, shown = text.partition("\n")
            text = command + "\n" + updated(shown, output(command.removeprefix("$ "), kernels()[0]))
        return f"```{language}{about}\n{text}```"

    for page in pages():
        text = page.read_text(encoding="utf-8")
        page.write_text(BLOCK.sub(true_block, text), encoding="utf-8")
