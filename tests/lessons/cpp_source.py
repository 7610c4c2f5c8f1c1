"""Just enough of C++ to check how lessons are written: the tokens of a source,
without comments, and its statements. A statement ends at its `;`, or at the
`{` of the block it opens; the body of a lambda is cut out of the statement it
stands in and read as statements of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|\\\n)
    |(?P<preprocessor>(?m:^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*))
    |(?P<raw>(?:u8|[uUL])?R"(?P<fence>[^(\s]*)\(.*?\)(?P=fence)")
    |(?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"\w*)
    |(?P<char>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
    |(?P<number>\.?\d(?:[\w.]|'\w|(?<=[eEpP])[+-])*)
    |(?P<word>\w+)
    |(?P<sign>::|->|\.\.\.|&&|\|\||[+\-*/%&|^=!<>]=|\+\+|--|.)""",
    re.DOTALL | re.VERBOSE,
)
LAMBDA_BODY = "{lambda}"
OPENS_SCOPE = {"namespace", "struct", "class", "enum", "union", "extern"}
BEFORE_BODY = {"const", "noexcept", "override", "final", "mutable", "constexpr"}
CLOSING = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    line: int


def tokens(source: str) -> list[Token]:
    """The tokens of a source, without white space, comments and # lines."""
    found, line = [], 1
    for match in TOKEN.finditer(source):
        kind = match.lastgroup if match.lastgroup != "fence" else "raw"
        if kind not in ("space", "preprocessor"):
            found.append(Token(kind, match[0], line))
        line += match[0].count("\n")
    return found


def texts(some: list[Token]) -> list[str]:
    return [token.text for token in some]


def open_of(some: list[Token], close: int) -> int:
    """Where the bracket opens that closes at `close`; -1 if it does not."""
    wanted, depth = CLOSING[some[close].text], 0
    for at in range(close, -1, -1):
        if some[at].text == some[close].text:
            depth += 1
        elif some[at].text == wanted:
            depth -= 1
            if depth == 0:
                return at
    return -1


def close_of(some: list[Token], opening: int) -> int:
    """Where the bracket closes that opens at `opening`; the end if it does not.
    Also for the < of a template argument list."""
    pairs = {"(": ")", "[": "]", "{": "}", "<": ">"}
    start, depth = some[opening].text, 0
    for at in range(opening, len(some)):
        if some[at].text == start:
            depth += 1
        elif some[at].text == pairs[start]:
            depth -= 1
            if depth == 0:
                return at
    return len(some)


def _what_opens(head: list[Token]) -> str:
    """What a `{` after these tokens is: a "block", the body of a "lambda" or a
    braced "list" of values."""
    words = texts(head)
    if not words or words[-1] in ("else", "do", "try", ":"):
        return "block"
    at = len(words) - 1
    if "->" in words:
        arrow = at - words[::-1].index("->")
        if all(re.fullmatch(r"[\w:<>,*&]+", word) for word in words[arrow + 1:]):
            at = arrow - 1
    while at >= 0 and words[at] in BEFORE_BODY:
        at -= 1
    if at >= 0 and words[at] == "]":
        return "lambda"
    if at >= 0 and words[at] == ")":
        opening = open_of(head, at)
        return "lambda" if opening > 0 and words[opening - 1] == "]" else "block"
    if OPENS_SCOPE & set(words) and "=" not in words and "(" not in words:
        return "block"
    if words[-1] == "}":  # after the last initializer of a constructor
        return "block"
    return "list"


def statements(source: str) -> list[list[Token]]:
    """Every statement of a source, and the head of every block (`if (x)`,
    `int main()`), in the order in which they begin to be complete."""
    stream = tokens(source)
    found: list[list[Token]] = []

    def block(at: int) -> int:
        current: list[Token] = []
        brackets = 0  # open ( and [ and the { of lists

        def end():
            if current:
                found.append(list(current))
                current.clear()

        while at < len(stream):
            token = stream[at]
            at += 1
            if token.text == "{":
                kind = _what_opens(current)
                if kind == "lambda":
                    at = block(at)
                    current.append(Token("sign", LAMBDA_BODY, token.line))
                    continue
                if kind == "block" and brackets == 0:
                    end()
                    at = block(at)
                    continue
            if token.text == "}" and brackets == 0:
                end()
                return at
            if token.text == ";" and brackets == 0:
                end()
                continue
            if token.text in "([{":
                brackets += 1
            elif token.text in ")]}":
                brackets -= 1
            current.append(token)
        end()
        return at

    at = 0
    while at < len(stream):
        at = block(at)
    return found
