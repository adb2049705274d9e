"""Means and shares of games that share deals: the one place where their intervals are computed.

The games of one deal (one seed, played from every seat) are not independent; deals are. So the interval of a mean comes
from whole deals drawn again, and the interval of a share counts no more games than the spread between deals allows.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ludoteca.lab.statistics.intervals import Interval, bootstrap_clusters, wilson

LEAST_DEALS = 5  # fewer say too little of the spread between deals


@dataclass
class DealValues:
    """Values that belong to deals: returns, scores, wins."""

    cells: dict[int, list[float]] = field(default_factory=dict)
    """{deal: [sum of its values, how many]}"""

    @classmethod
    def of(cls, values: Iterable[tuple[int, float]]) -> "DealValues":
        """From (deal, value) pairs."""
        made = cls()
        for deal, value in values:
            made.add(deal, value)
        return made

    def add(self, deal: int, value: float) -> None:
        cell = self.cells.setdefault(deal, [0.0, 0.0])
        cell[0] += value
        cell[1] += 1

    @property
    def count(self) -> int:
        """How many values there are."""
        return int(sum(n for _, n in self.cells.values()))

    @property
    def deals(self) -> int:
        return len(self.cells)

    def mean(self) -> float | None:
        """None if there are no values."""
        return sum(total for total, _ in self.cells.values()) / self.count if self.cells else None

    def means(self) -> Mapping[int, float]:
        """The mean of each deal."""
        return {deal: total / n for deal, (total, n) in self.cells.items()}

    def interval(self) -> Interval | None:
        """The 95 % interval of the mean; None if there are fewer than LEAST_DEALS deals."""
        if self.deals < LEAST_DEALS:
            return None
        return bootstrap_clusters([total for total, _ in self.cells.values()], [n for _, n in self.cells.values()])

    def standard_error(self) -> float | None:
        """Of the mean, from the spread between deals; None if there are fewer than LEAST_DEALS deals."""
        mean = self.mean()
        if mean is None or self.deals < LEAST_DEALS:
            return None
        spread = sum((total - mean * n) ** 2 for total, n in self.cells.values())
        return math.sqrt(spread * self.deals / (self.deals - 1)) / self.count

    def share_interval(self) -> Interval:
        """The 95 % interval of a mean of values from 0 to 1, such as wins (Wilson's, for the effective number of
        games). Games that go together within a deal count as fewer; with few deals, a deal counts as one game."""
        share = self.mean()
        if share is None:
            return (0.0, 1.0)
        games = min(float(self.count), self.effective_count())
        return wilson(share * games, games)

    def effective_count(self) -> float:
        """How many independent games would tell as much (Kish's design effect): never fewer than there are deals."""
        error, share = self.standard_error(), self.mean()
        if error is None or share is None:
            return float(self.deals)
        return max(float(self.deals), share * (1 - share) / error**2) if error > 0 else float(self.count)
