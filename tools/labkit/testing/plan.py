"""Which builds are tested, and which programs run in each, on which kernels.

The C++ tests are those that meson knows, and they run in every build on both
kernels, unless their suites say else: `once` is once per build, for what does not
depend on CORO_KERNEL; `threads` is also under ThreadSanitizer; `exit` is no doctest
program and passes or fails by its exit status. The Python tests are
tests/**/test_*.py; one may say RUN_PER = "build" or "kernel" at its top level, or
"compiler" if optimization and sanitizers make no difference to it, or "matrix" if
it takes so long that it runs once and only with the matrix; else it runs once, in
the first build of all.
"""

from __future__ import annotations

import ast
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .. import machine, paths, ui
from ..build import Build
from ..compilers import Compiler
from .jobs import Job
from .reports import list_doctest_cases, list_python_tests

KERNELS = ("uring", "epoll")
SLOWER = {"test-asan": 3, "test-tsan": 6, "test-O0": 2, "coverage": 2}
# abort_on_error: doctest then names the test that was running. handle_segv=2: the
# sanitizer's report of a bad access, not doctest's one line.
SANITIZERS = {
    "test-asan": {
        "ASAN_OPTIONS": "abort_on_error=1:handle_segv=2:detect_leaks=1:detect_stack_use_after_return=1",
        "UBSAN_OPTIONS": "halt_on_error=1:abort_on_error=1:print_stacktrace=1",
    },
    "test-tsan": {"TSAN_OPTIONS": "halt_on_error=1:abort_on_error=1:handle_abort=1:second_deadlock_stack=1"},
}
PYTHON_SECONDS = 600
RUN_PER = ("once", "compiler", "build", "kernel", "matrix")


@dataclass(frozen=True)
class Tested:
    """A build and what of the tests runs in it."""

    build: Build
    kernels: tuple
    once: tuple = ()  # which of those that do not run in each build run here
    only_threads: bool = False

    @property
    def label(self) -> str:
        return f"{self.build.compiler.tag} {self.build.flavour.replace('test-', '', 1)}"


def kernels() -> tuple:
    """Those that can be tested here; says so where that is not both."""
    state, why, _ = machine.judge_ring(machine.probe_ring(), machine.surroundings())
    if state == "open":
        return KERNELS
    ui.warn(f"io_uring is {state} here ({why}): only epoll can be tested")
    return ("epoll",)


def plain(chosen: Compiler, kernels: tuple) -> list:
    """What ./lab test runs. Without optimization, since that is built in half the time."""
    return [
        Tested(Build(chosen, "test-O0"), kernels, once=("once", "compiler")),
        Tested(Build(chosen, "test-asan"), kernels),
    ]


def matrix(chosen: Compiler, others: list, kernels: tuple) -> list:
    """What --matrix adds: optimization, ThreadSanitizer, and the other compilers, the
    newest of the other family in every form."""
    added = [
        Tested(Build(chosen, "test-O2"), kernels, once=("matrix",)),
        Tested(Build(chosen, "test-tsan"), kernels, only_threads=True),
    ]
    rival = next((each for each in others if each.kind != chosen.kind), None)
    for other in others:
        added.append(Tested(Build(other, "test-O2"), kernels, once=("compiler",)))
        if other == rival:
            added += [Tested(Build(other, flavour), kernels) for flavour in ("test-O0", "test-asan")]
    return added


def matches(name: str, wanted: str) -> bool:
    return wanted.lower() in name.lower()


def jobs(tested: Tested, wanted: str, slow: bool) -> tuple:
    """The jobs for one build, and the names of all tests there are."""
    found = [*_cpp_jobs(tested), *([] if tested.only_threads else _python_jobs(tested))]
    names, chosen = [], []
    for job in found:
        if slow:
            job.environment["CORO_SLOW"] = "1"
            job.time_limit *= 20
        names += [job.name, *job.cases]
        if matches(job.name, wanted):
            chosen.append(job)
            continue
        cases = [case for case in job.cases if matches(case, wanted)]
        if cases:
            job.every_case, job.cases = False, cases
            chosen.append(job)
    return chosen, names


def targets(tested: Tested) -> list:
    """What has to be built: everything (an empty list), or the programs of `threads`."""
    if not tested.only_threads:
        return []
    folder = tested.build.folder
    return [str(Path(test["cmd"][0]).relative_to(folder)) for test, _ in _cpp_tests(tested)]


def _cpp_tests(tested: Tested):
    """The tests that meson knows and that run in this build, with their suites."""
    file = tested.build.folder / "meson-info" / "intro-tests.json"
    for test in json.loads(file.read_text(encoding="utf-8")):
        suites = {suite.rsplit(":", 1)[-1] for suite in test["suite"]}
        if "threads" in suites or not tested.only_threads:
            yield test, suites


def _cpp_jobs(tested: Tested):
    for test, suites in _cpp_tests(tested):
        kind = "exit" if "exit" in suites else "doctest"
        for kernel in ("",) if "once" in suites else tested.kernels:
            environment = {**test["env"], **_environment(tested, kernel)}
            cases = _listed(list_doctest_cases, test["cmd"], environment) if kind == "doctest" else []
            limit = max(60, test["timeout"] or 0) * SLOWER.get(tested.build.flavour, 1)
            yield Job(
                test["name"],
                f"{tested.label} {kernel}".strip(),
                test["cmd"],
                environment,
                limit,
                kind,
                cases,
                folder=test["workdir"] or str(tested.build.folder),
            )


def _python_jobs(tested: Tested):
    for file in sorted((paths.ROOT / "tests").rglob("test_*.py")):
        per = run_per(file)
        if per in ("once", "compiler", "matrix") and per not in tested.once:
            continue
        for kernel in tested.kernels if per == "kernel" else ("",):
            environment = _environment(tested, kernel)
            environment["CORO_TEST_BUILD"] = str(tested.build.folder)
            environment["CORO_TEST_CXX"] = tested.build.compiler.command
            yield Job(
                str(file.relative_to(paths.ROOT)),
                f"{tested.label} {kernel}".strip(),
                [str(file)],
                environment,
                PYTHON_SECONDS * SLOWER.get(tested.build.flavour, 1),
                "python",
                _listed(list_python_tests, str(file), environment),
            )


def _listed(lister, what, environment: dict) -> list:
    """The names of a program's tests. None, if it cannot even list them: then its
    run will fail, and say why."""
    try:
        return lister(what, environment)
    except (ValueError, OSError, SyntaxError, subprocess.TimeoutExpired):
        return []


def _environment(tested: Tested, kernel: str) -> dict:
    chosen = dict(SANITIZERS.get(tested.build.flavour, {}))
    if kernel:
        chosen["CORO_KERNEL"] = kernel
    return chosen


def run_per(file: Path) -> str:
    """The file's RUN_PER, read without running it; "once" if it has none."""
    for statement in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") == "RUN_PER":
            value = ast.literal_eval(statement.value)
            if value not in RUN_PER:
                raise ValueError(f"{file}: RUN_PER is {value!r}; it must be one of {', '.join(RUN_PER)}")
            return value
    return "once"
