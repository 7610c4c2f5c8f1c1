"""What test programs say: the tests they have, and the report of a run.

Both kinds of report are read as far as they go: a program that crashed leaves
one that ends in the middle of a test, and that tells which test it was.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

CHILD = Path(__file__).with_name("unittest_child.py")


def list_doctest_cases(command: list, environment: dict) -> list:
    """The names of the cases of a doctest program."""
    answer = subprocess.run(
        [*command, "--list-test-cases", "--reporters=xml"],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
    )
    root = ElementTree.fromstring(answer.stdout)
    return [case.get("name") for case in root.iter("TestCase")]


def list_python_tests(file: str, environment: dict) -> list:
    """The names of the tests of a Python file."""
    answer = subprocess.run(
        [sys.executable, str(CHILD), "--list", file],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    if answer.returncode != 0:
        raise ValueError(answer.stderr.strip())
    return answer.stdout.splitlines()


def read_doctest(report: Path) -> dict:
    """name -> (passed, or None if it was begun only; what failed), also from a torn file."""
    parser = ElementTree.XMLPullParser(["start", "end"])
    said = {}
    try:
        parser.feed(report.read_bytes())
    except (OSError, ElementTree.ParseError):
        pass
    for event, element in parser.read_events():
        if element.tag != "TestCase" or element.get("skipped") == "true":
            continue
        name = element.get("name")
        if event == "start":
            said.setdefault(name, (None, ""))
        else:
            sums = element.find("OverallResultsAsserts")
            passed = sums is not None and sums.get("test_case_success") == "true"
            said[name] = (passed, "" if passed else "\n".join(_doctest_failures(element)))
    return said


def _doctest_failures(case) -> list:
    lines = [f"{case.get('filename')}:{case.get('line')}: in this test case"]
    for element in case.iter():
        if element.tag == "Expression" and element.get("success") == "false":
            parts = {child.tag: " ".join((child.text or "").split()) for child in element}
            place = f"{element.get('filename')}:{element.get('line')}"
            lines.append(f"{place}: {element.get('type')}( {parts.pop('Original', '')} )")
            lines += [f"    {tag.lower()}: {text}" for tag, text in parts.items()]
        elif element.tag == "Message":
            text = " ".join((element.findtext("Text") or "").split())
            lines.append(f"{element.get('filename')}:{element.get('line')}: {text}")
        elif element.tag == "Exception":
            lines.append("exception: " + " ".join((element.text or "").split()))
    return lines


def read_python(report: Path) -> dict:
    """As read_doctest, from the lines that unittest_child.py wrote."""
    said = {}
    try:
        lines = report.read_text(encoding="utf-8").splitlines()
    except OSError:
        return said
    for line in lines:
        name, passed, detail = json.loads(line)
        said[name] = (passed, detail)
    return said


READERS = {"doctest": read_doctest, "python": read_python}
