"""./lab with the programs of a build that there is, instead of one of its own:

    built_lab.py BUILD SCRATCH COMMAND...

A work copy, and what the debugger is to see, is compiled with the build's own commands,
into the folder SCRATCH.
"""

import json
import shlex
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))

from labkit import cli, editors, presence, run, workcopy  # noqa: E402

BUILD, SCRATCH = Path(sys.argv[1]), Path(sys.argv[2])


def compiled(original: Path, source: Path, *flags: str) -> Path:
    """The program of a lesson's source, or of a changed copy of it."""
    for entry in json.loads((BUILD / editors.NAME).read_text(encoding="utf-8")):
        if (BUILD / entry["file"]).resolve() == original.resolve():
            break
    name, made = original.stem, str(SCRATCH / f"{original.stem}.o")
    changes = {entry["file"]: str(source), entry["output"]: made, f"lessons/{name}": str(SCRATCH / name)}
    link = subprocess.run(
        [presence.ninja(), "-C", str(BUILD), "-t", "commands", f"lessons/{name}"], capture_output=True, text=True, check=True
    ).stdout.splitlines()[-1]
    for command, more in ((editors.plain(entry)["command"], flags), (link, ())):
        words = [changes.get(word, word) for word in shlex.split(command)]
        answer = subprocess.run([*words, *more], cwd=BUILD, capture_output=True, text=True)
        if answer.returncode != 0:
            sys.exit(answer.stderr)
    return SCRATCH / name


def prepare(parts: list, original: bool, flavour: str = "lessons") -> dict:
    programs = {}
    for part in parts:
        if workcopy.exists(part.lesson) and not original:
            programs[part] = SCRATCH / "work" / part.name
            programs[part].parent.mkdir(exist_ok=True)
            compiled(part.source, workcopy.source(part)).rename(programs[part])
        elif flavour == "debug":
            programs[part] = compiled(part.source, part.source, "-g", "-O0")
        else:
            programs[part] = BUILD / "lessons" / part.name
    return programs


run.prepare = prepare
if __name__ == "__main__":
    sys.argv[1:] = sys.argv[3:]
    sys.exit(cli.entry())
