"""The options of every command, and what happens to a mistyped one.

Each command is a line in COMMANDS: its module is imported only when it is
called, so that `./lab run` does not pay for the rest.
"""

from __future__ import annotations

import argparse
import importlib
import sys

from . import paths, suggest, ui

USAGE = "./lab [COMMAND] [OPTIONS]"
LESSON_HELP = "a lesson's id or number (gather, 02), one part of it (create_task_b)"


class Parser(argparse.ArgumentParser):
    """An argument parser that fails with a suggestion instead of a page of usage."""

    def __init__(self, **settings):
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str):
        end = "" if message.endswith(("?", ".")) else "."
        raise ui.Failure(f"{message}{end} See {self.prog} --help.", status=2)


def choice(*values):
    """A type for argparse: one of the words, with a suggestion for a near miss."""

    def read(word: str) -> str:
        if word in values:
            return word
        hint = suggest.did_you_mean(word, values)
        raise argparse.ArgumentTypeError(f"{word} is not one of {', '.join(values)}.{hint}")

    read.__name__ = "|".join(values)
    return read


def _lessons(parser: Parser, many: bool) -> None:
    if many:
        parser.add_argument("lessons", nargs="+", metavar="LESSON", help=f"{LESSON_HELP}, several, or all")
    else:
        parser.add_argument("lesson", metavar="LESSON", help=LESSON_HELP)


def _how_to_run(parser: Parser) -> None:
    parser.add_argument(
        "--clock",
        type=choice("real", "virtual"),
        metavar="real|virtual",
        help="the machine's clock, or one that jumps to the next deadline (default: real; for all and gdb: virtual)",
    )
    parser.add_argument(
        "--kernel",
        type=choice("uring", "epoll"),
        metavar="uring|epoll",
        help="what the loop stands on (default: io_uring where it is allowed)",
    )
    parser.add_argument("--original", action="store_true", help="the lesson itself, even if there is a work copy")


def _run(parser: Parser) -> None:
    _lessons(parser, many=True)
    _how_to_run(parser)
    parser.add_argument(
        "--sanitize", action="store_true", help="with the sanitizers: they report what uses something that is gone"
    )
    parser.add_argument("--python", action="store_true", help="run the asyncio twin right after, and show both times")
    parser.add_argument(
        "--terminal", action="store_true", help="no_gain: show what it prints, and what a terminal takes for it"
    )


def _watch(parser: Parser) -> None:
    _lessons(parser, many=False)
    _how_to_run(parser)


def _gdb(parser: Parser) -> None:
    _lessons(parser, many=False)
    _how_to_run(parser)
    parser.add_argument("--path", action="store_true", help="build it and print where the program is, for an editor")


def _one(parser: Parser) -> None:
    _lessons(parser, many=False)


def _test(parser: Parser) -> None:
    parser.add_argument("filter", nargs="?", default="", help="only tests with this text in their name")
    parser.add_argument("--matrix", action="store_true", help="also -O2, ThreadSanitizer and the other compilers")
    parser.add_argument(
        "--only-matrix", action="store_true", help="what --matrix adds, without what a plain test runs"
    )
    parser.add_argument("--slow", action="store_true", help="also the tests that take minutes")
    parser.add_argument("--jobs", type=int, metavar="N", help="how many at once (default: one per processor)")


def _page(parser: Parser) -> None:
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="LESSON", help="see ./lab page --help")


def _plan(parser: Parser) -> None:
    from . import plan

    names = plan.names(plan.facts())
    words = "|".join(names)
    parser.add_argument("plan", type=choice(*names), metavar=words, help="how long the class is: minutes, or half a day")


def _bundle(parser: Parser) -> None:
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="where to write it (default: coro-SYSTEM.tar, here)"
    )


def _nothing(parser: Parser) -> None:
    pass


