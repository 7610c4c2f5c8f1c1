"""Runs test programs side by side and shows how far it has come.

What took longest the last time starts first, so that no processor waits at the
end for one long program; the times are kept in the build folder. Without them the
Python tests go first: some of those build things.
"""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

from .. import paths, ui

UNKNOWN_SECONDS = {"python": 60.0, "doctest": 20.0, "exit": 10.0}


def run_all(jobs: list, workers: int, title: str) -> list:
    """The results of all jobs, in the order of the jobs."""
    if not jobs:
        return []
    by_job = {}
    times = _read_times()
    progress = ui.Progress(title)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        longest_first = sorted(jobs, key=lambda job: -times.get(_key(job), UNKNOWN_SECONDS[job.kind]))
        running = {pool.submit(_timed, job): job for job in longest_first}
        try:
            for done in as_completed(running):
                job = running[done]
                results, seconds = done.result()
                by_job[id(job)] = results
                if job.every_case:
                    times[_key(job)] = round(seconds, 1)
                progress.clear()
                ui.show(_line(len(by_job), len(jobs), job, results, seconds))
                progress.update(f"{len(by_job)} of {len(jobs)} programs")
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    progress.clear()
    _file().write_text(json.dumps(times, indent=1), encoding="utf-8")
    return [result for job in jobs for result in by_job[id(job)]]


def _key(job) -> str:
    return f"{job.configuration}: {job.name}"


def _file():
    return paths.make_folder(paths.build(), "CORO_BUILD") / "test-times.json"


def _read_times() -> dict:
    try:
        return json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _timed(job) -> tuple:
    started = time.monotonic()
    return job.run(), time.monotonic() - started


def _line(number: int, total: int, job, results: list, seconds: float) -> str:
    failed = sum(not result.passed for result in results)
    counts = f"{len(results) - failed} passed" + (f", {ui.paint(f'{failed} FAILED', 'red')}" if failed else "")
    width = len(str(total))
    return f"[{number:>{width}}/{total}] {job.configuration}: {job.name}: {counts} ({seconds:.1f} s)"
