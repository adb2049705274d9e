"""Running the steps."""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from ludoteca.lab.compliance.steps import Step, list_first, list_rest
from ludoteca.lab.compliance.trial import Failed, Trial

LEVELS = ("process", "handshake", "play", "session", "robustness")


@dataclass(frozen=True)
class Outcome:
    """What came of one step."""

    level: str
    step: str
    passed: bool
    detail: str
    seconds: float
    transcript: tuple[str, ...] = ()
    """The last lines that were said ('>' to the program), where it failed."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def check_program(
    place: str, names: tuple[str, ...] = (), seconds: float = 5.0, startup: float = 20.0
) -> Iterator[Outcome]:
    """Check a command, or a program at HOST:PORT, step by step. Where it cannot be talked to, the rest is left out."""
    trial = Trial(place, seconds, startup, names)
    for step in list_first():
        outcome = _run(step, trial)
        yield outcome
        if not outcome.passed:
            return
    for step in list_rest(trial):
        yield _run(step, trial)


def _run(step: Step, trial: Trial) -> Outcome:
    started = time.monotonic()
    try:
        passed, detail = True, step.run(trial)
    except Failed as failure:
        passed, detail = False, str(failure)
    said = () if passed else tuple(trial.transcript)
    return Outcome(step.level, step.name, passed, detail, round(time.monotonic() - started, 3), said)
