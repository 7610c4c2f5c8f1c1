"""What a program says of its own mistakes, as whoever runs it sees it: standard error,
and the exit status."""

import re
import unittest

from programs import Ended, run

RUN_PER = "build"

HERE = "[..]tests/process/"  # several sources in one unit are told from the root


def pattern(text: str) -> str:
    """`[..]` stands for anything within a line."""
    return re.escape(text).replace(re.escape("[..]"), "[^\n]*")


class Deadlock(unittest.TestCase):
    def deadlocked(self, which: str, text: str) -> None:
        """It ends as any uncaught exception ends a program: not with 0."""
        for clock in ("real", "virtual"):
            with self.subTest(clock=clock):
                ended: Ended = run("deadlock", which, CORO_CLOCK=clock)
                self.assertNotEqual(ended.status, 0)
                self.assertEqual(ended.out, "")
                self.assertRegex(ended.reports, pattern(text))

    def test_two_tasks_that_wait_for_each_other_are_named_with_their_lines(self):
        self.deadlocked("circle", (
            "deadlock: nothing is ready, no timer is set, no operation is under way, and nobody "
            "outside can act. 3 tasks wait for ever:\n"
            "  'main' (task 1) waits for task 'first' (task 2)\n"
            f"    created at   {HERE}deadlock.cpp:[..]\n"
            f"    suspended at {HERE}deadlock.cpp:25\n"
            "  'first' (task 2) waits for task 'second' (task 3)\n"
            f"    created at   {HERE}deadlock.cpp:23\n"
            f"    suspended at {HERE}deadlock.cpp:18\n"
            "  'second' (task 3) waits for task 'first' (task 2)\n"
            f"    created at   {HERE}deadlock.cpp:24\n"
            f"    suspended at {HERE}deadlock.cpp:18\n"
            "  They wait for one another in a circle: 'first' (task 2) -> 'second' (task 3) -> "
            "'first' (task 2)\n"))

    def test_an_event_that_nobody_sets(self):
        self.deadlocked("event", (
            "1 task waits for ever:\n"
            "  'main' (task 1) waits for event\n"
            f"    created at   {HERE}deadlock.cpp:[..]\n"
            f"    suspended at {HERE}deadlock.cpp:30\n"))

    def test_a_queue_whose_consumer_has_died(self):
        self.deadlocked("queue", (
            "1 task waits for ever:\n"
            "  'main' (task 1) waits for queue.put\n"
            f"    created at   {HERE}deadlock.cpp:[..]\n"
            f"    suspended at {HERE}deadlock.cpp:41\n"))


class NeverAwaited(unittest.TestCase):
    def test_with_CORO_DEBUG_1_it_says_who_called(self):
        ended = run("never_awaited", CORO_DEBUG="1")
        self.assertEqual((ended.status, ended.out), (0, ""))
        one = ("coro: a coroutine was called, but never awaited, so nothing of it has run: "
               "[..]fetch(int)\n"
               f"    its body at  {HERE}never_awaited.cpp:[..]\n"
               f"    called at    [..].cpp:%d\n"
               "  To do: write co_await f(), or start it with coro::create_task(f()). "
               "[never-awaited]\n")
        self.assertRegex(ended.reports, r"\A" + pattern(one % 13) + pattern(one % 18) + r"\Z")

    def test_with_reports_alone_it_does_not(self):
        ended = run("never_awaited", CORO_DEBUG="reports")
        self.assertEqual(ended.reports.count("[never-awaited]"), 2)
        self.assertNotIn("called at", ended.reports)

    def test_without_debug_mode_nothing_is_said(self):
        self.assertEqual(run("never_awaited").reports, "")


class SlowStep(unittest.TestCase):
    def test_the_real_time_that_it_took(self):
        """As the program itself has measured it, to within 20 ms."""
        ended = run("slow_step", CORO_DEBUG="1")
        took = int(ended.out)
        self.assertGreaterEqual(took, 350)
        said = re.match(pattern(
            "coro: 'main' (task 1) held the thread for [..]; nothing else could run meanwhile\n"
            f"    from         {HERE}slow_step.cpp:13\n"
            f"    to           {HERE}slow_step.cpp:18\n"
            "  To do: wait with co_await and not with a blocking call; split long work with "
            "co_await coro::yield(). [slow-step]\n"), ended.reports)
        self.assertIsNotNone(said, ended.reports)
        self.assertAlmostEqual(int(re.search(r"for (\d+) ms, until \d+\.\d{3} s;",
                                             ended.reports)[1]), took, delta=20)


if __name__ == "__main__":
    unittest.main()
