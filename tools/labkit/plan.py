"""./lab plan: which lessons fit into a class, what to ask, and what to do the day before.

What it says is in lessons/plans.toml. The minutes are those of each lesson.toml, unless
the plan gives a lesson others. Lessons that are not written yet are shown, and take none.
"""

from __future__ import annotations

import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

from . import cli, flat_toml, lessons, paths, ui

PLAN, LENGTH = "plan-", "length-"
NOT_YET = "not written yet"


@dataclass(frozen=True)
class Row:
    """One lesson of a plan. It has no minutes while it is not written."""

    number: str
    id: str
    minutes: int | None
    begins: int  # minutes since the class began
    question: str


@dataclass(frozen=True)
class Plan:
    """One plan, as the file and the folders of the lessons tell."""

    name: str
    length: int
    rows: list
    before: list
    projector: list
    stepped: list

    @property
    def minutes(self) -> int:
        return sum(row.minutes or 0 for row in self.rows)

    @property
    def unwritten(self) -> list:
        return [row.id for row in self.rows if row.minutes is None]


def facts(root: Path | None = None) -> dict:
    """What is in lessons/plans.toml."""
    file = (root or paths.ROOT) / "lessons" / "plans.toml"
    try:
        return flat_toml.load(file)
    except (OSError, flat_toml.TomlError, UnicodeDecodeError) as error:
        raise ui.Failure(f"{paths.shown(file)} cannot be read: {error}") from None


def names(known: dict) -> list:
    """The plans there are: 90, 120, day."""
    return [key[len(PLAN) :] for key in known if key.startswith(PLAN)]


def entries(name: str, known: dict) -> list:
    """The lessons of a plan, each with the minutes that the plan gives it, or None."""
    split = [entry.partition(" ") for entry in known[PLAN + name]]
    return [(each, int(minutes) if minutes else None) for each, _, minutes in split]


def make(name: str, known: dict, written: list) -> Plan:
    """The plan of that name, with what is written so far."""
    own = {lesson.id: lesson.facts["minutes"] for lesson in written}
    numbers = {entry[3:]: entry[:2] for entry in known["course"]}
    rows, begins = [], 0
    for each, given in entries(name, known):
        minutes = (given or own[each]) if each in own else None
        rows.append(Row(numbers[each], each, minutes, begins, known[each]))
        begins += minutes or 0
    stepped = [row.id for row in rows if row.id in known["step"]]
    return Plan(name, known[LENGTH + name], rows, known["before"], known["projector"], stepped)


def lines(plan: Plan, width: int | None = None) -> list:
    """The plan as it is printed, wrapped to a width if one is given."""
    rows = [("no.", "lesson", "min", "at", "ask before it is run")]
    for row in plan.rows:
        if row.minutes is None:
            rows.append((row.number, row.id, "-", "-", f"({NOT_YET}) {row.question}"))
        else:
            at = f"{row.begins // 60}:{row.begins % 60:02}"
            rows.append((row.number, row.id, str(row.minutes), at, row.question))
    table = ui.table(rows)
    if width:
        indent = " " * table[0].index(rows[0][-1])
        table = [part for line in table for part in textwrap.wrap(line, width, subsequent_indent=indent)]
    count = len(plan.unwritten)
    missing = f"; {count} {'lesson is' if count == 1 else 'lessons are'} {NOT_YET}" if count else ""
    text = ["The day before:", *_indented(plan.before), "On the projector's machine:"]
    text += [*_indented(plan.projector), "", *table, "", f"{plan.minutes} minutes of {plan.length}{missing}."]
    step = "" if "step" in cli.COMMANDS else "./lab step comes later; until then "
    for each in plan.stepped:
        if each not in plan.unwritten:
            text.append(f"To be stepped: {each} ({step}./lab {'run' if step else 'step'} {each}).")
    return text


def _indented(items: list) -> list:
    return [f"    {item}" for item in items]


def command(arguments) -> int:
    plan = make(arguments.plan, facts(), lessons.all_lessons())
    width = ui.terminal_width() if ui.is_terminal(sys.stdout) else None
    ui.show(ui.paint(f"A class of {plan.length} minutes", "bold"))
    ui.show()
    for line in lines(plan, width):
        ui.show(line)
    return 0
