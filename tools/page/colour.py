"""Colours C++ and Python a little: comments, strings, numbers, key words, and
the words that suspend. One regular expression per language, one line at a time
(lessons have no comment or string that goes over several lines).
"""

from __future__ import annotations

import html
import re

SUSPENDS = {"co_await", "co_return", "co_yield", "async", "await"}
CPP = set(
    "alignas alignof auto bool break case catch char class concept const consteval constexpr "
    "constinit continue decltype default delete do double else enum explicit extern false float "
    "for friend if inline int long mutable namespace new noexcept nullptr operator private "
    "protected public requires return short signed sizeof static struct switch template this "
    "throw true try typename union unsigned using virtual void volatile while".split()
)
PYTHON = set(
    "False None True and as assert break class continue def del elif else except finally for "
    "from global if import in is lambda nonlocal not or pass raise return try while with "
    "yield".split()
)

TOKEN = {
    "cpp": re.compile(
        r'(?P<comment>//.*)|(?P<string>"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|(?<=#include )<[^>]+>)'
        r"|(?P<key>#\w+)|(?P<number>\b\d[\w'.]*)|(?P<word>(?:\w+::)*\w+)"
    ),
    "python": re.compile(
        r"(?P<comment>#.*)|(?P<string>[rbfRBF]{0,2}(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'))"
        r"|(?P<key>@)|(?P<number>\b\d[\w.]*)|(?P<word>(?:\w+\.)*\w+)"
    ),
}
LIBRARY = re.compile(r"(?:coro|lesson)::\w+|(?:asyncio|lesson)\.\w+")


def line(text: str, language: str) -> str:
    """The HTML of one line; its text is the line, letter by letter."""
    keys = CPP if language == "cpp" else PYTHON
    parts, end = [], 0
    for found in TOKEN[language].finditer(text):
        kind, word = found.lastgroup, found[0]
        if kind == "word":
            kind = ("suspends" if word in SUSPENDS else "key" if word in keys
                    else "library" if LIBRARY.match(word) else None)
        if kind:
            parts.append(html.escape(text[end:found.start()]))
            parts.append(f'<span class="{kind}">{html.escape(word)}</span>')
            end = found.end()
    parts.append(html.escape(text[end:]))
    return "".join(parts)
