"""What ./lab doctor makes of machines that we do not have: each is faked by what
the system calls and files would say there."""

import argparse
import errno
import subprocess
import unittest
from pathlib import Path
from unittest import mock

import tools
from labkit import compilers, doctor, gdb, machine
from labkit.machine import Ring, Surroundings

MODERN = "6.18.0"


def judged(error, release=MODERN, **around):
    return machine.judge_ring(Ring(error), Surroundings(release, **around))


class IoUring(unittest.TestCase):
    def test_open(self):
        ring = Ring(0, machine.FEATURE_EXT_ARG, fast=True)
        self.assertEqual(machine.judge_ring(ring, Surroundings(MODERN))[0], "open")
        self.assertEqual(doctor.judge_ring(ring, Surroundings(MODERN)).cure, "")

    def test_open_on_a_kernel_without_the_fast_flags(self):
        state, why, _ = machine.judge_ring(Ring(0, machine.FEATURE_EXT_ARG), Surroundings("5.15.0"))
        self.assertEqual(state, "open")
        self.assertIn("older than 6.1", why)

    def test_open_but_too_old_to_wait_with(self):
        state, why, cure = machine.judge_ring(Ring(0, 0), Surroundings("5.4.0"))
        self.assertEqual((state, cure), ("absent", "a newer kernel"))
        self.assertIn("5.11", why)

    def test_refused_by_the_administrator(self):
        for value in ("1", "2"):
            state, why, cure = judged(errno.EPERM, disabled=value)
            self.assertEqual(state, "refused")
            self.assertIn(f"kernel.io_uring_disabled={value}", why)
            self.assertIn("sysctl kernel.io_uring_disabled=0", cure)

    def test_refused_by_a_container(self):
        for error in (errno.EPERM, errno.EACCES, errno.ENOSYS):
            state, why, cure = judged(error, disabled="0", seccomp=True, container="Docker")
            self.assertEqual(state, "refused")
            self.assertIn("Docker", why)
            self.assertIn("seccomp", why)
            self.assertIn("--security-opt seccomp=unconfined", cure)

    def test_refused_where_nothing_can_be_done(self):
        state, why, cure = judged(errno.EPERM, seccomp=True, container="Codespaces")
        self.assertEqual(state, "refused")
        self.assertIn("Codespaces", why)
        self.assertNotIn("--security-opt", cure)

    def test_refused_by_a_policy_on_a_plain_machine(self):
        _, why, cure = judged(errno.EACCES)
        self.assertIn("a security policy", why)
        self.assertIn("SELinux", cure)

    def test_absent(self):
        self.assertEqual(judged(errno.ENOSYS, "4.19.0")[0], "absent")
        state, why, cure = judged(errno.ENOSYS, "4.4.0-19041-Microsoft", wsl=1)
        self.assertEqual(state, "absent")
        self.assertIn("WSL 1", why)
        self.assertIn("--set-version", cure)

    def test_refused_for_want_of_memory_or_descriptors(self):
        self.assertIn("ulimit -l", judged(errno.ENOMEM)[2])
        self.assertIn("ulimit -n", judged(errno.EMFILE)[2])

    def test_an_error_that_nobody_foresaw_is_named(self):
        self.assertIn("EIO", judged(errno.EIO)[1])

    def test_doctor_says_that_epoll_takes_over(self):
        line = doctor.judge_ring(Ring(errno.EPERM), Surroundings(MODERN, seccomp=True, container="Docker"))
        self.assertIn("epoll", line.cure)
        self.assertTrue(line.show().startswith("WARN"))

    def test_this_machine_answers(self):
        ring = machine.probe_ring()
        state, why, _ = machine.judge_ring(ring, machine.surroundings())
        self.assertIn(state, ("open", "refused", "absent"))
        self.assertTrue(why)


class Places(unittest.TestCase):
    def test_wsl(self):
        self.assertEqual(machine.wsl("5.15.167.4-microsoft-standard-WSL2"), 2)
        self.assertEqual(machine.wsl("4.4.0-19041-Microsoft"), 1)
        self.assertEqual(machine.wsl("6.1.0-13-amd64"), 0)

    def test_containers(self):
        def found(environment=None, files=(), first=""):
            return machine.container(environment or {}, lambda path: path in files, first)

        self.assertEqual(found({"CODESPACES": "true"}, ["/.dockerenv"]), "Codespaces")
        self.assertEqual(found(files=["/.dockerenv"]), "Docker")
        self.assertEqual(found(files=["/run/.containerenv"]), "Podman")
        self.assertEqual(found({"KUBERNETES_SERVICE_HOST": "10.0.0.1"}), "Kubernetes")
        self.assertEqual(found(first="HOME=/\0container=lxc\0"), "lxc")
        self.assertEqual(found(), "")

    def test_a_clone_on_a_windows_disk_is_warned_about(self):
        around = Surroundings("5.15.167.4-microsoft-standard-WSL2", wsl=2)
        self.assertIn("CORO_BUILD", doctor.judge_place(around, "/mnt/c/coro").cure)
        self.assertEqual(doctor.judge_place(around, "/home/me/coro").cure, "")


