"""./lab without a command: the lessons there are. And ./lab page, which is a tool of its own."""

from __future__ import annotations

import subprocess
import sys

from . import lessons, paths, ui


def command(arguments) -> int:
    found = lessons.all_lessons()
    if not found:
        raise ui.Failure(f"there are no lessons in {paths.shown(paths.ROOT / 'lessons')}")
    width = ui.terminal_width() if ui.is_terminal(sys.stdout) else None
    rows = lessons.listing(found, width)
    ui.show(ui.paint(rows[0], "bold"))
    for row in rows[1:]:
        ui.show(row)
    ui.show()
    ui.show(f"./lab run {found[0].id} runs one, ./lab run all runs all of them, ./lab --help tells the rest.")
    return 0


def page(arguments) -> int:
    tool = paths.ROOT / "tools" / "page.py"
    return subprocess.run([sys.executable, str(tool), *arguments.rest]).returncode
