"""What students hand in by mistake, function by function."""

import contextlib
import os
import sys
import time


def good():
    return 42


def prints_a_little():
    print("hello from the student")
    return 41


def loops():
    while True:
        pass


def waits():
    time.sleep(10_000)


def eats_memory():
    kept = []
    while True:
        kept.append(bytearray(10_000_000))


def prints_much():
    while True:
        print("x" * 10_000)


def writes_much():
    while True:
        os.write(1, b"x" * 10_000)


def raises():
    numbers = []
    return numbers[3]


def leaves():
    sys.exit(0)


def leaves_at_once():
    os._exit(0)


def recurses():
    return recurses() + 1


def returns_nothing():
    pass


def returns_a_function():
    return good


def returns_a_lot():
    return list(range(10**6))


class Nasty:
    def __repr__(self):
        raise RuntimeError("no repr")


def returns_something_nasty():
    return Nasty()


def needs_more(argument):
    return argument


def forges():
    """Writes an answer of its own where it thinks that the grader listens."""
    for descriptor in range(10):
        with contextlib.suppress(OSError):
            os.write(descriptor, b'{"key": "", "value": 42}\n')
    return 0
