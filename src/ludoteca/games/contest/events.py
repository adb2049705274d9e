"""Events of a contest, as numbers, written by the compiled rules. `messages.py` turns them into sentences.

An event log is an array of (event, seat, value); its first row holds their count. Where nobody listens `log` is None,
and the compiler leaves out all code for it.
"""

from typing import Any

import numpy as np

from ludoteca.core.jit import compiled

(
    TURN, TOO_NERVOUS, RESTED, GONE, PERFORMS, EARNS, GUARDS_ONCE, GUARDS, FRAGILE_NOW, STARTLED, PROTECTED, UNHARMED,
    LOSES_ENERGY, LOSES_STANDBY, COMBINES, EXPECTED, REPEATS, EXCITES, UNMOVED, BORES, COOLS, PERFORMS_LIVE, FREEZES,
    LEAVES, WILL_REST, WILL_BE_FIRST, WILL_BE_LAST, SHUFFLES, GAINS_ENERGY, NERVOUS_NOW, ENDS_TURN, WINS,
) = range(32)  # fmt: skip
EventLog = Any  # an int64 array of (event, seat, value), or None
ROOM = 128  # more events than any action can cause


def new_event_log() -> EventLog:
    return np.zeros((ROOM, 3), np.int64)


@compiled
def record_event(log: EventLog, event: int, seat: int, value: int) -> None:
    if log is not None:
        n = log[0, 0] + 1
        log[0, 0] = n
        log[n, 0] = event
        log[n, 1] = seat
        log[n, 2] = value
