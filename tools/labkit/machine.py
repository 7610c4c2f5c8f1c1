"""What kind of machine this is: io_uring, limits, containers.

Looking is kept apart from judging: the functions that judge take what was
found as arguments, so that tests can try every machine without having it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

IO_URING_SETUP = 425  # the same number on every architecture
ENTRIES = 256  # as many as the library asks for
PARAMS_SIZE = 120
FEATURES_AT = 20  # byte offset of `features` in struct io_uring_params
FLAGS_AT = 8
FEATURE_EXT_ARG = 1 << 8  # waiting with a timeout, since Linux 5.11
FAST_FLAGS = 1 << 12 | 1 << 13 | 1 << 8  # SINGLE_ISSUER, DEFER_TASKRUN, COOP_TASKRUN: Linux 6.1
MEMLOCK_PER_RING = 8 * 1024 * 1024 // 290  # measured, for a ring of ENTRIES


@dataclass(frozen=True)
class Ring:
    """What io_uring_setup answered."""

    error: int  # 0 if it is open
    features: int = 0
    fast: bool = False  # the set-up flags that matter are known


def probe_ring() -> Ring:
    """Makes a ring as the library does, and closes it again."""
    features, error = _set_up(FAST_FLAGS)
    if error == 0:
        return Ring(0, features, True)
    features, error = _set_up(0)
    return Ring(error, features, False)


def _set_up(flags: int) -> tuple:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    params = ctypes.create_string_buffer(PARAMS_SIZE)
    ctypes.c_uint32.from_buffer(params, FLAGS_AT).value = flags
    descriptor = libc.syscall(
        ctypes.c_long(IO_URING_SETUP), ctypes.c_uint(ENTRIES), ctypes.byref(params)
    )
    if descriptor < 0:
        return 0, ctypes.get_errno()
    os.close(descriptor)
    return ctypes.c_uint32.from_buffer(params, FEATURES_AT).value, 0


@dataclass(frozen=True)
class Surroundings:
    """What explains why io_uring is as it is."""

    release: str  # uname -r
    disabled: str = ""  # kernel.io_uring_disabled, "" where there is no such switch
    seccomp: bool = False  # a filter is on this process
    container: str = ""  # "Docker", "Podman", "Codespaces", ... or ""
    wsl: int = 0  # 1 or 2 on Windows

    @property
    def kernel(self) -> tuple:
        found = re.match(r"(\d+)\.(\d+)", self.release)
        return (int(found[1]), int(found[2])) if found else (0, 0)


def surroundings() -> Surroundings:
    release = os.uname().release
    return Surroundings(
        release=release,
        disabled=_read("/proc/sys/kernel/io_uring_disabled").strip(),
        seccomp=bool(re.search(r"^Seccomp:\s*2", _read("/proc/self/status"), re.MULTILINE)),
        container=container(os.environ, lambda path: Path(path).exists(), _read("/proc/1/environ")),
        wsl=wsl(release),
    )


def may_debug() -> bool:
    """May a process be stopped by another one here? Some containers forbid ptrace."""
    code = "import ctypes, sys; sys.exit(ctypes.CDLL(None).ptrace(0, 0, 0, 0) != 0)"  # PTRACE_TRACEME
    try:
        return subprocess.run([sys.executable, "-c", code], timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def wsl(release: str) -> int:
    """1 or 2 for the Windows Subsystem for Linux, else 0."""
    if "microsoft" not in release.lower():
        return 0
    return 2 if "microsoft-standard" in release or "WSL2" in release else 1


def container(environment, exists, first_process: str) -> str:
    """The kind of container we are in, or ""."""
    if environment.get("CODESPACES") == "true":
        return "Codespaces"
    if exists("/run/.containerenv"):
        return "Podman"
    if exists("/.dockerenv"):
        return "Docker"
    if environment.get("KUBERNETES_SERVICE_HOST"):
        return "Kubernetes"
    found = re.search(r"(?:^|\0)container=([^\0]+)", first_process)
    return found[1] if found else ""


def judge_ring(ring: Ring, around: Surroundings) -> tuple:
    """("open" | "refused" | "absent", why in words, the cure or "")."""
    if ring.error == 0 and not ring.features & FEATURE_EXT_ARG:
        return "absent", f"Linux {around.release} has an io_uring from before 5.11", "a newer kernel"
    if ring.error == 0:
        if ring.fast:
            return "open", f"Linux {around.release}", ""
        return "open", f"Linux {around.release} is older than 6.1: it works, but at about half the speed", ""
    name = errno.errorcode.get(ring.error, str(ring.error))
    if ring.error == errno.ENOSYS and around.wsl == 1:
        return "absent", "this is WSL 1, which has no Linux kernel", "in Windows:  wsl --set-version DISTRIBUTION 2"
    if around.disabled in ("1", "2") and ring.error == errno.EPERM:
        return (
            "refused",
            f"{name}: the administrator has set kernel.io_uring_disabled={around.disabled}",
            "an administrator can run:  sudo sysctl kernel.io_uring_disabled=0",
        )
    if ring.error in (errno.EPERM, errno.EACCES) or (ring.error == errno.ENOSYS and around.seccomp):
        return _refused_by_filter(name, around)
    if ring.error == errno.ENOSYS:
        return "absent", f"{name}: Linux {around.release} was built without it or is older than 5.1", "a newer kernel"
    if ring.error == errno.ENOMEM:
        return "refused", f"{name}: no memory may be locked for a ring", "raise the limit:  ulimit -l 8192"
    if ring.error in (errno.EMFILE, errno.ENFILE):
        return "refused", f"{name}: no file descriptors left", "raise the limit:  ulimit -n 4096"
    return "refused", f"{name}: {os.strerror(ring.error)}", ""


def _refused_by_filter(name: str, around: Surroundings) -> tuple:
    who = f"{around.container} refuses it" if around.container else "a security policy refuses it"
    why = f"{name}: {who}" + (" (a seccomp filter is on)" if around.seccomp else "")
    if around.container in ("Docker", "Podman"):
        return "refused", why, "start the container with  --security-opt seccomp=unconfined"
    if around.container:
        return "refused", why, f"none inside {around.container}; nothing is lost but speed"
    return "refused", why, "ask whoever set up the policy (seccomp, AppArmor, SELinux)"


def kernels() -> tuple:
    """Those that a program can be tried on here; CORO_KERNEL names one."""
    chosen = os.environ.get("CORO_KERNEL")
    if chosen:
        return (chosen,)
    state, _, _ = judge_ring(probe_ring(), surroundings())
    return ("uring", "epoll") if state == "open" else ("epoll",)


def limits() -> dict:
    """The soft and hard limits that matter, in numbers; -1 is no limit."""
    return {
        "nofile": resource.getrlimit(resource.RLIMIT_NOFILE),
        "memlock": resource.getrlimit(resource.RLIMIT_MEMLOCK),
    }


def kernel_in_words() -> str:
    """Which kernel the library will take, for the first line of a run."""
    state, _, _ = judge_ring(probe_ring(), surroundings())
    return "io_uring" if state == "open" else f"epoll, as io_uring is {state}"


def _read(path: str) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""
