"""Ctrl-C and Ctrl-\\ (SIGINT, SIGQUIT) sent to programs with a running loop."""

import signal
import unittest

from programs import Program

RUN_PER = "kernel"


def lines(ended) -> list:
    """What was printed after "ready"."""
    return ended.out.partition("ready")[2].split("\n")[1:-1]


class Interrupt(unittest.TestCase):
    def test_during_a_sleep_clean_up_runs_and_the_signal_ends_the_program(self):
        with Program("interrupt_sleep", 20) as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertEqual(lines(ended), ["cleaning up", "cleaned up", "destructor ran"])
        self.assertEqual(ended.status, -signal.SIGINT)
        self.assertEqual(ended.reports, "")

    def test_the_shell_sees_130(self):
        shell = ("sh", "-c", '"$0" "$@"; echo "status $?"')
        with Program("interrupt_sleep", 0, command=shell) as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertEqual(lines(ended)[-2:], ["destructor ran", "status 130"])

    def test_a_second_one_ends_the_program_at_once(self):
        with Program("interrupt_sleep", 50_000) as program:
            program.when_ready().signal(signal.SIGINT)
            program.wait_for("^cleaning up$")
            program.signal(signal.SIGINT)
            ended = program.end()
        self.assertEqual(lines(ended), ["cleaning up"])
        self.assertEqual(ended.status, -signal.SIGINT)

    def test_a_loop_that_never_waits_hears_of_it(self):
        with Program("interrupt_yield") as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertEqual(lines(ended), ["cancelled"])
        self.assertEqual(ended.status, -signal.SIGINT)

    def test_children_of_a_gather_clean_up_first(self):
        with Program("interrupt_gather") as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertEqual(lines(ended), ["b cleaned up", "a cleaned up"])
        self.assertEqual(ended.status, -signal.SIGINT)

    def test_if_main_keeps_it_the_program_goes_on(self):
        with Program("interrupt_swallow") as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertEqual(lines(ended), ["swallowed", "run returned 5, SIGINT default"])
        self.assertEqual(ended.status, 0)

    def test_an_exception_of_the_clean_up_comes_out_of_run(self):
        with Program("interrupt_failing") as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertEqual(lines(ended), ["error: the clean-up failed"])
        self.assertEqual(ended.status, 3)

    def test_after_main_has_ended_it_ends_the_program_once_the_rest_has(self):
        with Program("interrupt_drain") as program:
            program.when_ready().signal(signal.SIGINT)
            program.go_on()
            ended = program.end()
        self.assertEqual(lines(ended), ["cleaned up"])
        self.assertEqual(ended.status, -signal.SIGINT)

    def test_under_the_virtual_clock_too(self):
        with Program("interrupt_yield", CORO_CLOCK="virtual") as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertEqual(lines(ended), ["cancelled"])
        self.assertEqual(ended.status, -signal.SIGINT)


class RefusesToEnd(unittest.TestCase):
    def test_after_two_seconds_those_are_named_that_still_run(self):
        with Program("refuses_to_end", 2_600) as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertRegex(ended.reports, r"\Acoro: 2 seconds after Ctrl-C, 1 task has not ended:\n")
        self.assertRegex(ended.reports, r"'lingering' \(task \d+\) waits for sleep")
        self.assertRegex(ended.reports, r"suspended at .*refuses_to_end\.cpp:\d+\n")
        self.assertIn("[refuses-to-end]", ended.reports)
        self.assertNotIn("obedient", ended.reports)
        self.assertEqual(ended.reports.count("[refuses-to-end]"), 1)
        self.assertEqual(lines(ended), ["ended"])
        self.assertEqual(ended.status, -signal.SIGINT)

    def test_nobody_is_named_who_ends_in_time(self):
        with Program("refuses_to_end", 50) as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertEqual(ended.reports, "")
        self.assertEqual(ended.status, -signal.SIGINT)


class Handlers(unittest.TestCase):
    def test_they_are_there_while_run_runs_and_only_then(self):
        with Program("signals_restored") as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertEqual(ended.out.splitlines()[:-1], [
            "before: SIGINT default, SIGQUIT default",
            "during: SIGINT handled, SIGQUIT handled",
            "after: SIGINT default, SIGQUIT default",
            "error: failed",
            "after a failure: SIGINT default, SIGQUIT default"])
        self.assertEqual(ended.status, -signal.SIGINT)

    def test_those_of_the_program_are_left_alone(self):
        with Program("signals_of_the_program", "handle") as program:
            program.when_ready()
            program.signal(signal.SIGINT)
            program.signal(signal.SIGQUIT)
            program.go_on()
            ended = program.end()
        self.assertEqual(lines(ended), [
            "after: SIGINT handled, SIGQUIT handled", "1 interrupts, 1 quits"])
        self.assertEqual((ended.status, ended.reports), (0, ""))

    def test_signals_that_are_ignored_stay_so(self):
        with Program("signals_of_the_program", "ignore") as program:
            program.when_ready()
            program.signal(signal.SIGINT)
            program.signal(signal.SIGQUIT)
            program.go_on()
            ended = program.end()
        self.assertEqual(lines(ended), [
            "after: SIGINT ignored, SIGQUIT ignored", "0 interrupts, 0 quits"])
        self.assertEqual((ended.status, ended.reports), (0, ""))

    def test_a_loop_on_another_thread_has_none(self):
        with Program("interrupt_thread") as program:
            program.when_ready().signal(signal.SIGINT)
            ended = program.end()
        self.assertTrue(ended.out.startswith("SIGINT default, SIGQUIT default\n"), ended.out)
        self.assertEqual(lines(ended), [])
        self.assertEqual(ended.status, -signal.SIGINT)


class TaskTree(unittest.TestCase):
    def test_it_is_printed_and_the_program_goes_on(self):
        with Program("task_tree") as program:
            program.when_ready()
            for _ in range(2):
                program.signal(signal.SIGQUIT)
                program.wait_for(r"^coro: 3 tasks at \d+\.\d{3} s:$", "err")
                program.wait_for(r"^  'main' \(task 1\) waits for task 'reading' \(task 3\)$", "err")
                program.wait_for(r"^    created at .*task_tree\.cpp:\d+$", "err")
                program.wait_for(r"^    suspended at .*task_tree\.cpp:\d+$", "err")
                program.wait_for(r"^  'fetching' \(task 2\) ", "err")
                program.wait_for(r"^    suspended at .*task_tree\.cpp:\d+$", "err")
                program.wait_for(r"^    awaited at .*task_tree\.cpp:\d+$", "err")
                program.wait_for(r"^  'reading' \(task 3\) waits for task 'fetching' \(task 2\)$",
                                 "err")
                program.wait_for(r"^    suspended at .*task_tree\.cpp:\d+$", "err")
            program.go_on()
            ended = program.end()
        self.assertEqual(lines(ended), ["went on to its end: 7", "run returned"])
        self.assertEqual(ended.status, 0)

    def test_without_a_loop_the_signal_does_what_it_always_did(self):
        with Program("signals_restored") as program:
            program.when_ready().signal(signal.SIGQUIT)
            self.assertEqual(program.end().status, -signal.SIGQUIT)


if __name__ == "__main__":
    unittest.main()