# name: (module, function, how to fill the parser, one line of help)
COMMANDS = {
    "list": ("listing", "command", _nothing, "the lessons (also without a command)"),
    "run": ("run", "command", _run, "build and run lessons"),
    "edit": ("edit", "edit", _one, "make a work copy of a lesson, to change at will"),
    "diff": ("edit", "diff", _one, "what you changed in your work copy"),
    "reset": ("edit", "reset", _one, "start the work copy anew (the old one is kept as a backup)"),
    "watch": ("watch", "command", _watch, "build and run a lesson each time its file is saved"),
    "gdb": ("gdb", "command", _gdb, "a lesson in the debugger, built without optimization"),
    "page": ("listing", "page", _page, "make the annotated page of a lesson"),
    "plan": ("plan", "command", _plan, "a plan for a class: lessons, minutes, what to ask, what to prepare"),
    "bundle": ("bundle", "command", _bundle, "one file with all that a room without a network needs"),
    "test": ("testing", "command", _test, "run the tests"),
    "coverage": ("coverage", "command", _nothing, "measure which lines of coro/ the tests reach"),
    "doctor": ("doctor", "command", _nothing, "look at this machine and say what to mend"),
    "setup": ("setup", "command", _nothing, "install everything that any command needs"),
}


def available() -> list:
    """The commands there are: page needs a tool of its own."""
    return [name for name in COMMANDS if name != "page" or (paths.ROOT / "tools" / "page.py").exists()]


def overview() -> str:
    """The text of ./lab --help."""
    lines = [f"usage: {USAGE}", "", "commands:"]
    lines += [f"  {row}" for row in ui.table([(name, COMMANDS[name][3]) for name in available()])]
    lines += [
        "",
        "./lab COMMAND --help tells more. CORO_WORK and CORO_BUILD move the folders work/ and",
        "build/, CXX chooses the compiler, NO_COLOR switches colours off.",
    ]
    return "\n".join(lines)


def parse(name: str, words: list) -> argparse.Namespace:
    """The arguments of one command, or a Failure with what was probably meant."""
    _, _, fill, text = COMMANDS[name]
    parser = Parser(prog=f"./lab {name}", description=text[0].upper() + text[1:] + ".")
    fill(parser)
    if name == "page":
        return argparse.Namespace(rest=words)
    parsed, unknown = parser.parse_known_args(words)
    if unknown:
        known = [option for action in parser._actions for option in action.option_strings]
        bare = unknown[0].split("=")[0]
        hint = suggest.did_you_mean(bare, known) if bare.startswith("-") else ""
        what = "unknown option" if bare.startswith("-") else "unexpected"
        raise ui.Failure(f"{what} {bare}.{hint} See ./lab {name} --help.", status=2)
    return parsed


def main(words: list) -> int:
    """Runs the command that the words name and returns its exit status."""
    if words and words[0] in ("-h", "--help", "help"):
        ui.show(overview())
        return 0
    name = words[0] if words else "list"
    if name not in available():
        hint = _lesson_hint(name) or suggest.did_you_mean(name, [*available(), "--help"])
        raise ui.Failure(f"there is no command {name}.{hint} ./lab --help lists them.", status=2)
    arguments = parse(name, words[1:])
    module, function, _, _ = COMMANDS[name]
    return getattr(importlib.import_module(f"labkit.{module}"), function)(arguments)


def _lesson_hint(word: str) -> str:
    """Someone who types ./lab gather wants to run it."""
    from . import lessons

    try:
        lessons.select([word])
    except ui.Failure:
        return ""
    return f" Did you mean ./lab run {word}?"


def entry() -> int:
    """main() with failures turned into a message and a status."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    try:
        return main(sys.argv[1:])
    except ui.Failure as failure:
        ui.say(ui.paint("error: ", "red", sys.stderr) + str(failure))
        return failure.status
    except BrokenPipeError:
        sys.stderr.close()  # the reader of a pipe went away; there is no one to tell
        return 141
    except KeyboardInterrupt:
        return 130
