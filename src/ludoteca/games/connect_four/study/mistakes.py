"""How often a player changes the value of the game: won, drawn, lost. Over the test positions of `positions.py`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.games.connect_four.study.positions import FILE, SETS, TestPosition, load_positions
from ludoteca.lab.statistics import Interval, wilson
from ludoteca.protocol import Agent

ALL = "all"


@dataclass(frozen=True)
class Grade:
    """Mistakes over one set of positions."""

    set: str
    positions: int
    mistakes: int
    random_share: float
    """What a player at random would make: the difficulty of the set."""

    @property
    def share(self) -> float:
        return self.mistakes / self.positions

    @property
    def interval(self) -> Interval:
        """95 %, of the share."""
        return wilson(self.mistakes, self.positions)

    def to_json(self) -> dict[str, Any]:
        return {
            "set": self.set,
            "positions": self.positions,
            "mistakes": self.mistakes,
            "share": round(self.share, 6),
            "interval": [round(bound, 6) for bound in self.interval],
            "random_share": round(self.random_share, 6),
        }


def select_positions(per_set: int | None = None, path: Path = FILE) -> list[TestPosition]:
    """The test positions of a file, or the first so many of each set."""
    found = load_positions(path)
    return [item for name in SETS for item in [one for one in found if one.set == name][:per_set]]


def find_mistakes(
    agent: Agent, positions: Sequence[TestPosition], report: Callable[[int, int], None] | None = None
) -> list[bool]:
    """Let an agent decide in each position, as in a new game; whether its move was a mistake."""
    made = []
    for i, item in enumerate(positions):
        agent.forget()
        made.append(item.is_mistake(agent.decide(item.state()).action))
        if report:
            report(i + 1, len(positions))
    return made


def grade(positions: Sequence[TestPosition], mistakes: Sequence[bool]) -> list[Grade]:
    """The mistakes by set, and of all together at the end."""
    found = list(zip(positions, mistakes, strict=True))
    grades = []
    for name in (*SETS, ALL):
        inside = [(item, mistake) for item, mistake in found if name in (item.set, ALL)]
        if inside:
            chance = sum(item.mistakes for item, _ in inside) / len(inside)
            grades.append(Grade(name, len(inside), sum(mistake for _, mistake in inside), chance))
    return grades
