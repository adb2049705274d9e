"""What is counted in the games of a tournament: returns and wins by deal, meetings, what the agents reported."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from ludoteca.lab.record import SearchInfo
from ludoteca.lab.statistics import DealValues
from ludoteca.lab.store import Row, read_infos


def collect_returns(rows: list[Row], agents: int) -> list[DealValues]:
    """What each agent earned, by deal."""
    found = [DealValues() for _ in range(agents)]
    for row in rows:
        for who, value in zip(row["seating"], row["returns"], strict=True):
            found[who].add(row["deal"], value)
    return found


@dataclass
class Counts:
    """What is counted for one agent."""

    wins: DealValues = field(default_factory=DealValues)
    """1 for a game won, 0 for another."""
    draws: int = 0
    forfeits: int = 0
    seconds: float = 0.0
    decisions: int = 0
    own_team: list[float] = field(default_factory=list)
    infos: list[SearchInfo] = field(default_factory=list)

    def mean_of(self, name: str) -> float | None:
        """The mean of a count over the decisions in which the agent kept it."""
        values = [value for info in self.infos if (value := getattr(info, name))]
        return sum(values) / len(values) if values else None


def count_all(rows: list[Row], agents: int) -> list[Counts]:
    counts = [Counts() for _ in range(agents)]
    for row in rows:
        best = max(row["returns"])
        winners = [seat for seat, value in enumerate(row["returns"]) if value == best]
        for seat, who in enumerate(row["seating"]):
            count = counts[who]
            count.wins.add(row["deal"], float(winners == [seat]))
            count.draws += seat in winners and len(winners) > 1
            count.forfeits += row["forfeit"] == seat
            count.seconds += row["seconds"][seat]
            count.decisions += row["decisions"][seat]
        if len(set(row["seating"])) == 1:
            counts[row["seating"][0]].own_team.append(row["returns"][0])
        for who, info in list_infos(row):
            counts[who].infos.append(info)
    return counts


def list_infos(row: Row) -> Iterator[tuple[int, SearchInfo]]:
    """(agent, what it reported) for every decision of a game."""
    for mover, info in zip(row["movers"], read_infos(row), strict=True):
        if info is not None:
            yield row["seating"][mover], info


def count_wins(rows: list[Row], agents: int) -> Any:
    """wins[deal, i, j]: how often i did better than j in a game of that deal, equal returns half."""
    places = {deal: i for i, deal in enumerate(sorted({row["deal"] for row in rows}))}
    wins = np.zeros((len(places), agents, agents))
    for row in rows:
        table = wins[places[row["deal"]]]
        for a, b, score in list_meetings(row):
            table[a, b] += score
            table[b, a] += 1.0 - score
    return wins


def list_meetings(row: Row) -> Iterator[tuple[int, int, float]]:
    """Every two seats of a game that different agents held: (agent, other agent, 1 if the first did better, or 1/2)."""
    seated = zip(row["seating"], row["returns"], strict=True)
    for (a, x), (b, y) in combinations(seated, 2):
        if a != b:
            yield a, b, 1.0 if x > y else 0.5 if x == y else 0.0


def collect_scores(rows: list[Row]) -> DealValues:
    """What the first of two agents took of its meetings with the second, by deal; a draw is half."""
    meetings = ((row["deal"], a, score) for row in rows for a, _, score in list_meetings(row))
    return DealValues.of((deal, score if a == 0 else 1.0 - score) for deal, a, score in meetings)


def sum_meetings(rows: list[Row], agents: int, co_operative: bool) -> dict[tuple[int, int], tuple[float, int]]:
    """For i < j: (what i took of their meetings, or the sum of team scores; how many meetings)."""
    found = dict.fromkeys(combinations(range(agents), 2), (0.0, 0))
    for row in rows:
        if co_operative:
            met = [(*pair, row["returns"][0]) for pair in combinations(sorted(set(row["seating"])), 2)]
        else:
            met = [(a, b, score) if a < b else (b, a, 1.0 - score) for a, b, score in list_meetings(row)]
        for a, b, score in met:
            total, n = found[a, b]
            found[a, b] = (total + score, n + 1)
    return found
