"""Reads the part of TOML that lesson.toml uses: one flat table of keys.

Values are strings, whole numbers, booleans and lists of strings (over several
lines if need be). tomllib has all of TOML, but only since Python 3.11, and a
lab machine may have 3.9. What is not understood is refused with its line.
"""

from __future__ import annotations

import re
from pathlib import Path

KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=\s*")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"' + r"|'([^'\n]*)'")
NUMBER = re.compile(r"[+-]?\d+(?![\w.])")
BOOLEAN = re.compile(r"(true|false)\b")
BLANK = re.compile(r"(?:\s|#[^\n]*)*")
REST_OF_LINE = re.compile(r"[ \t]*(?:#[^\n]*)?(?:\n|\Z)")
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


class TomlError(ValueError):
    """Text that is not in the subset; the message names the place."""


class _Reader:
    def __init__(self, text: str, name: str):
        self.text, self.name, self.at = text.replace("\r\n", "\n"), name, 0

    def fail(self, what: str) -> TomlError:
        line = self.text.count("\n", 0, self.at) + 1
        return TomlError(f"{self.name}:{line}: {what}")

    def take(self, pattern: re.Pattern):
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def unescape(self, raw: str) -> str:
        def one(match):
            if match[1] not in ESCAPES:
                raise self.fail(f"the escape \\{match[1]} is not known")
            return ESCAPES[match[1]]

        return re.sub(r"\\(.)", one, raw)

    def string(self):
        found = self.take(STRING)
        if not found:
            return None
        return self.unescape(found[1]) if found[1] is not None else found[2]

    def value(self):
        if self.text.startswith(('"""', "'''"), self.at):
            raise self.fail("strings over several lines are not read here")
        text = self.string()
        if text is not None:
            return text
        found = self.take(BOOLEAN)
        if found:
            return found[1] == "true"
        found = self.take(NUMBER)
        if found:
            return int(found[0])
        if self.text.startswith("[", self.at):
            return self.list()
        raise self.fail("a value must be a string, a whole number, true, false or a list of strings")

    def list(self) -> list:
        self.at += 1
        items = []
        while True:
            self.take(BLANK)
            if self.text.startswith("]", self.at):
                self.at += 1
                return items
            item = self.string()
            if item is None:
                raise self.fail("a list holds strings, and ends with ]")
            items.append(item)
            self.take(BLANK)
            if self.text.startswith(",", self.at):
                self.at += 1
            elif not self.text.startswith("]", self.at):
                raise self.fail("a , or ] is missing in the list")


def loads(text: str, name: str = "text") -> dict:
    """The keys and values of the text."""
    reader = _Reader(text, name)
    values = {}
    while True:
        reader.take(BLANK)
        if reader.at == len(reader.text):
            return values
        key = reader.take(KEY)
        if not key:
            raise reader.fail("expected a line like  title = \"...\"")
        if key[1] in values:
            raise reader.fail(f"{key[1]} is given twice")
        values[key[1]] = reader.value()
        if not reader.take(REST_OF_LINE):
            raise reader.fail(f"unexpected text after the value of {key[1]}")


def load(path: Path) -> dict:
    """The keys and values of a file."""
    return loads(path.read_text(encoding="utf-8"), str(path))
