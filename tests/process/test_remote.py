"""What is reported of callbacks that other threads have posted."""

import re
import unittest

from programs import run

RUN_PER = "build"


class PostedCallbacks(unittest.TestCase):
    def test_one_that_throws_is_reported_and_the_loop_goes_on(self):
        ended = run("post_fails")
        self.assertEqual((ended.status, ended.out), (0, "went on\n"))
        said = re.findall(r"^coro: a posted callback threw: (.*)$", ended.reports, re.MULTILINE)
        self.assertEqual(said, ["the first problem", "an exception that is not a std::exception",
                                "cancelled"])
        self.assertEqual(ended.reports.count("[callback-failed]"), 3)


if __name__ == "__main__":
    unittest.main()
