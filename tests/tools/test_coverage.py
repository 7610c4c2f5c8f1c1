"""What ./lab coverage makes of gcovr's counts."""

import unittest

import tools  # noqa: F401 (it puts labkit on the path)
from labkit import coverage

MEASURED = {
    "files": [
        {
            "file": "coro/task.hpp",
            "lines": [
                {"line_number": 3, "count": 2},
                {"line_number": 5, "count": 0},
                {"line_number": 6, "count": 0},
                {"line_number": 7, "count": 0, "gcovr/noncode": True},
                {"line_number": 9, "count": 0},
            ],
        },
        {"file": "coro/run.hpp", "lines": [{"line_number": 1, "count": 1}]},
    ]
}


class Coverage(unittest.TestCase):
    def test_counts_lines_of_code(self):
        self.assertEqual(
            coverage.rows(MEASURED), [("coro/run.hpp", 1, 1, []), ("coro/task.hpp", 4, 1, [5, 6, 9])]
        )

    def test_sums_up_and_names_the_lines_that_were_missed(self):
        lines = coverage.table(coverage.rows(MEASURED))
        self.assertRegex(lines[2], r"^coro/task.hpp +4 +1 +25.0% +5-6, 9$")
        self.assertRegex(lines[-1], r"^all of coro/ +5 +2 +40.0%$")

    def test_nothing_to_measure(self):
        self.assertEqual(coverage.percent(0, 0), "-")
