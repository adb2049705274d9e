"""When a tournament may end early: the sequential test, looked at in the order of the schedule.

Workers finish in any order; the test waits for the blocks in theirs, so its answer depends on the seed alone.
"""

from dataclasses import dataclass, field

from ludoteca.lab.description import Description, find_sprt
from ludoteca.lab.statistics import judge_means, judge_pairs
from ludoteca.lab.store import Row


@dataclass
class Verdict:
    """What the stopping rule says of the games so far, looked at block by block in the order of the schedule."""

    description: Description
    llr: float = 0.0
    verdict: str = "undecided"
    end: int | None = None
    """The last block that counts, once it is decided."""
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    differences: list[float] = field(default_factory=list)
    _next: int = 0
    _waiting: dict[int, list[Row]] = field(default_factory=dict)
    _teams: dict[tuple[int, int], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sprt = find_sprt(self.description)
        design = self.description.design()
        self.pairs = design.seats == 2 and not design.co_operative
        self.co_operative = design.co_operative

    def add(self, block: int, rows: list[Row]) -> None:
        """Blocks may come in any order; they are judged in theirs."""
        if self.sprt is None:
            return
        self._waiting[block] = rows
        while self._next in self._waiting and self.end is None:
            self._judge(self._waiting.pop(self._next))
            if self.verdict != "undecided":
                self.end = self._next
            self._next += 1

    def _judge(self, rows: list[Row]) -> None:
        assert self.sprt is not None
        if self.pairs:
            score = sum(_score_first(row) for row in rows)  # of two games, each 0, 1/2 or 1
            self.counts[round(2 * score)] += 1
            self.llr, self.verdict = judge_pairs(self.sprt, self.counts)
            return
        difference = self._difference(rows)
        if difference is not None:
            self.differences.append(difference)
            self.llr, self.verdict = judge_means(self.sprt, self.differences)

    def _difference(self, rows: list[Row]) -> float | None:
        """First agent minus second on this deal: of their mean returns, or of what they score with copies of
        themselves where they play together (two blocks of the deal)."""
        if not self.co_operative:
            return _mean_of(rows, 0) - _mean_of(rows, 1)
        deal = rows[0]["deal"]
        teams = [row for row in rows if len(set(row["seating"])) == 1]
        for row in teams:
            self._teams[deal, row["seating"][0]] = float(row["returns"][0])
        if not teams or (deal, 0) not in self._teams or (deal, 1) not in self._teams:
            return None
        return self._teams.pop((deal, 0)) - self._teams.pop((deal, 1))


def _score_first(row: Row) -> float:
    seat = row["seating"].index(0)
    own, other = row["returns"][seat], row["returns"][1 - seat]
    return 1.0 if own > other else 0.5 if own == other else 0.0


def _mean_of(rows: list[Row], who: int) -> float:
    values: list[float] = []
    for row in rows:
        values += [value for sat, value in zip(row["seating"], row["returns"], strict=True) if sat == who]
    return sum(values) / len(values)