class Limits(unittest.TestCase):
    def test_open_files(self):
        self.assertEqual(doctor.judge_files(1024, 1048576).cure, "")
        self.assertEqual(doctor.judge_files(1024, doctor.UNLIMITED).cure, "")
        self.assertIn("4096", doctor.judge_files(256, 1024).cure)

    def test_locked_memory(self):
        self.assertEqual(doctor.judge_memlock(doctor.UNLIMITED, doctor.UNLIMITED).cure, "")
        eight = 8 << 20
        self.assertIn("about 290", doctor.judge_memlock(eight, eight).text)
        self.assertEqual(doctor.judge_memlock(eight, eight).cure, "")
        self.assertIn("ulimit -l 8192", doctor.judge_memlock(64 << 10, eight).cure)
        self.assertIn("ulimit -l unlimited", doctor.judge_memlock(64 << 10, doctor.UNLIMITED).cure)
        self.assertIn("administrator", doctor.judge_memlock(64 << 10, 64 << 10).cure)

    def test_folders(self):
        with tools.folder() as place:
            self.assertEqual(doctor.judge_folder("build folder", "CORO_BUILD", place / "b", 1 << 40).cure, "")
            self.assertFalse((place / "b").exists())
            self.assertIn("little room", doctor.judge_folder("build folder", "CORO_BUILD", place, 1 << 20).cure)
            with mock.patch("os.access", return_value=False):
                line = doctor.judge_folder("work folder", "CORO_WORK", place, 1 << 40)
            self.assertIn("cannot be written to", line.text)
            self.assertIn("export CORO_WORK=", line.cure)


class Doctor(unittest.TestCase):
    def test_every_line_is_in_words_and_every_warning_says_what_to_do(self):
        with tools.environment(CORO_BUILD=tools.shared_build(), NO_COLOR="1"):
            with mock.patch.object(doctor.ui, "say"):
                lines = [line.show() for line in doctor.examine()]
        for about in ("system", "io_uring", "open files", "locked memory", "compiler", "Python", "meson", "liburing"):
            self.assertTrue(any(f" {about}: " in line for line in lines), about)
        for line in lines:
            self.assertRegex(line, r"^(OK  |WARN) [\w /+-]+: .+")
            self.assertEqual(line.startswith("WARN"), ". What to do: " in line, line)


class Debugger(unittest.TestCase):
    def test_a_machine_without_ptrace_is_told_by_name_and_with_the_cure(self):
        arguments = argparse.Namespace(
            lesson="blocking", path=False, original=True, clock=None, kernel=None, terminal=False
        )
        with mock.patch.object(machine, "may_debug", return_value=False), mock.patch.object(
            gdb.run, "prepare", side_effect=lambda parts, *_: {part: Path("blocking") for part in parts}
        ), mock.patch.object(gdb.run, "run_child") as started, mock.patch.object(gdb.setup, "install"):
            with self.assertRaisesRegex(gdb.ui.Failure, "ptrace.*--cap-add=SYS_PTRACE"):
                gdb.command(arguments)
        started.assert_not_called()

    def test_the_answer_is_that_of_the_kernel(self):
        for status in (0, 1):
            ended = subprocess.CompletedProcess([], status)
            with mock.patch.object(machine.subprocess, "run", return_value=ended):
                self.assertEqual(machine.may_debug(), status == 0)


class Compilers(unittest.TestCase):
    def test_age_orders_both_families(self):
        def age(kind, major):
            return compilers.Compiler("", kind, f"{major}.1.0", "").age

        in_order = [("gcc", 12), ("clang", 16), ("clang", 17), ("clang", 18), ("gcc", 14), ("clang", 19)]
        self.assertEqual(in_order, sorted(in_order, key=lambda each: age(*each)))

    def test_verdicts(self):
        def verdict(kind, version, failing):
            return compilers.Compiler("c++", kind, version, failing).verdict()

        self.assertIn("passes", verdict("clang", "19.1.0", ""))
        self.assertIn("(A) co_await in the condition", verdict("gcc", "12.2.0", "AF"))
        self.assertIn("too old", verdict("gcc", "11.4.0", None))
        self.assertIn("standard library", verdict("clang", "16.0.6", None))
