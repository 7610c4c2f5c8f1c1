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

from labkit import cli, editors, paths, presence, run, workcopy  # noqa: E402

BUILD, SCRATCH = Path(sys.argv[1]), Path(sys.argv[2])


def compile_one(original: Path, source: Path, target: Path, *flags: str) -> None:
    """Compiles what is in `source` as the build compiles `original`."""
    for entry in json.loads((BUILD / editors.NAME).read_text(encoding="utf-8")):
        if (BUILD / entry["file"]).resolve() == original.resolve():
            changes = {entry["file"]: str(source), entry["output"]: str(target)}
            words = [changes.get(word, word) for word in shlex.split(editors.plain(entry)["command"])]
            return carry_out([*words, *flags])
    sys.exit(f"the build does not know {original}")


def carry_out(words: list) -> None:
    answer = subprocess.run(words, cwd=BUILD, capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(answer.stderr)


def compiled(original: Path, source: Path, debugged: bool = False) -> Path:
    """The program of a lesson's source, or of a changed copy of it."""
    flags = ("-g", "-O0") if debugged else ()
    name, made = original.stem, SCRATCH / f"{original.stem}.o"
    compile_one(original, source, made, *flags)
    objects = [str(made)]
    if debugged:  # and what the debugger shows of the library, which the tests build with less
        turn = paths.ROOT / "coro" / "loop" / "event_loop.cpp"
        compile_one(turn, turn, SCRATCH / "event_loop.o", *flags)
        objects.append(str(SCRATCH / "event_loop.o"))
    commands = [presence.ninja(), "-C", str(BUILD), "-t", "commands", f"lessons/{name}"]
    link = subprocess.run(commands, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    words = []
    for word in shlex.split(link):
        lesson = word.endswith(f"_{name}.cpp.o")
        words += objects if lesson else [str(SCRATCH / name) if word == f"lessons/{name}" else word]
    carry_out(words)
    return SCRATCH / name


def prepare(parts: list, original: bool, flavour: str = "lessons") -> dict:
    programs = {}
    for part in parts:
        if workcopy.exists(part.lesson) and not original:
            programs[part] = SCRATCH / "work" / part.name
            programs[part].parent.mkdir(exist_ok=True)
            compiled(part.source, workcopy.source(part)).rename(programs[part])
        elif flavour == "debug":
            programs[part] = compiled(part.source, part.source, debugged=True)
        else:
            programs[part] = BUILD / "lessons" / part.name
    return programs


run.prepare = prepare
if __name__ == "__main__":
    sys.argv[1:] = sys.argv[3:]
    sys.exit(cli.entry())
