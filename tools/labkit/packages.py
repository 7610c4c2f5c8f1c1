"""What has to be installed, and what each system calls it.

A need is a thing the build uses (meson, liburing, ...); a system is a
distribution with its package manager. Ubuntu 22.04 and its age are refused by
name, because their packages are too old in four places at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NEEDS = {
    "compiler": "the C++20 compiler",
    "g++": "the other compiler of the test matrix",
    "meson": "configures the build (1.0 or newer)",
    "ninja": "runs the build",
    "pkg-config": "finds the libraries",
    "liburing": "the library's way to io_uring (2.0 or newer)",
    "fmt": "formats what println prints (8 or newer)",
    "doctest": "the unit tests",
    "sanitizers": "the tests under ASan, UBSan and TSan",
    "valgrind": "counts the instructions that the observer's hook costs",
    "gdb": "./lab gdb, and the tests of what docs/start.md shows of it",
    "benchmark": "the micro benchmarks",
    "gcovr": "sums up the line coverage",
    "llvm": "reads the coverage that clang writes",
}
FOR_RUN = ("compiler", "meson", "ninja", "pkg-config", "liburing", "fmt")
FOR_SANITIZE = (*FOR_RUN, "sanitizers")
FOR_TEST = (*FOR_RUN, "doctest", "sanitizers", "valgrind", "gdb")
FOR_COVERAGE = (*FOR_RUN, "doctest", "gcovr", "llvm")
FOR_ALL = (*FOR_TEST, "gcovr", "llvm", "benchmark")

DEBIAN = {
    "valgrind": ["valgrind"],
    "gdb": ["gdb"],
    "g++": ["g++"],
    "meson": ["meson"],
    "ninja": ["ninja-build"],
    "pkg-config": ["pkg-config"],
    "liburing": ["liburing-dev"],
    "fmt": ["libfmt-dev"],
    "doctest": ["doctest-dev"],
    "benchmark": ["libbenchmark-dev"],
    "gcovr": ["gcovr"],
}
FEDORA = {
    "valgrind": ["valgrind"],
    "gdb": ["gdb"],
    "g++": ["gcc-c++"],
    "compiler": ["clang", "gcc-c++"],
    "meson": ["meson"],
    "ninja": ["ninja-build"],
    "pkg-config": ["pkgconf-pkg-config"],
    "liburing": ["liburing-devel"],
    "fmt": ["fmt-devel"],
    "doctest": ["doctest-devel"],
    "benchmark": ["google-benchmark-devel"],
    "gcovr": ["gcovr"],
    "llvm": ["llvm"],
}
ARCH = {
    "valgrind": ["valgrind"],
    "gdb": ["gdb"],
    "g++": ["gcc"],
    "compiler": ["clang"],
    "meson": ["meson"],
    "ninja": ["ninja"],
    "pkg-config": ["pkgconf"],
    "liburing": ["liburing"],
    "fmt": ["fmt"],
    "doctest": ["doctest"],
    "benchmark": ["benchmark"],
    "gcovr": ["gcovr"],
    "llvm": ["llvm"],
    "sanitizers": ["compiler-rt"],
}
# The clang that each release has and that passes the self-test; a release that
# is not listed is newer than this table, and its plain `clang` is new enough.
CLANG_OF = {
    ("debian", "12"): "16",
    ("debian", "13"): "19",
    ("ubuntu", "24.04"): "18",
    ("ubuntu", "24.10"): "19",
    ("ubuntu", "25.04"): "20",
}
OLDEST_RELEASE = {"debian": 12, "ubuntu": 24.04}
TOO_OLD = {
    "ubuntu 22.04": "liburing 2.1, fmt 8.1, g++ 11 and meson 0.61",
    "debian 11": "liburing 0.7, fmt 7, g++ 10 and meson 0.56",
}
UBUNTU_OF_CODENAME = {"noble": "24.04", "jammy": "22.04", "focal": "20.04"}


@dataclass(frozen=True)
class System:
    """A distribution, as far as packages go."""

    name: str  # for messages: Debian 12
    family: str  # apt, dnf, pacman, or "" if it is not known
    key: tuple = ("", "")  # ("debian", "12")

    @property
    def refused(self) -> str:
        """Why nothing can be installed here, or ""."""
        distribution, release = self.key
        oldest = OLDEST_RELEASE.get(distribution)
        if oldest and _number(release) < oldest:
            known = TOO_OLD.get(f"{distribution} {release}", "packages from before that")
            return (
                f"{self.name} is too old: it has {known}. Use Debian 12 or Ubuntu 24.04, for "
                "example in a container:  docker run -it --rm -v \"$PWD\":/coro -w /coro debian:12 ./lab run all"
            )
        return ""

    def packages(self, needs, kind: str = "clang", major: int | None = None) -> list:
        """The packages for the needs; `kind` and `major` are the compiler's, as
        its sanitizers and coverage tools are packaged for each version."""
        names = []
        for need in needs:
            for package in self._packages_of(need, kind, major):
                if package not in names:
                    names.append(package)
        return names

    def _packages_of(self, need: str, kind: str, major: int | None) -> list:
        if self.family == "apt":
            version = str(major) if major and kind == "clang" else CLANG_OF.get(self.key, "")
            suffix = f"-{version}" if version else ""
            if need == "compiler":
                # apt is told not to take recommendations, so the sanitizers'
                # runtime, which clang only recommends, is named.
                return [f"clang{suffix}"]
            if need == "sanitizers":
                return [f"libclang-rt{suffix}-dev"] if kind == "clang" else []
            if need == "llvm":
                return [f"llvm{suffix}"] if kind == "clang" else []
            return DEBIAN[need]
        if self.family == "dnf":
            if need == "sanitizers":
                return ["compiler-rt"] if kind == "clang" else ["libasan", "libubsan", "libtsan"]
            return FEDORA[need]
        return ARCH[need]

    def install_commands(self, packages: list) -> list:
        """The commands, to be run in turn, that install the packages."""
        if self.family == "apt":
            return [
                ["apt-get", "update"],
                ["apt-get", "install", "-y", "--no-install-recommends", *packages],
            ]
        if self.family == "dnf":
            return [["dnf", "install", "-y", *packages]]
        return [["pacman", "-S", "--needed", "--noconfirm", *packages]]

    def line_for_administrator(self, packages: list) -> str:
        """The same as one line to type."""
        if self.family == "apt":
            return f"sudo apt-get update && sudo apt-get install -y {' '.join(packages)}"
        return f"sudo {' '.join(self.install_commands(packages)[0])}"


def _number(release: str) -> float:
    try:
        return float(release)
    except ValueError:
        return float("inf")


def read_os_release(text: str) -> dict:
    """The keys and values of /etc/os-release."""
    facts = {}
    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            facts[key.strip()] = value.strip().strip("\"'")
    return facts


def identify(facts: dict) -> System:
    """The system that an os-release describes; relatives count as what they are made of."""
    name = facts.get("NAME", "this system").replace(" GNU/Linux", "").replace(" Linux", "")
    release = facts.get("VERSION_ID", "")
    shown = f"{name} {release}".strip()
    own = facts.get("ID", "")
    like = [own, *facts.get("ID_LIKE", "").split()]
    if own in ("debian", "ubuntu"):
        return System(shown, "apt", (own, release))
    if "ubuntu" in like:
        return System(shown, "apt", ("ubuntu", UBUNTU_OF_CODENAME.get(facts.get("UBUNTU_CODENAME", ""), "")))
    if "debian" in like:
        return System(shown, "apt", ("debian", ""))
    if own == "fedora":
        return System(shown, "dnf", ("fedora", release))
    if "arch" in like:
        return System(shown, "pacman", ("arch", ""))
    return System(shown, "")


def this_system(file: Path = Path("/etc/os-release")) -> System:
    """The system we run on."""
    try:
        return identify(read_os_release(file.read_text(encoding="utf-8", errors="replace")))
    except OSError:
        return System("this system", "")
