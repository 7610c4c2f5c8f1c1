"""./lab gdb: a lesson in the debugger, built so that the debugger sees everything.

That is a build of its own, without optimization: every local can be printed, and a line
is where the source has it. The clock is virtual unless another is asked for, so that
nothing becomes due while one thinks.
"""

from __future__ import annotations

import shutil
import sys

from . import lessons, machine, packages, paths, run, setup, ui, workcopy

# For every session: names of files without their folders, and no addresses, so that lines
# stay short; and no questions at the end.
SETTINGS = (
    "filename-display basename",
    "print address off",
    "width 0",
    "confirm off",
    "debuginfod enabled off",
)


def command(arguments) -> int:
    parts = lessons.select([arguments.lesson])
    if len(parts) != 1:
        names = ", ".join(part.name for part in parts)
        raise ui.Failure(f"gdb takes one program: name one of {names}", status=2)
    (part,) = parts
    if not arguments.path and shutil.which("gdb") is None:
        setup.install(["gdb"], None)
    program = run.prepare([part], arguments.original, "debug")[part]
    if arguments.path:
        ui.show(str(program))
        return 0
    if not machine.may_debug():
        raise ui.Failure(
            "this container or machine does not let one program stop another (ptrace), so no debugger works "
            "here. With Docker or Podman, start the container with --cap-add=SYS_PTRACE."
        )
    how = run.mode(arguments, part, many=True)
    source = workcopy.source(part) if program.parent.name == "work" else part.source
    ui.say(f"{paths.shown(source)}, {how.words()}; tbreak LINE, run, continue, bt, print NAME, quit")
    sys.stderr.flush()
    settings = [word for each in SETTINGS for word in ("-iex", f"set {each}")]
    status, _ = run.run_child(["gdb", "-q", *settings, str(program)], how.environment())
    return status
