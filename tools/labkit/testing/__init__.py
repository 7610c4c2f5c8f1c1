"""./lab test: every test in every configuration, counted one by one.

A configuration is a build (compiler and flavour) and a kernel. plan.py says
which there are and what runs in each, jobs.py how one program is run, reports.py
what it said, pool.py runs many at once. This file ties them together and sums up.
"""

from __future__ import annotations

import time

from .. import compilers, packages, paths, setup, suggest, ui
from ..build import BuildFailure, processors
from . import plan
from .jobs import Result
from .pool import run_all


def command(arguments) -> int:
    started = time.monotonic()
    builds = choose_builds(arguments)
    results, names = [], []
    for tested in builds:
        made = make(tested)
        if plan.matches(made.name, arguments.filter) or not made.passed:
            results.append(made)
        if not made.passed:
            continue
        jobs, known = plan.jobs(tested, arguments.filter, arguments.slow)
        names += known
        results += run_all(jobs, arguments.jobs or processors(), tested.label)
    return report(results, arguments.filter, names, time.monotonic() - started)


def choose_builds(arguments) -> list:
    """The builds to test, with what they need installed."""
    matrix = arguments.matrix or arguments.only_matrix
    chosen = setup.ready(packages.FOR_TEST)
    ui.say(f"compiler {chosen.command} ({chosen.tag}), which {chosen.verdict()}")
    others = []
    if matrix:
        others = other_compilers(chosen)
        ui.say("other compilers: " + ", ".join(each.tag for each in others))
    kernels = plan.kernels()
    plain = [] if arguments.only_matrix else plan.plain(chosen, kernels)
    return plain + (plan.matrix(chosen, others, kernels) if matrix else [])


def other_compilers(chosen: compilers.Compiler) -> list:
    """Every other usable compiler; g++ is installed if the chosen one is clang."""
    cache = compilers.Cache()
    if chosen.kind == "clang" and not any(each.kind == "gcc" for each in compilers.found(cache)):
        setup.install(["g++"], chosen)
        cache = compilers.Cache()
    tested = compilers.all_tested(cache)
    return [each for each in tested if each.usable and each.tag != chosen.tag]


def make(tested: plan.Tested) -> Result:
    """Builds what is tested in one build; warnings are errors there."""
    build, name = tested.build, "builds without a warning"
    started = time.monotonic()
    with paths.locked_build():
        try:
            build.configure()
            build.make(plan.targets(tested), keep_going=True)
            result = Result(name, tested.label, True)
        except BuildFailure as failure:
            result = Result(name, tested.label, False, str(failure), f"ninja -C {build.folder}")
    did = "built" if result.passed else "could not build"
    ui.say(f"{did} {build.flavour} ({build.compiler.tag}) in {time.monotonic() - started:.0f} s")
    return result


def report(results: list, wanted: str, names: list, seconds: float) -> int:
    """Prints the failures and the count. Returns the exit status."""
    failures = [result for result in results if not result.passed]
    for result in failures:
        ui.show()
        ui.show(ui.paint("FAILED", "red") + f" {result.name} ({result.configuration})")
        for line in result.detail.splitlines():
            ui.show(f"    {line}")
        if result.rerun:
            ui.show(f"    again: {result.rerun}")
    if not results:
        hint = suggest.did_you_mean(wanted, names) if wanted else ""
        ui.say(f"no test has {wanted} in its name.{hint}" if wanted else "there are no tests")
    ui.show()
    ui.show(f"in {seconds:.0f} s:")
    ui.show(f"{len(results) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not results else 0
