"""Many tasks, many runs, and machines that give a program little."""

import os
import re
import resource
import shutil
import tempfile
import unittest
from pathlib import Path

import programs
from programs import kernels, run

RUN_PER = "build"


class Many(unittest.TestCase):
    def test_tasks_asleep_at_once(self):
        """A million of them if CORO_SLOW is set, else a hundred thousand."""
        count = 1_000_000 if os.environ.get("CORO_SLOW") else 100_000
        for kernel in kernels():
            with self.subTest(kernel=kernel):
                ended = run("sleepers", count, CORO_CLOCK="virtual", CORO_KERNEL=kernel)
                self.assertEqual(ended.status, 0, ended.err)
                asleep, awake = ended.out.splitlines()
                each = int(re.fullmatch(rf"{count} tasks asleep, 0 awake, (\d+) bytes each",
                                        asleep)[1])
                self.assertEqual(awake, f"{count} awake after 3600 s")
                print(f"{count} tasks asleep on {kernel}: {each} bytes each")
                if not programs.sanitized():
                    self.assertLess(each, 1024)

    def test_1000_runs_in_a_row_leave_no_descriptor(self):
        for kernel in kernels():
            with self.subTest(kernel=kernel):
                ended = run("thousand_runs", 1000, CORO_KERNEL=kernel)
                self.assertEqual((ended.status, ended.err), (0, ""))
                counts, descriptors = ended.out.splitlines()
                self.assertEqual(counts, "500 well, 250 badly, 250 deadlocked")
                self.assertRegex(descriptors, r"^descriptors: (\d+) before, \1 after$")


class Descriptors(unittest.TestCase):
    """A loop takes two: its wake-up, and its ring or epoll."""

    def check(self, more, kernel, expected):
        ended = run("few_descriptors", more, CORO_KERNEL=kernel)
        self.assertEqual(ended.status, 0, ended.err)
        before, limited, lost, after = ended.out.splitlines()
        self.assertRegex(limited, expected)
        self.assertEqual((before, lost, after), ("hello", "none lost", "hello"))

    def test_none_is_left(self):
        for kernel in (*kernels(), ""):
            with self.subTest(kernel=kernel):
                self.check(0, kernel, "^error: an event loop needs an eventfd .*Too many open files")

    def test_one_is_left(self):
        if "uring" in kernels():
            self.check(1, "uring", "^error: io_uring was asked for by CORO_KERNEL=uring, and is "
                                   "refused.*descriptors open.*ulimit -n")
            self.check(1, "", "^error: an event loop needs io_uring or epoll.*both.*ulimit -n")
        self.check(1, "epoll", "^error: epoll was asked for by CORO_KERNEL=epoll, and is refused.*"
                               "Too many open files")

    def test_two_are_enough(self):
        for kernel in kernels():
            with self.subTest(kernel=kernel):
                self.check(2, kernel, "^hello$")


class LockedMemory(unittest.TestCase):
    """RLIMIT_MEMLOCK. All rings of a user count against it together, but not
    those that root makes. So root becomes a user whom nobody else is; whoever
    is not root shares the limit with whatever else he runs just now."""

    def setUp(self):
        # Where any user may go.
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.chmod(self.folder.name, 0o755)
        self.copy = Path(self.folder.name) / "process-programs"
        shutil.copy(programs.executable(), self.copy)
        self.is_root = os.geteuid() == 0

    def with_limit(self, kibibytes, name, *arguments, **changes):
        somebody = 20_000 + os.getpid() % 40_000

        def become_somebody():
            limit = kibibytes * 1024
            resource.setrlimit(resource.RLIMIT_MEMLOCK, (limit, limit))
            if self.is_root:
                os.setgroups([])
                os.setgid(somebody)
                os.setuid(somebody)

        return run(name, *arguments, file=self.copy, prepare=become_somebody, **changes)

    def check_it_fits(self, kibibytes, name, *arguments, expected):
        ended = self.with_limit(kibibytes, name, *arguments, CORO_KERNEL=kernels()[0])
        if not self.is_root and "locked memory" in ended.out + ended.err:
            # Others had taken it. Then at least nothing but the ring was missing.
            ended = self.with_limit(kibibytes, name, *arguments, CORO_KERNEL="epoll")
        self.assertEqual((ended.status, ended.err), (0, ""))
        self.assertTrue(ended.out.startswith(expected), ended.out)

    def test_64_kib_are_enough_for_a_ring(self):
        self.check_it_fits(64, "say_hello", expected="hello\n")

    def test_64_kib_are_enough_for_100_runs_in_a_row(self):
        """The system takes its time to give the memory of a ring back."""
        self.check_it_fits(64, "thousand_runs", 100, expected="50 well, 25 badly, 25 deadlocked\n")

    def test_the_usual_8_mib_are_enough_for_1000_runs_in_a_row(self):
        self.check_it_fits(8192, "thousand_runs", 1000,
                           expected="500 well, 250 badly, 250 deadlocked\n")

    # Where io_uring is refused anyway, for whatever reason, that is the reason given.

    def cause(self):
        return "locked memory.*ulimit -l" if "uring" in kernels() else "io_uring"

    def test_without_any_epoll_takes_over_and_says_why(self):
        ended = self.with_limit(0, "say_hello", CORO_KERNEL="")
        self.assertEqual((ended.status, ended.out), (0, "hello\n"))
        self.assertRegex(ended.err, r"\Acoro: io_uring is refused, so the event loop runs on epoll\. "
                                    rf"[^\n]*{self.cause()}[^\n]*\n\Z")

    def test_without_any_but_forced_the_error_names_the_cure(self):
        ended = self.with_limit(0, "say_hello", CORO_KERNEL="uring")
        self.assertEqual(ended.status, 3)
        self.assertRegex(ended.out, r"\Aerror: io_uring was asked for by CORO_KERNEL=uring, and is "
                                    rf"refused\. [^\n]*{self.cause()}[^\n]*\n\Z")

    def test_more_loops_than_rings_fit_all_run_and_it_is_said_once(self):
        ended = self.with_limit(64, "loops_at_once", 20, CORO_KERNEL="")
        self.assertEqual(ended.out, "20 of 20 ran\n")
        self.assertRegex(ended.err, r"\Acoro: io_uring is refused, so [^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
