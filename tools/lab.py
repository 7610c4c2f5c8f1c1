"""The command ./lab: hands its arguments to labkit, where each module holds one idea.

Read next: labkit/cli.py for the commands and options.
"""

import os
import sys

from labkit import cli

if __name__ == "__main__":
    status = cli.entry()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
