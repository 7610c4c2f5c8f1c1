"""What a compiler says to a lesson that does not compile, for whoever reads it.

The words are the compiler's; left out is what tells nothing about the mistake: ninja's
command, and which header includes which. Below them comes, in short, the line of the
lesson and what was probably meant. Most of that are the library's own words (see
coro/awaitable.hpp, coro/slips.hpp); where the compiler has only its own, HINTS knows.
"""

from __future__ import annotations

import re
from pathlib import Path

COLOUR = re.compile(r"\033\[[0-9;]*[mK]")
PLACE = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<line>\d+):(?:\d+:)? +(?P<kind>fatal error|error|warning|note|required)\b(?:: )?(?P<words>.*)")
FAILED = re.compile(r"^FAILED: ")
NINJA = re.compile(r"^(?:ninja: build stopped|\d+ (?:errors?|warnings?)(?: and \d+ errors?)? generated)")
INCLUDED = re.compile(r"^(?:In file included from| {2,}from) .*[:,]$")
# The library's words, in an error or behind `= delete;` in the line that a note shows.
OURS = (
    re.compile(r"static assertion failed(?: due to requirement '.*?')?: (.+)"),
    re.compile(r"with 'nodiscard' attribute: (.+) \[-W"),
    re.compile(r"with attribute [‘']nodiscard[’']: [‘'](.+)[’'] \[-W"),
)
DELETED = re.compile(r"= delete; +// (.+)")
HINTS = (
    (
        r"no member named .promise_type|unable to find the promise type",
        "co_await and co_return make a function a coroutine, which returns a task: coro::task<int> f(). An "
        "ordinary function cannot wait without its thread",
    ),
    (
        r"main.*must return|in the .main. function",
        "main is no coroutine: write int main() { coro::run(async_main()); }, and await in async_main",
    ),
    (r"deduced return type", "a lambda that awaits says what it returns: []() -> coro::task<> { ... }"),
    (
        r"no member named .return_value",
        "a coro::task<> gives no value: make it a coro::task<int>, or whatever the value is, or write co_return;",
    ),
    (r"no member named .return_void", "this coroutine is to give a value: co_return value;"),
    (
        r"return.? statement (?:is )?not allowed|return-statement with no value|should return a value",
        "if this is to be a coroutine: co_return, not return",
    ),
    (
        r"does not return a value|no return statement",
        "the value is missing: a coroutine ends with co_return value; (a coro::task<> has one co_await or co_return at least)",
    ),
    (
        r"call to 'await_transform'|invalid use of void expression",
        "what stands behind co_await gives nothing that could be awaited. It must give a task: co_await f()",
    ),
    (
        r"result type must be constructible|to 'construct_at'",
        "a task cannot be copied, and a list in braces copies: tasks.push_back(f()), one after the other",
    ),
    (
        r"no matching function for call to [‘'](?:coro::)?gather",
        "gather takes tasks and handles one by one, or a vector of them: gather(f(), g()), without braces",
    ),
    (
        r"literal operator",
        "for lengths of time such as 1s there must be, above: using namespace std::chrono_literals;",
    ),
    (
        r"unused variable",
        "nothing uses this variable. If it was to wait, or to hold a lock, its co_await is missing",
    ),
)


def plain(text: str) -> str:
    return COLOUR.sub("", text)


def shortened(text: str) -> str:
    """The compiler's lines without ninja's and without the way through the headers."""
    kept = []
    lines = iter(text.splitlines())
    for line in lines:
        bare = plain(line)
        if FAILED.match(bare):
            next(lines, None)  # the command
        elif not NINJA.match(bare) and not INCLUDED.match(bare):
            kept.append(line)
    return "\n".join(kept).strip("\n")


def in_short(text: str, sources: dict, build: Path) -> str:
    """`FILE:LINE: what was meant`, of the first error in one of the sources; "" if there is
    none. `sources` has how each is to be shown."""
    lines = plain(text).splitlines()
    places = [PLACE.match(line) for line in lines]
    errors = [i for i, place in enumerate(places) if place and "error" in place["kind"]]
    if not errors:
        errors = [i for i, place in enumerate(places) if place and place["kind"] == "warning"]
    if not errors:
        return ""
    first, end = errors[0], (errors + [len(lines)])[1]
    # The error's own line; or who asked for it, which clang tells below it, and g++ above.
    order = [first, *range(first + 1, end), *range(first - 1, -1, -1)]
    for i in order:
        shown = places[i] and sources.get((build / places[i]["file"]).resolve())
        if shown:
            return f"{shown}:{places[i]['line']}: {_meant(places[first]['words'], lines[first:end])}"
    return ""


def _meant(words: str, group: list) -> str:
    for pattern, hint in HINTS:
        if re.search(pattern, words):
            return hint
    for pattern in OURS:
        found = pattern.search(words)
        if found:
            return found[1]
    if "deleted" in words:
        for line in group:
            found = DELETED.search(line)
            if found:
                return found[1]
    return words


def told(text: str, sources: dict, build: Path) -> str:
    """The whole of it: the compiler's words, and in short."""
    short = in_short(text, sources, build)
    return shortened(text) + (f"\n\nIn short,\n{short}" if short else "")
