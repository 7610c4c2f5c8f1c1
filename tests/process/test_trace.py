"""CORO_TRACE, and that the virtual clock makes two runs the same to the byte."""

import hashlib
import json
import tempfile
import unittest
from pathlib import Path

from programs import kernels, run

RUN_PER = "matrix"


class Same(unittest.TestCase):
    def test_20_traces_of_10_000_sleeps_are_the_same_on_both_kernels(self):
        seen = {}
        here = kernels()
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "trace"
            for number in range(20):
                kernel = here[number % len(here)]
                ended = run("mixed_sleeps", CORO_CLOCK="virtual", CORO_KERNEL=kernel,
                            CORO_TRACE=str(trace))
                self.assertEqual(ended.status, 0, ended.err)
                written = trace.read_bytes()
                seen.setdefault((hashlib.sha256(written).hexdigest(), ended.out), []).append(kernel)
            self.assertEqual(len(seen), 1, seen)
            self.check_content(written, ended.out)

    def check_content(self, written, printed):
        """It is a trace of what the program did, not just any bytes."""
        events = [json.loads(line) for line in written.splitlines()]
        counts = {}
        for event in events:
            self.assertEqual(event["v"], 1)
            counts[event["event"]] = counts.get(event["event"], 0) + 1
        self.assertEqual(counts["task_created"], 101)
        self.assertEqual(counts["task_finished"], 101)
        # Of eight kinds of sleep two set no timer.
        self.assertGreater(counts["timer_fired"], 7_000)
        self.assertEqual(counts["timer_armed"], counts["timer_fired"])
        self.assertEqual(counts["task_suspended"], counts["task_resumed"] - 101)
        times = [event["time"] for event in events]
        self.assertEqual(times, sorted(times))
        self.assertEqual([event["what"] for event in events if event["event"] == "output"],
                         [printed.rstrip("\n")])
        self.assertIn(f", {events[-1]['time']} ns", printed)


class Refused(unittest.TestCase):
    """A trace that cannot be written is an error, not a run without a trace."""

    def test_a_folder_that_is_not_there(self):
        ended = run("say_hello", CORO_TRACE="/nowhere/at/all/trace")
        self.assertEqual(ended.out, "error: CORO_TRACE: cannot write the trace to "
                                    "'/nowhere/at/all/trace': No such file or directory\n")
        self.assertEqual(ended.status, 3)

    def test_a_folder_in_place_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = run("say_hello", CORO_TRACE=folder)
            self.assertEqual(ended.out, f"error: CORO_TRACE: cannot write the trace to '{folder}': "
                                        "Is a directory\n")
            self.assertEqual(ended.status, 3)

    def test_a_full_disk_is_reported_and_the_program_ends_well(self):
        ended = run("say_hello", CORO_TRACE="/dev/full")
        self.assertEqual((ended.status, ended.out), (0, "hello\n"))
        self.assertIn("the trace '/dev/full' is not complete", ended.reports)


class Settings(unittest.TestCase):
    """What the environment asks for, and that a slip is told rather than ignored."""

    def test_a_clock_that_does_not_exist(self):
        ended = run("say_hello", CORO_CLOCK="nonsense")
        self.assertEqual(ended.out, "error: CORO_CLOCK is 'nonsense': it can be real or virtual\n")
        self.assertEqual(ended.status, 3)

    def test_a_kernel_that_does_not_exist(self):
        ended = run("say_hello", CORO_KERNEL="nonsense")
        self.assertRegex(ended.out, r"^error: CORO_KERNEL is 'nonsense': it can be uring or epoll")
        self.assertEqual(ended.status, 3)

    def test_empty_is_the_same_as_unset(self):
        ended = run("say_hello", CORO_CLOCK="", CORO_KERNEL="", CORO_TRACE="", CORO_DEBUG="")
        self.assertEqual((ended.status, ended.out, ended.reports), (0, "hello\n", ""))

    def test_each_value_there_is(self):
        for clock in ("real", "virtual"):
            for kernel in kernels():
                with self.subTest(clock=clock, kernel=kernel):
                    ended = run("say_hello", CORO_CLOCK=clock, CORO_KERNEL=kernel)
                    self.assertEqual((ended.status, ended.out, ended.err), (0, "hello\n", ""))


if __name__ == "__main__":
    unittest.main()
