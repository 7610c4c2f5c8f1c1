"""./lab coverage: which lines of coro/ the tests reach, and which they miss.

The library is built with the compiler's gcov instrumentation, the tests that use
this build run on both kernels, and gcovr adds up what each object file counted.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from . import packages, paths, presence, setup, ui
from .build import Build, processors
from .compilers import Compiler
from .testing import make, plan, report
from .testing.pool import run_all


def command(arguments) -> int:
    compiler = setup.ready(packages.FOR_COVERAGE)
    tested = plan.Tested(Build(compiler, "coverage"), plan.kernels())
    folder = tested.build.folder
    for stale in folder.rglob("*.gcda"):  # counts of a run before this one
        stale.unlink()
    built = make(tested)
    if not built.passed:
        raise ui.Failure(built.detail)
    _open_to_all(folder)
    jobs, _ = plan.jobs(tested, "", slow=False)
    results = run_all(jobs, processors(), "coverage")
    rows = measure(compiler, folder)
    ui.show()
    for line in table(rows):
        ui.show(line)
    status = report(results, "", [], 0.0) if any(not result.passed for result in results) else 0
    return status


def _open_to_all(folder: Path) -> None:
    """Some tests run programs as a user without rights; they, too, write counts here."""
    os.umask(0)
    for place in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        place.chmod(0o777)


def measure(compiler: Compiler, folder: Path) -> list:
    """(file, lines that are code, lines reached, numbers of the others) per file."""
    output = folder / "coverage.json"
    command = [
        "gcovr",
        f"--root={paths.ROOT}",
        "--filter=coro/",
        f"--gcov-executable={gcov(compiler)}",
        f"--json={output}",
        f"-j{processors()}",
        # A throw or a clean-up path that the compiler made is no line of ours.
        "--exclude-throw-branches",
        str(folder),
    ]
    answer = subprocess.run(command, cwd=paths.ROOT, capture_output=True, text=True, errors="replace")
    if answer.returncode != 0:
        raise ui.Failure(f"gcovr failed:\n{answer.stderr.strip()}")
    return rows(json.loads(output.read_text(encoding="utf-8")))


def gcov(compiler: Compiler) -> str:
    """The gcov that understands what this compiler writes."""
    if compiler.kind == "clang":
        return f"{presence.llvm_cov(compiler)} gcov"
    return shutil.which(f"gcov-{compiler.major}") or "gcov"


def rows(measured: dict) -> list:
    """The rows of measure(), from what gcovr wrote."""
    found = []
    for file in measured["files"]:
        lines = [line for line in file["lines"] if not line.get("gcovr/noncode")]
        missed = sorted(line["line_number"] for line in lines if line["count"] == 0)
        found.append((file["file"], len(lines), len(lines) - len(missed), missed))
    return sorted(found)


def table(found: list) -> list:
    """The lines to print: one per file, then the sum."""
    shown = [("file", "lines", "reached", "", "not reached")]
    for name, lines, reached, missed in found:
        shown.append((name, str(lines), str(reached), percent(reached, lines), ranges(missed)))
    lines, reached = sum(row[1] for row in found), sum(row[2] for row in found)
    shown.append(("all of coro/", str(lines), str(reached), percent(reached, lines), ""))
    return ui.table(shown)


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def ranges(numbers: list) -> str:
    """3, 4, 5, 9 as 3-5, 9."""
    spans = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)
