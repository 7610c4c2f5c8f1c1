"""fork() while a loop runs: the child is told that the loop is not its own, and
the parent does not notice."""

import json
import tempfile
import unittest
from pathlib import Path

from programs import run

RUN_PER = "kernel"

TOLD = "error: this process was forked while an event loop was running"


class Fork(unittest.TestCase):
    def check_the_parent(self, ended, child_status):
        """The parent's part is the end of what was printed."""
        own = ended.out.splitlines()[-4:]
        self.assertEqual(own[0], f"child's status {child_status}")
        self.assertRegex(own[1], r"^\d+ beside$")
        self.assertEqual(own[2:], ["parent went on to its end: 42", "run returned 0"])
        self.assertEqual(ended.out.count(" beside\n"), 1, "a task of the parent ran in the child")
        self.assertEqual(ended.status, 0)
        self.assertEqual(ended.reports, "")

    def test_a_child_that_waits_is_told(self):
        ended = run("fork_child", "sleep")
        self.assertTrue(ended.out.startswith(TOLD), ended.out)
        self.assertIn("exec or _exit", ended.out.splitlines()[0])
        self.check_the_parent(ended, 3)

    def test_a_child_that_only_yields_is_told(self):
        ended = run("fork_child", "yield")
        self.assertTrue(ended.out.startswith(TOLD), ended.out)
        self.check_the_parent(ended, 3)

    def test_a_child_may_run_a_loop_on_a_new_thread(self):
        ended = run("fork_child", "thread")
        self.assertIn("a loop of its own: 42", ended.out.splitlines())
        self.check_the_parent(ended, 5)

    def test_a_child_may_exec(self):
        ended = run("fork_child", "exec")
        self.assertIn("another program", ended.out.splitlines())
        self.check_the_parent(ended, 5)

    def test_a_child_may_exit(self):
        self.check_the_parent(run("fork_child", "exit"), 5)

    def test_the_trace_is_the_parents_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "trace"
            self.check_the_parent(run("fork_child", "sleep", CORO_TRACE=str(trace)), 3)
            events = [json.loads(line) for line in trace.read_text().splitlines()]
        turns = [event.get("number", 0) for event in events if event["event"] == "turn_begins"]
        self.assertEqual(turns, list(range(len(turns))))

    def test_without_a_running_loop_both_are_free(self):
        ended = run("fork_before")
        self.assertEqual(ended.out, "in the child: 2\nin the parent: 1 3, child's status 0\n")
        self.assertEqual((ended.status, ended.reports), (0, ""))


if __name__ == "__main__":
    unittest.main()
