"""Runs the unittest tests of one file and reports each as it ends.

    unittest_child.py REPORT FILE [NAME...]    REPORT: a file, or - for a readable report
    unittest_child.py --list FILE

A subtest counts as a test of its own, in place of the test it is part of. A skipped test counts as failed: a test
that does not run here has not shown anything. One JSON line per test:
[name, passed (null when it begins, "parts" if its subtests tell), detail].
"""

import importlib.util
import json
import sys
import traceback
import unittest
from pathlib import Path


def load(file):
    """The tests of a file, flat, in their order."""
    path = Path(file).resolve()
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return list(flatten(unittest.defaultTestLoader.loadTestsFromModule(module)))


def flatten(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flatten(test)
        else:
            yield test


def name_of(test):
    """File, class and method; a readable docstring is no name."""
    return ".".join(test.id().split(".")[-3:])


class Reporter(unittest.TestResult):
    """Writes what comes of each test at once, so that a crash loses nothing."""

    def __init__(self, stream):
        super().__init__()
        self.stream = stream
        self.subtests = 0
        self.ended = None

    def tell(self, name, passed, detail=""):
        self.ended = None if passed is None else name
        self.stream.write(json.dumps([name, passed, detail]) + "\n")
        self.stream.flush()

    def startTest(self, test):
        super().startTest(test)
        self.subtests = 0
        self.tell(name_of(test), None)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        self.subtests += 1
        name = f"{name_of(test)} {subtest._subDescription()}"
        self.tell(name, error is None, "" if error is None else render(error))

    def addSuccess(self, test):
        self.tell(name_of(test), "parts" if self.subtests else True)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.tell(name_of(test), False, render(error))

    def addError(self, test, error):
        super().addError(test, error)
        self.tell(name_of(test), False, render(error))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.tell(name_of(test), False, f"skipped, which counts as failed: {reason}")

    def addExpectedFailure(self, test, error):
        self.tell(name_of(test), True)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.tell(name_of(test), False, "was expected to fail, and passed")

    def stopTest(self, test):
        super().stopTest(test)
        # When a subtest failed, unittest calls none of the above for the test.
        if self.ended != name_of(test) and self.subtests:
            self.tell(name_of(test), "parts")


def render(error):
    return "".join(traceback.format_exception(*error)).rstrip()


def main():
    if sys.argv[1] == "--list":
        for test in load(sys.argv[2]):
            print(name_of(test))
        return 0
    report, file, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    suite = unittest.TestSuite(test for test in load(file) if not names or name_of(test) in names)
    if report == "-":
        return 0 if unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful() else 1
    with open(report, "w", encoding="utf-8") as stream:
        result = Reporter(stream)
        suite.run(result)
    return 0 if result.wasSuccessful() and not result.skipped else 1


if __name__ == "__main__":
    sys.exit(main())
