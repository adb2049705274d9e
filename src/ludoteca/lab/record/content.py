"""What a record holds."""

import math
from dataclasses import asdict, dataclass, field
from typing import Any

import ludoteca
from ludoteca.protocol import Analysis


@dataclass(frozen=True)
class Result:
    """How a game ended. `forfeit` is the seat that broke a rule of the match or resigned, if one did;
    `agreed` says that the seats ended it by consent."""

    returns: tuple[float, ...]
    reason: str
    forfeit: int | None = None
    agreed: bool = False


@dataclass(frozen=True)
class SearchInfo:
    """What an agent reported of one decision; a count of zero is one that it does not keep."""

    value: float | None = None
    """The expected return, for the seat that decides."""
    depth: int = 0
    nodes: int = 0
    iterations: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """What was reported, and nothing else."""
        return {key: value for key, value in asdict(self).items() if value or (key == "value" and value is not None)}


def info_of(analysis: Analysis, seconds: float | None = None) -> SearchInfo:
    """The part of an analysis that is kept, with the seconds as measured from outside, if they were."""
    value = None if analysis.value is None else float(analysis.value)
    if value is not None and not math.isfinite(value):
        value = None
    spent = analysis.seconds if seconds is None else seconds
    return SearchInfo(
        None if value is None else round(value, 6), int(analysis.depth), int(analysis.nodes), int(analysis.iterations),
        round(spent, 6),
    )  # fmt: skip


@dataclass(frozen=True)
class Record:
    game: str
    version: str
    setup: dict[str, Any]
    seed: int
    seats: tuple[dict[str, Any], ...]
    actions: tuple[int, ...]
    result: Result | None
    """None for a game that was broken off."""
    ludoteca: str = ludoteca.__version__
    lines: tuple[int, ...] = field(default=(), compare=False)
    """Where in the text each action stands, for a record that was read."""
    infos: tuple[SearchInfo | None, ...] = field(default=(), compare=False)
    """For each action what the agent reported, None where nobody did; empty if nothing was kept. Not compared: seconds
    differ from run to run."""

    def info_at(self, ply: int) -> SearchInfo | None:
        return self.infos[ply] if ply < len(self.infos) else None
