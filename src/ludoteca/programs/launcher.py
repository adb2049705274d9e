"""Started in a process of its own: sets limits, then becomes the program. Kept free of imports that cost time.

`python -I -S launcher.py MEGABYTES CPU_SECONDS COMMAND ARGUMENT...`
"""

import contextlib
import ctypes
import os
import resource
import signal
import sys

DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG
MOST_FILES = 256
LARGEST_FILE = 64 * 2**20
STATUS = 127  # as shells say that a command cannot be run


def limit(kind: int, most: int) -> None:
    """Lower a limit, never raise it."""
    _, hard = resource.getrlimit(kind)
    allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (allowed, allowed))


def main(megabytes: str, seconds: str, *command: str) -> None:
    with contextlib.suppress(OSError, AttributeError):  # Linux only
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    # What a program writes to counts, not what it reserves: some runtimes reserve gigabytes that they never use.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    limit(kind, int(megabytes) * 2**20)
    limit(resource.RLIMIT_CPU, int(seconds))
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_NOFILE, MOST_FILES)
    limit(resource.RLIMIT_FSIZE, LARGEST_FILE)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        sys.exit(STATUS)


if __name__ == "__main__":
    main(*sys.argv[1:])
