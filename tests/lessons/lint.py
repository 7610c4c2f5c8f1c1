"""What lessons and examples must not write, although it compiles.

Some of it Debian 12's g++ 12.2 compiles to a wrong program without a warning;
some of it dangles; some of it a reader cannot follow. Each rule says what is
wrong and what to write instead. A suspension is easy to see and safe with
every compiler if there is one co_await per statement, at the start of it or
right behind `=` or `co_return`, and if everything it is given has a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cpp_source import Token, close_of, open_of, statements, texts, tokens

RULES = {
    "condition": "co_await in a condition never goes on with g++ 12: name the result in a "
                 "statement of its own, then test it",
    "two-awaits": "more than one co_await in a statement: give each its own line",
    "unnamed-result": "the result of co_await is used inside a larger expression: name it first, "
                      "`auto result = co_await ...;`",
    "ternary": "?: beside co_await destroys an object twice with g++ 12: write if and else",
    "braced-argument": "a braced list as an argument beside co_await does not compile with g++ 12: "
                       "make the value on the line before",
    "temporary": "a temporary object beside co_await can be destroyed twice by g++ 12: give it a "
                 "name on the line before",
    "capturing-lambda": "a lambda with captures beside co_await can be destroyed twice by g++ 12: "
                        "give it a name on the line before",
    "named-task": "a task that is stored and awaited later outlives what it was given: "
                  "`auto result = co_await f(...);`, or start it with create_task",
    "borrowed-parameter": "a coroutine's parameter that refers to something may outlive it: take "
                          "the value",
    "using-namespace": "using namespace: write coro:: (a bare sleep(1) would be POSIX's, in "
                       "silence); only std's literals may be opened",
    "dropped-guard": "the guard is dropped where it stands, and what it holds is released at once: "
                     "`auto guard = co_await ...;`",
}

CONTROL = {"if", "while", "for", "switch"}
# What makes a handle or a guard, not a task: it may be stored and awaited.
STARTERS = {"create_task", "start", "submit", "shield", "current_task"}
OWNING = {"string", "vector", "array", "pair", "tuple", "optional", "variant", "map", "set",
          "deque", "list", "unordered_map", "unordered_set", "unique_ptr", "shared_ptr", "function"}
BORROWING = {"string_view", "span", "initializer_list"}


@dataclass(frozen=True)
class Finding:
    line: int
    rule: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.rule}: {RULES[self.rule]}"


def check(source: str) -> list[Finding]:
    """Everything that is wrong with a C++ source, in the order of its lines."""
    found: list[Finding] = []
    stored: dict[str, bool] = {}  # the variables seen: is it a task?
    for statement in statements(source):
        conditions, rest = _split_control(statement)
        found += [Finding(token.line, "condition")
                  for token in conditions if token.text == "co_await"]
        found += _using_namespace(rest)
        _remember_variable(rest, stored)
        if "co_await" in texts(rest):
            found += _await(rest, stored)
    found += _parameters(tokens(source))
    return sorted(set(found), key=lambda one: (one.line, one.rule))


def _split_control(statement: list[Token]) -> tuple[list[Token], list[Token]]:
    """The conditions a statement begins with, and what they govern."""
    conditions: list[Token] = []
    rest = statement
    while rest:
        first = rest[0].text
        if first in CONTROL:
            opening = 1
            while opening < len(rest) and rest[opening].text != "(":
                opening += 1  # if constexpr
            closing = close_of(rest, opening) if opening < len(rest) else opening
            conditions += rest[opening:closing]
            rest = rest[closing + 1:]
        elif first in ("else", "do"):
            rest = rest[1:]
        elif first in ("case", "default") and ":" in texts(rest):
            rest = rest[texts(rest).index(":") + 1:]
        else:
            break
    return conditions, rest


def _using_namespace(statement: list[Token]) -> list[Finding]:
    words = texts(statement)
    if words[:2] != ["using", "namespace"]:
        return []
    name = "".join(words[2:])
    if re.fullmatch(r"(::)?std::(\w+::)*\w*literals", name):
        return []
    return [Finding(statement[0].line, "using-namespace")]


def _remember_variable(statement: list[Token], stored: dict[str, bool]) -> None:
    """Notes what `auto x = f(...)` and `coro::task<int> x = ...` make of x."""
    words = texts(statement)
    if "=" not in words:
        return
    equals = words.index("=")
    if equals < 2 or statement[equals - 1].kind != "word":
        return
    declared, value = words[:equals - 1], words[equals + 1:]
    name = words[equals - 1]
    if "task" in declared and "<" in declared:
        stored[name] = True
    elif "auto" in declared:
        stored[name] = "co_await" not in value and _calls_coroutine(value)
    else:
        stored[name] = False


def _calls_coroutine(value: list[str]) -> bool:
    """Could this expression be a task? A plain call could, a handle's maker not."""
    if "(" not in value or not re.fullmatch(r"\w+|::", value[0]):
        return False
    callee = value[:value.index("(")]
    names = [word for word in callee if re.fullmatch(r"\w+", word)]
    if callee and callee[-1] == ">":  # f<int>(...)
        names = [word for word in callee[:callee.index("<")] if re.fullmatch(r"\w+", word)]
    return bool(names) and names[-1] not in STARTERS


