"""The real clock: sleeps among signals, and what a loop uses that only waits."""

import re
import unittest

from programs import run

RUN_PER = "kernel"


class Alarms(unittest.TestCase):
    """A signal every millisecond. A wait that were begun anew after each of
    them would never end, since all sleeps are longer than that."""

    def check(self, flags):
        ended = run("alarms", flags)
        self.assertEqual(ended.status, 0, ended.err)
        self.assertIn("10 sleeps, 0 of them too short\n", ended.out)
        alarms = int(re.search(r"^(\d+) alarms$", ended.out, re.MULTILINE)[1])
        self.assertGreater(alarms, 10, "too few signals came for this to have shown anything")

    def test_interrupted_system_calls(self):
        self.check("plain")

    def test_restarted_system_calls(self):
        self.check("restart")


class Idle(unittest.TestCase):
    def check(self, how):
        ended = run("idle", how)
        self.assertEqual(ended.status, 0, ended.err)
        took, used, switches = map(
            int, re.search(r"took (\d+) ms, processor (\d+) us, switches (\d+)", ended.out).groups())
        self.assertGreaterEqual(took, 1000)
        self.assertLess(used, 50_000, "microseconds of processor time in a second of waiting")
        # A loop that polled would be put to sleep again and again.
        self.assertLess(switches, 20)

    def test_a_loop_that_waits_for_a_timer_uses_no_processor(self):
        self.check("timer")

    def test_a_loop_that_waits_for_another_thread_uses_no_processor(self):
        self.check("remote")


if __name__ == "__main__":
    unittest.main()
