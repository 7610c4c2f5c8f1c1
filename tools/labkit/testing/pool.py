"""Runs test programs side by side and shows how far it has come."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor, as_completed

from .. import ui


def run_all(jobs: list, workers: int, title: str) -> list:
    """The results of all jobs, in the order of the jobs."""
    if not jobs:
        return []
    by_job = {}
    progress = ui.Progress(title)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        running = {pool.submit(_timed, job): job for job in jobs}
        try:
            for done in as_completed(running):
                job = running[done]
                results, seconds = done.result()
                by_job[id(job)] = results
                progress.clear()
                ui.show(_line(len(by_job), len(jobs), job, results, seconds))
                progress.update(f"{len(by_job)} of {len(jobs)} programs")
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    progress.clear()
    return [result for job in jobs for result in by_job[id(job)]]


def _timed(job) -> tuple:
    started = time.monotonic()
    return job.run(), time.monotonic() - started


def _line(number: int, total: int, job, results: list, seconds: float) -> str:
    failed = sum(not result.passed for result in results)
    counts = f"{len(results) - failed} passed" + (f", {ui.paint(f'{failed} FAILED', 'red')}" if failed else "")
    width = len(str(total))
    return f"[{number:>{width}}/{total}] {job.configuration}: {job.name}: {counts} ({seconds:.1f} s)"
