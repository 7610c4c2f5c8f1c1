"""Does a compiler get coroutines right? Six small programs ask it.

tools/selftest/case_*.cpp hold one trap each and know nothing of coro. Cases A,
B, C and E are run: some compilers turn them, without a word, into programs that
hang or destroy an object twice. D only has to compile, F has to be warned about.
The cases and what goes wrong in them are in docs; here they are only judged.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "selftest"
RUN_SECONDS = 10
COMPILE_SECONDS = 120

CASES = {
    "A": "co_await in the condition of an if or a loop never continues",
    "B": "a temporary beside a co_await is destroyed twice",
    "C": "co_await in one arm of ?: destroys its result twice",
    "D": "co_await f({1, 2, 3}) does not compile",
    "E": "an awaiter that await_transform returns by reference is copied",
    "F": "no warning when the result of a co_await is thrown away",
}


def _compile(compiler: list, case: str, flags: list, output: Path) -> bool:
    source = FOLDER / f"case_{case.lower()}.cpp"
    command = [*compiler, "-std=c++20", *flags, str(source), "-o", str(output)]
    return _succeeds(command, COMPILE_SECONDS)


def _succeeds(command: list, seconds: int) -> bool:
    try:
        return (
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
            ).returncode
            == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


def _passes(compiler: list, case: str, folder: Path) -> bool:
    program = folder / f"case_{case}"
    if case == "F":
        strict = ["-Werror=unused-result", "-Werror=unused-value"]
        return _compile(compiler, case, strict, program) and not _compile(
            compiler, case, [*strict, "-DDISCARD"], program
        )
    return _compile(compiler, case, [], program) and _succeeds([str(program)], RUN_SECONDS)


def failing_cases(compiler: list) -> str | None:
    """The letters of the cases that the compiler gets wrong, "" if none.

    None if it cannot build coroutines at all: too old, or no C++ library.
    `compiler` is a command and its arguments.
    """
    folder = Path(tempfile.mkdtemp(prefix="coro-selftest-"))
    try:
        # Without DISCARD, case F is plain C++20 that every usable compiler builds.
        if not _compile(compiler, "F", [], folder / "control"):
            return None
        with ThreadPoolExecutor(max_workers=2) as pool:
            verdicts = list(pool.map(lambda case: _passes(compiler, case, folder), CASES))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return "".join(case for case, passed in zip(CASES, verdicts) if not passed)


def breaks_programs(cases: str) -> bool:
    """Case F is only a warning that is missing; any other breaks programs."""
    return bool(set(cases) - {"F"})


def explain(cases: str) -> str:
    """The failing cases in words, for a message."""
    return "; ".join(f"({case}) {CASES[case]}" for case in cases)
