"""./lab watch: builds and runs a lesson each time one of its files is saved.

It polls, because notifications do not cross network disks and the border
between Windows and WSL. A save while the program runs ends it and starts anew.
"""

from __future__ import annotations

import subprocess
import time

from . import lessons, mixed_up, paths, run, ui, workcopy

POLL_SECONDS = 0.2
PATIENCE_SECONDS = 3.0


def command(arguments) -> int:
    lesson = lessons.one(arguments.lesson)
    parts = lessons.select([arguments.lesson])
    mixed_up.refuse_other_file(arguments.lesson)
    copied = workcopy.exists(lesson) and not arguments.original
    folder = workcopy.folder(lesson) if copied else lesson.folder
    ui.say(f"watching {paths.shown(folder)}; Ctrl-C ends it")
    if not copied:
        ui.say(f"this is the lesson itself; ./lab edit {lesson.id} makes a copy to play with")
    while True:
        seen = snapshot(folder)
        run_once(parts, arguments, lambda: snapshot(folder) != seen)
        while snapshot(folder) == seen:
            time.sleep(POLL_SECONDS)
        ui.show()


def snapshot(folder) -> dict:
    """What tells a saved file from the one before: time and size, not content."""
    facts = {}
    for file in folder.iterdir():
        if file.suffix in workcopy.COPIED:
            try:
                status = file.stat()
            except FileNotFoundError:  # an editor is just replacing it
                continue
            facts[file.name] = (status.st_mtime_ns, status.st_size)
    return facts


def run_once(parts: list, arguments, saved) -> None:
    """Builds and runs the parts, until they end or `saved()` says it is no use."""
    try:
        if not arguments.original:
            mixed_up.warn(parts)
        programs = run.prepare(parts, arguments.original)
        for part in parts:
            how = run.mode(arguments, part, many=False)
            ui.show(run.heading(part, how))
            if not _ended(subprocess.Popen([str(programs[part])], env=how.environment()), saved):
                return
    except ui.Failure as failure:
        ui.say(str(failure))


def _ended(process: subprocess.Popen, saved) -> bool:
    """Waits for the program; False if a save was faster and it was ended."""
    try:
        while process.poll() is None:
            if saved():
                process.terminate()
                _wait_or_kill(process)
                return False
            time.sleep(POLL_SECONDS / 4)
    except KeyboardInterrupt:
        _wait_or_kill(process)
        raise
    if process.returncode:
        ui.say(f"ended with status {process.returncode if process.returncode > 0 else 128 - process.returncode}")
    return True


def _wait_or_kill(process: subprocess.Popen) -> None:
    try:
        process.wait(PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
