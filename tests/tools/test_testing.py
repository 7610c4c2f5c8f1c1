"""The counting of ./lab test: what a program reported, what it did not live to
report, and what hung. The programs here are scripts that behave in each way."""

import os
import sys
import textwrap
import unittest
from unittest import mock

import tools
from labkit import testing, ui
from labkit.testing import plan, reports
from labkit.testing.jobs import Job, Result

CASE = '<TestCase name="{}" filename="t.cpp" line="1">'
GOOD = CASE + '<OverallResultsAsserts successes="1" failures="0" test_case_success="true"/></TestCase>'
BAD = (
    CASE + '<Expression success="false" type="CHECK" filename="t.cpp" line="7"><Original> a == 1 </Original>'
    "<Expanded> 2 == 1 </Expanded><Info> a is 2 </Info></Expression>"
    '<OverallResultsAsserts successes="0" failures="1" test_case_success="false"/></TestCase>'
)
BEFORE, AFTER = '<?xml version="1.0"?><doctest><TestSuite>', "</TestSuite></doctest>"


class Case(unittest.TestCase):
    def setUp(self):
        context = tools.folder()
        self.place = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def doctest(self, report, end="exit 0", cases=("one", "two"), limit=20.0):
        """Runs a program that writes this report and then does this."""
        out = 'for word; do case $word in --out=*) out=${word#--out=};; esac; done\n'
        program = tools.script(self.place / "t", f"{out}cat >\"$out\" <<'END'\n{report}\nEND\n{end}\n")
        job = Job("t", "plain uring", [str(program)], {"CORO_KERNEL": "uring"}, limit, "doctest", list(cases))
        return {result.name: result for result in job.run()}


class Doctest(Case):
    def test_every_case_counts(self):
        said = self.doctest(BEFORE + GOOD.format("one") + BAD.format("two") + AFTER, "exit 1")
        self.assertEqual({name: result.passed for name, result in said.items()}, {"one": True, "two": False})
        self.assertIn("t.cpp:7: CHECK( a == 1 )", said["two"].detail)
        self.assertIn("expanded: 2 == 1", said["two"].detail)
        self.assertIn("info: a is 2", said["two"].detail)
        self.assertEqual(said["two"].rerun, f"CORO_KERNEL=uring '{self.place}/t' --test-case=two")

    def test_a_crash_fails_the_case_it_was_in_and_those_after_it(self):
        torn = BEFORE + GOOD.format("one") + CASE.format("two")
        said = self.doctest(torn, "echo last words; kill -9 $$", ["one", "two", "three"])
        self.assertTrue(said["one"].passed)
        self.assertFalse(said["two"].passed)
        self.assertIn("ended by SIGKILL in this test", said["two"].detail)
        self.assertIn("last words", said["two"].detail)
        self.assertFalse(said["three"].passed)
        self.assertIn("never ran", said["three"].detail)
        self.assertEqual(len(said), 3)

    def test_a_hang_is_a_failure_with_its_name(self):
        said = self.doctest(BEFORE + GOOD.format("one") + CASE.format("two"), "sleep 60", limit=0.5)
        self.assertIn("hung: it had not ended after", said["two"].detail)

    def test_what_a_hanging_program_left_running_is_ended(self):
        self.doctest(BEFORE, f"sleep 61 & echo $! >'{self.place}/pid'; sleep 62", [], limit=0.5)
        left = int((self.place / "pid").read_text())
        with self.assertRaises(ProcessLookupError):
            for _ in range(200):
                os.kill(left, 0)
                if "Z" in (tools.Path(f"/proc/{left}/stat").read_text().split()[2]):
                    raise ProcessLookupError

    def test_a_leak_reported_after_the_last_case_is_a_failure_of_its_own(self):
        good = BEFORE + GOOD.format("one") + GOOD.format("two") + AFTER
        said = self.doctest(good, "echo LeakSanitizer: detected memory leaks; exit 23")
        self.assertEqual([result.passed for result in said.values()], [True, True, False])
        self.assertIn("LeakSanitizer", said["t: the whole program"].detail)

    def test_a_program_that_reports_nothing_passes_nothing(self):
        said = self.doctest("", "exit 0")
        self.assertEqual([result.passed for result in said.values()], [False, False])
        said = self.doctest("", "exit 0", [])
        self.assertEqual([(result.name, result.passed) for result in said.values()], [("t: the whole program", False)])

    def test_the_tests_of_a_real_program_are_listed(self):
        listed = f'{BEFORE}<TestCase name="a, b" skipped="false"/><TestCase name="c"/>{AFTER}'
        program = tools.script(self.place / "l", f"cat <<'END'\n{listed}\nEND\n")
        self.assertEqual(reports.list_doctest_cases([str(program)], {}), ["a, b", "c"])

    def test_a_comma_in_a_name_is_no_separator(self):
        job = Job("t", "", ["t"], {}, 1, "doctest", ["a, b", "c"], every_case=False)
        self.assertIn("--test-case=a? b,c", job._command(tools.Path("report")))


