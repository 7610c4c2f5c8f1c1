"""One test program: how it is run, and what its results were, test by test.

Three kinds are known. A doctest program lists its cases and reports each in
XML; a Python file runs under unittest_child.py, which reports likewise; any
other program passes or fails as a whole by its exit status. A program that
crashes or hangs is a failure of the test it was in, and every test after that
which never ran is one too.
"""

from __future__ import annotations

import os
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from .. import paths
from .reports import CHILD, READERS

OUTPUT_LINES = 60
PATIENCE_SECONDS = 5


@dataclass
class Result:
    """What came of one test in one configuration."""

    name: str
    configuration: str
    passed: bool
    detail: str = ""
    rerun: str = ""


@dataclass
class Job:
    """A program to run; `cases` are the names of its tests, if it has several."""

    name: str
    configuration: str
    command: list
    environment: dict  # what is set beyond our own environment
    time_limit: float
    kind: str = "exit"  # "doctest", "python" or "exit"
    cases: list = field(default_factory=list)
    every_case: bool = True  # False: only `cases`, chosen by the filter
    folder: str = str(paths.ROOT)

    def run(self) -> list:
        with tempfile.TemporaryDirectory(prefix="coro-test-") as scratch:
            report = Path(scratch) / "report"
            output = Path(scratch) / "output"
            status = self._execute(self._command(report), output)
            text = _tail(output)
            said = READERS[self.kind](report) if self.kind in READERS else {}
        if self.kind == "exit":
            ended = _ended(status, self.time_limit)
            return [self._result(self.name, not ended, "\n".join(filter(None, [text, ended])))]
        return self._judge(said, status, text)

    def _judge(self, said: dict, status, text: str) -> list:
        """One result per test, from what was reported and how the program ended."""
        ended = _ended(status, self.time_limit)
        results, blamed = [], False
        for name in list(dict.fromkeys([*self.cases, *said])):
            passed, detail = said.get(name, (None, ""))
            if passed == "parts":
                continue  # its subtests are counted instead
            if passed is None:  # begun and not finished, or never begun
                begun = name in said
                blamed = blamed or begun
                why = f"{ended or 'the program ended'} in this test" if begun else "never ran: the program had ended"
                detail = "\n".join(filter(None, [detail, why, text if begun else ""]))
            elif not passed:
                blamed = True
                detail = "\n".join(filter(None, [detail, text and f"the program printed:\n{text}"]))
            results.append(self._result(name, bool(passed), detail))
        if not results and not ended:
            ended = "it reported no test"
        if ended and (not blamed or isinstance(status, str)):
            results.append(self._result(f"{self.name}: the whole program", False, f"{text}\n{ended}"))
        return results

    def _result(self, name: str, passed: bool, detail: str) -> Result:
        return Result(name, self.configuration, passed, "" if passed else detail, self._rerun(name))

    def _command(self, report: Path) -> list:
        if self.kind == "doctest":
            options = ["--reporters=xml", f"--out={report}", "--no-colors"]
            if not self.every_case:
                options.append(f"--test-case={','.join(map(_pattern, self.cases))}")
            return [*self.command, *options]
        if self.kind == "python":
            return [sys.executable, str(CHILD), str(report), *self.command, *([] if self.every_case else self.cases)]
        return self.command

    def _rerun(self, name: str) -> str:
        """The command that runs just this one test again."""
        settings = [f"{key}={shlex.quote(value)}" for key, value in self.environment.items()]
        command = list(self.command)
        if self.kind == "doctest" and name in self.cases:
            command.append(f"--test-case={_pattern(name)}")
        elif self.kind == "python":
            command = [sys.executable, str(CHILD), "-", *command, *([name] if name in self.cases else [])]
        return " ".join([*settings, shlex.join(command)])

    def _execute(self, command: list, output: Path):
        """Runs the command. Returns its exit status, or a text if it had to be ended."""
        with open(output, "wb") as stream:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_no_core_files,
            )
            try:
                return process.wait(self.time_limit)
            except subprocess.TimeoutExpired:
                # doctest turns SIGTERM into a report that names the test.
                _signal_group(process, signal.SIGTERM)
                try:
                    process.wait(PATIENCE_SECONDS)
                except subprocess.TimeoutExpired:
                    pass
                return "hung"
            finally:
                _signal_group(process, signal.SIGKILL)  # also what it left running
                process.wait()


def _ended(status, limit: float) -> str:
    """How a program ended, if it did not end well."""
    if isinstance(status, str):
        return f"{status}: it had not ended after {limit:.0f} s"
    if status < 0:
        return f"ended by {signal.Signals(-status).name}"
    return f"ended with status {status}" if status else ""


def _pattern(name: str) -> str:
    """A doctest pattern for one name; commas, which separate patterns, are any letter."""
    return name.replace(",", "?")


def _tail(output: Path) -> str:
    lines = output.read_text(encoding="utf-8", errors="replace").rstrip().splitlines()
    left_out = [f"[{len(lines) - OUTPUT_LINES} lines before]"] if len(lines) > OUTPUT_LINES else []
    return "\n".join(left_out + lines[-OUTPUT_LINES:])


def _signal_group(process: subprocess.Popen, number: int) -> None:
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def _no_core_files() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
