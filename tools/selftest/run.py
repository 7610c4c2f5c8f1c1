"""Runs the self-test against one compiler: python3 run.py clang++ [its arguments]

Prints one line and returns 1 if the compiler fails a case, 2 if it cannot
build coroutines at all. What the cases are: tools/labkit/selftest.py.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from labkit import selftest  # noqa: E402 (the folder above must be on the path first)


def main() -> int:
    compiler = sys.argv[1:]
    if not compiler:
        print("usage: run.py COMPILER [ARGUMENTS]")
        return 2
    cases = selftest.failing_cases(compiler)
    name = " ".join(compiler)
    if cases is None:
        print(f"{name} cannot build C++20 coroutines. Install clang 16 or newer and set CXX=clang++.")
        return 2
    if cases:
        broken = selftest.breaks_programs(cases)
        what = "breaks coroutines without a word" if broken else "does not see a mistake that others see"
        print(
            f"{name} {what}: {selftest.explain(cases)}. The library avoids this, but your own code "
            "may not: install clang 16 or newer and set CXX=clang++."
        )
        return 1
    print(f"{name} passes the self-test.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
