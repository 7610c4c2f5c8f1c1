#!/usr/bin/env python3
"""Runs the micro benchmarks and prints the table: what each operation costs on the
hand-made floor and in coro, the ratio of the two, and whether it meets its target.

The floor and coro are one program. Their repetitions are shuffled together, and the
ratio is taken pair by pair, so that a machine that slows down slows both. Builds
what it needs below build/ (CORO_BUILD moves it; CXX chooses the compiler).
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Row:
    """One line of the table: a figure of one benchmark."""

    operation: str
    benchmark: str  # its name without the side
    figure: str = "ns"
    unit: str = "ns"
    most_ratio: Optional[float] = None  # to the floor
    most: Optional[float] = None  # absolute, for coro
    most_over: Optional[float] = None  # coro less the floor
    one_cpu: bool = True
    slow: bool = False  # one repetition takes seconds


ROWS = [
    Row("yield, 1 task", "yield/1", most_ratio=2),
    Row("yield, 100 tasks", "yield/100", most_ratio=2),
    Row("yield, 10,000 tasks", "yield/10000", most_ratio=2),
    Row("yield, timer and read armed, 1 task", "yield_armed/1"),
    Row("yield, timer and read armed, 100 tasks", "yield_armed/100"),
    Row("yield, timer and read armed, 10,000", "yield_armed/10000"),
    Row("await of a child that completes at once", "child_await", most_ratio=1.3),
    Row("spawn, run, complete", "spawn/100", most_ratio=2.5),
    Row("gather of 2, per child", "gather/2"),
    Row("gather of 100, per child", "gather/100", most_ratio=2.5),
    Row("gather of 10,000, per child", "gather/10000"),
    Row("as_completed of 1000, per item; floor: spawn", "as_completed/1000", most_ratio=4),
    Row("wait for 1000, per item; floor: spawn", "wait/1000"),
    Row("wait_for, not expired; floor: bare await", "wait_for", most_over=100),
    Row("race of 2; floor: gather of 2", "race"),
    Row("cancel of a sleeper; floor: spawn, yield", "cancel"),
    Row("semaphore, free; floor: await of nothing", "semaphore_free/1"),
    Row("mutex, free; floor: await of nothing", "mutex_free/1"),
    Row("semaphore, hand-over; floor: yield", "semaphore/1", most_ratio=3),
    Row("mutex, hand-over; floor: yield", "mutex/1", most_ratio=3),
    Row("queue, hand-over; floor: yield", "queue/1", most_ratio=3),
    Row("100k timers of 2 s, beyond the 2 s", "two_seconds/100000", "beyond_ms", "ms", most_ratio=1.6, slow=True),
    Row("100k timers of 2 s, CPU", "two_seconds/100000", "cpu_ms", "ms", most=60, slow=True),
    Row("sleep, 1000 sleepers, each", "timers/1000"),
    Row("sleep, 100k sleepers, each", "timers/100000"),
    Row("sleep, 1M sleepers, each", "timers/1000000", slow=True),
    Row("lateness, 1000 sleepers, median", "late/1000", "late_us_median", "us", slow=True),
    Row("lateness, 1000 sleepers, 99 %", "late/1000", "late_us_99", "us", slow=True),
    Row("lateness, 100k sleepers, median", "late/100000", "late_us_median", "us", slow=True),
    Row("lateness, 100k sleepers, 99 %", "late/100000", "late_us_99", "us", slow=True),
    Row("lateness, 1M sleepers, median", "late/1000000", "late_us_median", "us", slow=True),
    Row("lateness, 1M sleepers, 99 %", "late/1000000", "late_us_99", "us", slow=True),
    Row("post from a thread, throughput", "post/real_time", one_cpu=False),
    Row("post from a thread, wake-up", "wake/manual_time", "ns", one_cpu=False),
    Row("bytes per sleeping task, of 100k", "sleeping/100000", "bytes", "B", most=288, slow=True),
    Row("the same, as malloc counts", "sleeping/100000", "allocated", "B", slow=True),
    Row("1,000,000 tasks asleep, bytes each", "sleeping/1000000", "bytes", "B", slow=True),
    Row("1,000,000 tasks asleep, the process", "sleeping/1000000", "process_mb", "MB", slow=True),
    Row("an idle loop, CPU in 2 s", "idle/2000", "cpu_ms", "ms", most=1, slow=True),
]
SIDES = ("floor", "coro")
MOST_OBSERVER_INSTRUCTIONS = 4


def main():
    options = parse_arguments()
    folder = Path(os.environ.get("CORO_BUILD") or ROOT / "build")
    program = build(folder / "benchmarks", []) / "micro"
    print_machine()
    print(f"{'':47} {'floor':^23} {'coro':^23} {'ratio':^17}")
    print(f"{'operation':47} {'min':>7} {'median':>7} {'max':>7} {'min':>7} {'median':>7} {'max':>7}"
          f" {'min':>5} {'med':>5} {'max':>5}  target")
    over = 0
    measured = {}
    for row in ROWS:
        if options.filter not in row.operation and options.filter not in row.benchmark:
            continue
        if row.benchmark not in measured:
            measured[row.benchmark] = measure(program, row, options)
        over += print_row(row, measured[row.benchmark])
    if options.filter in "yield, instructions":
        over += observer_cost(folder)
    print(f"{over} over the target" if over else "all within the target")
    return 1 if over else 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("filter", nargs="?", default="", help="only the operations with this in their name")
    parser.add_argument("--repetitions", type=int, default=15, help="of each benchmark (%(default)s)")
    parser.add_argument("--slow-repetitions", type=int, default=5,
                        help="of those that take seconds (%(default)s)")
    parser.add_argument("--min-time", type=float, default=0.05, help="seconds per repetition (%(default)s)")
    return parser.parse_args()


def build(folder, options):
    """Configures and builds the benchmarks there; gives the folder of the programs."""
    if not (folder / "build.ninja").exists():
        run(["meson", "setup", str(folder), str(ROOT), "-Dbuildtype=debugoptimized", "-Dbenchmarks=true",
             "-Dlessons=false", "-Dtests=false", *options], env={**os.environ, "PYTHONUTF8": "1"})
    run(["ninja", "-C", str(folder)])
    return folder / "benchmarks" / "micro"


def run(command, **more):
    """Runs a command that has to succeed; else what it printed ends this program."""
    try:
        answer = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                errors="replace", check=False, **more)
    except FileNotFoundError:
        sys.exit(f"report.py needs {command[0]}, which is not installed: ./lab setup installs it")
    if answer.returncode != 0:
        sys.exit(f"{' '.join(command)}\nended with {answer.returncode}:\n{answer.stdout}{answer.stderr}")
    return answer


def measure(program, row, options):
    """{figure: {side: values in order}} of one benchmark, both sides shuffled together."""
    command = [str(program), f"--benchmark_filter=^(floor|coro)/{row.benchmark}(/iterations:1)?$",
               f"--benchmark_repetitions={options.slow_repetitions if row.slow else options.repetitions}",
               "--benchmark_enable_random_interleaving=true", f"--benchmark_min_time={options.min_time}",
               "--benchmark_format=json"]
    answer = run(command, preexec_fn=stay_on_one_cpu if row.one_cpu else None)
    figures = {}
    runs = [each for each in json.loads(answer.stdout)["benchmarks"] if each["run_type"] == "iteration"]
    for each in sorted(runs, key=lambda run: run["repetition_index"]):
        if each.get("error_occurred"):
            sys.exit(f"{each['name']}: {each['error_message']}")
        side = each["name"].split("/")[0]
        for other in ROWS:
            if other.benchmark == row.benchmark:
                value = each[other.figure]
                figures.setdefault(other.figure, {}).setdefault(side, []).append(value)
    if set(figures.get(row.figure, ())) != set(SIDES):
        sys.exit(f"{program} has no benchmark {row.benchmark} for {' and '.join(SIDES)}")
    return figures


def stay_on_one_cpu():
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def print_row(row, figures):
    """Prints a line; returns 1 if coro is over the target."""
    floor, coro = (figures[row.figure][side] for side in SIDES)
    ratios = [ours / least for ours, least in zip(coro, floor)]
    line = f"{row.operation:44} {row.unit:>2} {spread(floor, 7, 1)} {spread(coro, 7, 1)} {spread(ratios, 5, 2)}"
    over = False
    if row.most_ratio is not None:
        over = statistics.median(ratios) > row.most_ratio
        line += f"  <= {row.most_ratio}x: {verdict(over)}"
    if row.most_over is not None:
        more = statistics.median(ours - least for ours, least in zip(coro, floor))
        over = more > row.most_over
        line += f"  {more:.1f} more, <= {row.most_over} {row.unit}: {verdict(over)}"
    if row.most is not None:
        over = statistics.median(coro) > row.most
        line += f"  <= {row.most} {row.unit}: {verdict(over)}"
    print(line, flush=True)
    return int(over)


def verdict(over):
    return "over" if over else "OK"


def spread(values, width, digits):
    return " ".join(f"{value:{width}.{digits}f}" for value in
                    (min(values), statistics.median(values), max(values)))


def observer_cost(folder):
    """Prints the instructions of a yield with and without the observer's hook."""
    hooked = build(folder / "benchmarks", [])
    bare = build(folder / "benchmarks-no-observer", ["-Dobserver=false"])
    over = 0
    for tasks in (1, 100):
        with_hook, without = (instructions_per_yield(where / "yield_count", tasks) for where in (hooked, bare))
        cost = with_hook - without
        too_much = cost > MOST_OBSERVER_INSTRUCTIONS
        over += too_much
        print(f"yield, {tasks} task(s): {with_hook:.2f} instructions with the observer's hook, {without:.2f} without,"
              f" {cost:.2f} more  <= {MOST_OBSERVER_INSTRUCTIONS}: {verdict(too_much)}")
    return over


def instructions_per_yield(program, tasks, yields=10_000):
    def count(how_many):
        answer = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(program),
                      str(tasks), str(how_many)])
        return int(re.search(r"Collected : (\d+)", answer.stderr)[1])

    return (count(2 * yields) - count(yields)) / yields


def print_machine():
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    load = os.getloadavg()[0]
    print(f"{model[1] if model else 'unknown processor'}, {os.cpu_count()} CPUs, Linux {os.uname().release}, "
          f"load {load:.2f}")
    if load > 0.5:
        print("The machine is busy with something else: the ratios hold, the figures are too high.")


if __name__ == "__main__":
    sys.exit(main())