def _await(statement: list[Token], stored: dict[str, bool]) -> list[Finding]:
    words = texts(statement)
    found = []
    places = [at for at, word in enumerate(words) if word == "co_await"]
    first = places[0]
    if len(places) > 1:
        found.append(Finding(statement[places[1]].line, "two-awaits"))
    if first > 0 and words[first - 1] not in ("=", "co_return"):
        found.append(Finding(statement[first].line, "unnamed-result"))
    if "?" in words:
        found.append(Finding(statement[words.index("?")].line, "ternary"))
    if "new" in words:
        found.append(Finding(statement[words.index("new")].line, "temporary"))

    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        line = statement[at].line
        if word == "{":
            in_arguments = before in ("(", ",")
            found.append(Finding(line, "braced-argument" if in_arguments else "temporary"))
        elif word == "[" and words[at + 1:at + 2] != ["]"] and _begins_lambda(words, at):
            found.append(Finding(line, "capturing-lambda"))
        elif word in OWNING and before == "::" and _is_constructed(statement, at):
            found.append(Finding(line, "temporary"))

    awaited = words[first + 1:]
    if awaited[:4] == ["std", "::", "move", "("]:
        awaited = awaited[4:-1]
    if len(awaited) == 1 and stored.get(awaited[0]):
        found.append(Finding(statement[first].line, "named-task"))
    if first == 0 and len(words) > 4 and words[-2:] == ["(", ")"]:
        if words[-3] in ("acquire", "lock") and words[-4] in (".", "->"):
            found.append(Finding(statement[0].line, "dropped-guard"))
    return found


def _begins_lambda(words: list[str], at: int) -> bool:
    """Not `values[3]`, and not `auto [a, b] = ...`."""
    before = words[at - 1] if at else ""
    if re.fullmatch(r"\w+|[\])]", before):
        return before in ("co_return", "co_await", "return")
    return not (before in ("&", "&&") and "auto" in words[:at])


def _is_constructed(statement: list[Token], at: int) -> bool:
    """Is std::NAME, at `at`, followed by ( once its template arguments are?"""
    after = at + 1
    if after < len(statement) and statement[after].text == "<":
        after = close_of(statement, after) + 1
    return after < len(statement) and statement[after].text == "("


def _parameters(stream: list[Token]) -> list[Finding]:
    """The parameters of every function and lambda that returns a task."""
    found = []
    words = texts(stream)
    for at, word in enumerate(words):
        if word != "task" or words[at + 1:at + 2] != ["<"]:
            continue
        after = close_of(stream, at + 1) + 1
        name = after
        while name < len(words) and (words[name] == "::" or stream[name].kind == "word"):
            name += 1
        if name > after and words[name:name + 1] == ["("]:
            found += _borrowed(stream[name + 1:close_of(stream, name)])
        start = at
        while start > 0 and (words[start - 1] == "::" or words[start - 1] == "coro"):
            start -= 1
        if words[start - 1:start] == ["->"] and start > 1:
            found += _lambda_parameters(stream, start - 2)
    return found


def _lambda_parameters(stream: list[Token], at: int) -> list[Finding]:
    while at > 0 and stream[at].text in ("mutable", "noexcept"):
        at -= 1
    if stream[at].text != ")":
        return []
    opening = open_of(stream, at)
    return _borrowed(stream[opening + 1:at])


def _borrowed(parameters: list[Token]) -> list[Finding]:
    found = []
    for parameter in _split_at_commas(parameters):
        outer = _without_template_arguments(parameter)
        if BORROWING & set(texts(parameter)) or "&&" in outer or {"const", "&"} <= set(outer):
            found.append(Finding(parameter[0].line, "borrowed-parameter"))
    return found


def _split_at_commas(some: list[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in some:
        depth += {"(": 1, "<": 1, "[": 1, "{": 1, ")": -1, ">": -1, "]": -1, "}": -1}.get(token.text, 0)
        if token.text == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _without_template_arguments(some: list[Token]) -> list[str]:
    outer, depth = [], 0
    for token in some:
        if token.text == "<":
            depth += 1
        elif token.text == ">":
            depth -= 1
        elif depth == 0:
            outer.append(token.text)
    return outer
