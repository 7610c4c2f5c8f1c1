"""Starts the small programs of this folder, talks to them, and ends what it
started. The tests beside it judge what they print and how they end.

CORO_TEST_BUILD names the build directory; CORO_KERNEL, if set, is passed on,
so that one run tests one kernel.
"""

from __future__ import annotations

import os
import queue
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from labkit import machine  # noqa: E402

TIME_LIMIT = 60  # seconds, for what takes a few at most

# What a tester may have set for himself, and a program must not see.
OURS = ("CORO_CLOCK", "CORO_DEBUG", "CORO_TRACE", "NO_COLOR")


@dataclass
class Ended:
    """What a program printed, and how it ended (a negative status: by a signal)."""

    status: int
    out: str
    err: str

    @property
    def reports(self) -> str:
        """Standard error, without the notice that the machine refuses io_uring."""
        return re.sub(r"\Acoro: io_uring is refused[^\n]*\n", "", self.err)


def build() -> Path:
    folder = Path(os.environ.get("CORO_TEST_BUILD") or ROOT / "build").resolve()
    if not executable(folder).exists():
        raise AssertionError(
            f"{folder} has no process-programs in it: build them (meson setup {folder}; ninja -C "
            f"{folder}) and name the build directory in CORO_TEST_BUILD")
    return folder


def executable(build_folder=None) -> Path:
    """All programs in one."""
    return (build_folder or build()) / "tests" / "process" / "process-programs"


def kernels() -> tuple:
    """Those that the machine has, by its own word and not by the library's."""
    state, _, _ = machine.judge_ring(machine.probe_ring(), machine.surroundings())
    return ("uring", "epoll") if state == "open" else ("epoll",)


def environment(**changes: str) -> dict:
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**kept, **changes}


def sanitized() -> bool:
    """Were the programs built with a sanitizer, which takes memory of its own?"""
    return b"__asan_init" in executable().read_bytes()


class Program:
    """One running program. Leaving the `with` block ends it, if it still runs.

    `command` goes before it, `prepare` is called in the new process, `file` is
    another copy of the executable, `changes` are of the environment.
    """

    def __init__(self, name, *arguments, prepare=lambda: None, command=(), file=None,
                 **changes: str):
        def before_exec():
            # A shell in the background starts its programs with these ignored.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.signal(signal.SIGQUIT, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            prepare()

        self.process = subprocess.Popen(
            [*command, str(file or executable()), name, *map(str, arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            encoding="utf-8", errors="replace", env=environment(**changes),
            preexec_fn=before_exec)
        self.pid = self.process.pid  # of the program itself, if `command` put one around it
        self.deadline = time.monotonic() + TIME_LIMIT
        self.lines = {"out": queue.Queue(), "err": queue.Queue()}
        self.said = {"out": [], "err": []}
        self.readers = [
            threading.Thread(target=self._read, args=(stream, self.lines[name]), daemon=True)
            for name, stream in (("out", self.process.stdout), ("err", self.process.stderr))]
        for reader in self.readers:
            reader.start()

    @staticmethod
    def _read(stream, lines: queue.Queue) -> None:
        for line in stream:
            lines.put(line)
        lines.put(None)  # the end

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for reader in self.readers:
            reader.join(TIME_LIMIT)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass

    def _next_line(self, stream: str):
        """The next line, or None at the end."""
        try:
            line = self.lines[stream].get(timeout=max(0.0, self.deadline - time.monotonic()))
        except queue.Empty:
            raise AssertionError(f"nothing came in {TIME_LIMIT} s after:\n{self._so_far()}") from None
        if line is not None:
            self.said[stream].append(line)
        return line

    def _so_far(self) -> str:
        return "".join(self.said["out"]) + "".join(self.said["err"])

    def wait_for(self, pattern: str, stream: str = "out") -> re.Match:
        """Reads on until a line matches."""
        while True:
            line = self._next_line(stream)
            if line is None:
                raise AssertionError(f"ended without a line like {pattern!r}:\n{self._so_far()}")
            found = re.search(pattern, line)
            if found:
                return found

    def when_ready(self) -> Program:
        """Waits until the program says that it is ready to be disturbed."""
        self.pid = int(self.wait_for(r"^ready (\d+)$")[1])
        return self

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def go_on(self) -> None:
        """Lets a program go on that waits for its standard input."""
        self.process.stdin.close()

    def end(self) -> Ended:
        """Waits for the program's end."""
        for stream in ("out", "err"):
            while self._next_line(stream) is not None:
                pass
        try:
            status = self.process.wait(max(0.0, self.deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise AssertionError(f"not ended after {TIME_LIMIT} s:\n{self._so_far()}") from None
        return Ended(status, "".join(self.said["out"]), "".join(self.said["err"]))


def run(name: str, *arguments, **settings) -> Ended:
    """Runs a program that needs no more than to be started."""
    with Program(name, *arguments, **settings) as program:
        return program.end()