class Others(Case):
    def test_a_plain_program_by_its_exit_status(self):
        for status, passed in ((0, True), (3, False)):
            program = tools.script(self.place / "p", f"echo words; exit {status}\n")
            (result,) = Job("p", "plain", [str(program)], {}, 20).run()
            self.assertEqual((result.name, result.passed), ("p", passed))
        self.assertIn("words", result.detail)
        self.assertIn("status 3", result.detail)

    def python(self, body, **more):
        file = self.place / "test_it.py"
        code = "import os, unittest\nclass It(unittest.TestCase):\n" + textwrap.indent(textwrap.dedent(body), "    ")
        file.write_text(code, encoding="utf-8")
        job = Job("test_it.py", "plain", [str(file)], {}, 20, "python", reports.list_python_tests(str(file), {}), **more)
        return {result.name: result for result in job.run()}

    def test_python_tests_count_one_by_one_and_subtests_each(self):
        said = self.python(
            """
            def test_good(self): pass
            def test_bad(self): self.assertEqual(1, 2)
            def test_error(self): raise ValueError("oh")
            def test_parts(self):
                for n in (1, 2):
                    with self.subTest(n=n): self.assertEqual(n, 1)
            def test_fine_parts(self):
                for n in (1, 2):
                    with self.subTest(n=n): pass
            def test_skipped(self): self.skipTest("no time")
            """
        )
        self.assertEqual(
            {name.replace("test_it.It.test_", ""): result.passed for name, result in said.items()},
            {
                "good": True,
                "bad": False,
                "error": False,
                "parts (n=1)": True,
                "parts (n=2)": False,
                "fine_parts (n=1)": True,
                "fine_parts (n=2)": True,
                "skipped": False,
            },
        )
        self.assertIn("1 != 2", said["test_it.It.test_bad"].detail)
        self.assertIn("no time", said["test_it.It.test_skipped"].detail)

    def test_a_python_test_that_ends_the_program_fails(self):
        said = self.python("def test_a(self): os._exit(0)\ndef test_b(self): pass\n")
        self.assertEqual([result.passed for result in said.values()], [False, False])

    def test_python_tests_can_be_chosen(self):
        body = "def test_a(self): pass\ndef test_b(self): pass\n"
        self.python(body)
        file = str(self.place / "test_it.py")
        job = Job("t", "plain", [file], {}, 20, "python", ["test_it.It.test_b"], every_case=False)
        self.assertEqual([result.name for result in job.run()], ["test_it.It.test_b"])

    def test_a_file_that_cannot_be_loaded_is_no_silence(self):
        file = self.place / "test_it.py"
        file.write_text("import nosuchmodule\n")
        with self.assertRaises(ValueError) as caught:
            reports.list_python_tests(str(file), {})
        self.assertIn("nosuchmodule", str(caught.exception))

    def test_how_often_a_python_file_runs(self):
        file = self.place / "test_it.py"
        for text, expected in (("x = 1\n", "once"), ('RUN_PER = "kernel"\n', "kernel"), ('RUN_PER = "build"\n', "build"), ('RUN_PER = "compiler"\n', "compiler"), ('RUN_PER = "matrix"\n', "matrix")):
            file.write_text(text)
            self.assertEqual(plan.run_per(file), expected)
        file.write_text('RUN_PER = "always"\n')
        with self.assertRaises(ValueError):
            plan.run_per(file)


class Slow(unittest.TestCase):
    def test_slow_tells_every_program_and_gives_it_time(self):
        def found(slow):
            made = [Job("t", "plain", ["t"], {}, 10.0), Job("u", "plain", ["u"], {"CORO_KERNEL": "epoll"}, 5.0)]
            with mock.patch.object(plan, "_cpp_jobs", lambda tested: made[:1]), \
                    mock.patch.object(plan, "_python_jobs", lambda tested: made[1:]):
                jobs, _ = plan.jobs(mock.Mock(only_threads=False), "", slow)
            return [(job.environment, job.time_limit) for job in jobs]

        self.assertEqual(found(False), [({}, 10.0), ({"CORO_KERNEL": "epoll"}, 5.0)])
        self.assertEqual(found(True), [({"CORO_SLOW": "1"}, 200.0),
                                       ({"CORO_KERNEL": "epoll", "CORO_SLOW": "1"}, 100.0)])


class Reporting(unittest.TestCase):
    def report(self, results, wanted="", names=()):
        shown = []
        with mock.patch.object(ui, "show", lambda text="": shown.append(text)):
            with mock.patch.object(ui, "say", shown.append):
                status = testing.report(results, wanted, list(names), 1.0)
        return status, shown

    def test_the_last_line_is_the_count_alone(self):
        results = [Result("a", "plain", True), Result("b", "asan", False, "why", "again b")]
        status, shown = self.report(results)
        self.assertEqual((status, shown[-1]), (1, "1 passed, 1 failed"))
        self.assertIn("    again: again b", shown)
        self.assertEqual(self.report(results[:1])[0], 0)

    def test_no_test_is_no_success(self):
        status, shown = self.report([], "gahter", ["gather: two children", "gather"])
        self.assertEqual((status, shown[-1]), (1, "0 passed, 0 failed"))
        self.assertIn("Did you mean gather", shown[0])


if __name__ == "__main__":
    sys.exit(unittest.main())
