"""How ./lab talks: plain lines on standard error, colour only where it helps.

Standard output belongs to what was asked for (a lesson's output, a list);
everything lab says about its own work goes to standard error, marked "lab:".
"""

from __future__ import annotations

import os
import sys
import time

COLOURS = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}


class Failure(Exception):
    """The end of a command: what went wrong and what to do, for the user to read."""

    def __init__(self, message: str, status: int = 1):
        super().__init__(message)
        self.status = status


def is_terminal(stream) -> bool:
    return stream.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def paint(text: str, colour: str, stream=None) -> str:
    """The text in a colour, where the stream is a terminal and NO_COLOR is not set."""
    stream = stream or sys.stdout
    if os.environ.get("NO_COLOR") or not is_terminal(stream):
        return text
    return f"\033[{COLOURS[colour]}m{text}\033[0m"


def say(message: str) -> None:
    """One line about lab's own work."""
    sys.stdout.flush()
    print(paint("lab:", "dim", sys.stderr), message, file=sys.stderr, flush=True)


def warn(message: str) -> None:
    say(paint("warning: ", "yellow", sys.stderr) + message)


def show(text: str = "") -> None:
    """A line of what was asked for, on standard output."""
    print(text, flush=True)


class Progress:
    """Shows that long work goes on.

    On a terminal one line is drawn over and over; elsewhere (CI, a log file) a
    line is written at most every few seconds, so that a log stays readable.
    """

    QUIET_SECONDS = 10.0

    def __init__(self, title: str):
        self.title = title
        self.live = is_terminal(sys.stderr)
        self.started = time.monotonic()
        self.last_line = self.started
        self.drawn = 0

    def update(self, text: str) -> None:
        now = time.monotonic()
        if self.live:
            width = terminal_width()
            line = f"{self.title}: {text}"[: width - 1]
            padding = " " * max(0, self.drawn - len(line))
            sys.stderr.write("\r" + line + padding)
            sys.stderr.flush()
            self.drawn = len(line)
        elif now - self.last_line >= self.QUIET_SECONDS:
            say(f"{self.title}: {text} ({now - self.started:.0f} s)")
            self.last_line = now

    def clear(self) -> None:
        """Wipes the drawn line, before something else is printed."""
        if self.live and self.drawn:
            sys.stderr.write("\r" + " " * self.drawn + "\r")
            sys.stderr.flush()
            self.drawn = 0

    def seconds(self) -> float:
        return time.monotonic() - self.started


def terminal_width() -> int:
    try:
        return max(60, os.get_terminal_size(sys.stderr.fileno()).columns)
    except OSError:
        return 80


def table(rows: list, gap: str = "  ") -> list:
    """Lines with the columns of the rows aligned; the last column runs free."""
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    return [
        gap.join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[-1]]).rstrip()
        for row in rows
    ]
