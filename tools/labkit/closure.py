"""Gets packages with all that they need, for a machine that has nothing of it.

apt is asked what it would install on a machine without a single package. It looks into
lists and a cache of our own, so it needs no rights and touches nothing of this machine's.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import ui

MOST_BYTES = 2 << 30
MOST_SECONDS = 1800
URI = re.compile(r"^'[^']*' (\S+) (\d+) ", re.MULTILINE)
EPOCH = re.compile(r"_\d+%3a")


@dataclass(frozen=True)
class Apt:
    """apt-get with a folder of its own for everything it writes down."""

    place: Path

    def prepare(self) -> None:
        for name in ("lists/partial", "archives/partial"):
            (self.place / name).mkdir(parents=True, exist_ok=True)
        (self.place / "status").touch()

    def run(self, *words) -> str:
        """Returns what it printed; a Failure with its last words if it failed."""
        settings = {
            "Dir::State": self.place,
            "Dir::State::lists": self.place / "lists",
            "Dir::State::status": self.place / "status",
            "Dir::Cache": self.place,
            "Dir::Cache::archives": self.place / "archives",
            "Debug::NoLocking": "true",
            "APT::Sandbox::User": "root",
            "Acquire::Languages": "none",
            "Acquire::Retries": "2",
            "Acquire::http::Timeout": "30",
        }
        options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
        try:
            answer = subprocess.run(
                ["apt-get", *options, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=MOST_SECONDS,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
            )
        except subprocess.TimeoutExpired:
            raise ui.Failure(f"apt-get {words[-1]} took longer than {MOST_SECONDS // 60} minutes") from None
        # apt-get update ends with 0 when it reached nobody, with a warning only.
        unreachable = words[0] == "update" and "Failed to fetch" in answer.stdout
        if answer.returncode != 0 or unreachable:
            last = "\n".join(answer.stdout.strip().splitlines()[-6:])
            raise ui.Failure(f"the packages could not be had:\n{last}\n\nIs there a network? A bundle is made where there is one.")
        return answer.stdout


def fetch(names: list, place: Path, target: Path) -> int:
    """Puts the packages and all that they need into `target`, with an index for apt.
    Returns how many there are."""
    apt = Apt(place)
    apt.prepare()
    ui.say("asking apt what there is")
    apt.run("update")
    install = ("-y", "--no-install-recommends", "install", *names)
    files = URI.findall(apt.run("--print-uris", *install))
    size = sum(int(each) for _, each in files)
    judge_size(size, shutil.disk_usage(place).free)
    ui.say(f"getting {len(files)} packages, {size / 1e6:.0f} MB")
    apt.run("--download-only", *install)
    return collect([place / "archives" / name for name, _ in files], target)


def judge_size(size: int, free: int) -> None:
    """The packages are there twice for a while: as files, and in the bundle."""
    if size == 0:
        raise ui.Failure("apt would install nothing: its lists know none of the packages")
    if size > MOST_BYTES:
        raise ui.Failure(f"the packages have {size / 1e9:.1f} GB, more than a bundle may have ({MOST_BYTES / 1e9:.1f} GB)")
    if free < 2 * size + 100_000_000:
        raise ui.Failure(
            f"there is too little room: {free / 1e6:.0f} MB free, {2 * size / 1e6 + 100:.0f} MB are needed. "
            "Set CORO_BUILD to a folder with more room."
        )


def collect(files: list, target: Path) -> int:
    """Moves the files there and writes the index. Returns how many they are."""
    target.mkdir(parents=True, exist_ok=True)
    entries = []
    for file in sorted(files):
        if not file.exists():
            raise ui.Failure(f"apt did not bring {file.name}")
        # apt writes 1%3a16.0 for 1:16.0 and, asked for such a file, looks for 1:16.0.
        name = EPOCH.sub("_", file.name, count=1)
        entries.append(entry(file, name))
        file.rename(target / name)
    (target / "Packages").write_text("\n".join(entries), encoding="utf-8")
    return len(entries)


def entry(file: Path, name: str) -> str:
    """What the index says of one package."""
    answer = subprocess.run(["dpkg-deb", "-f", str(file)], capture_output=True, text=True, errors="replace")
    if answer.returncode != 0:
        raise ui.Failure(f"{file.name} is no package that can be read: {answer.stderr.strip()}")
    content = file.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    return f"{answer.stdout.strip()}\nFilename: ./{name}\nSize: {len(content)}\nSHA256: {digest}\n"
