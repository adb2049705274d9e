"""What the games of a tournament say: one table for the command line, the report and the tests.

Deals are the unit: means and ratings get their intervals by drawing whole deals again, and two agents are compared on
the deals that both played. Elo counts every pair of seats of a game: the higher return beats the lower.
"""

import math
from collections import defaultdict
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ludoteca.core.errors import StatisticsError
from ludoteca.lab.description import load_game
from ludoteca.lab.statistics import (
    bootstrap_clusters,
    compare_blocks,
    compare_pairs,
    correct_holm,
    rate_elo,
    rate_openskill,
    wilson,
)
from ludoteca.lab.store import Row
from ludoteca.lab.tournament import Outcome

VIRTUAL_DRAWS = 1.0
RESAMPLES = 200  # of the ratings

Interval = tuple[float, float]


@dataclass(frozen=True)
class Standing:
    """One agent."""

    agent: str
    spec: str
    games: int
    """Seats that it took: an agent that sits twice in a game counts twice."""
    wins: int
    draws: int
    losses: int
    forfeits: int
    win_rate_95: Interval
    mean: float
    mean_95: Interval
    elo: float | None
    elo_95: Interval | None
    skill: float | None
    """openskill's mean less three deviations: what it has surely shown."""
    own_team: float | None
    """Co-operative games: the mean score with copies of itself."""
    seconds_per_action: float


@dataclass(frozen=True)
class Pairing:
    """Two agents. The score is what the first took of their meetings, a draw half; where agents play together it is the
    mean score of the teams that both were in. The difference is of mean returns on common deals."""

    first: str
    second: str
    games: int
    score: float | None
    difference: float | None
    difference_95: Interval | None
    p: float | None
    """Of no difference, corrected for the number of pairs (Holm)."""


@dataclass(frozen=True)
class Summary:
    game: str
    title: str
    seed: int
    games: int
    deals: int
    ended: str
    co_operative: bool
    seat_names: tuple[str, ...]
    standings: tuple[Standing, ...]
    """Best first."""
    pairings: tuple[Pairing, ...]
    seats: tuple[tuple[float, Interval], ...]
    """The mean return of each seat, with its interval."""
    length: tuple[float, int, int]
    """Actions a game: mean, least, most."""
    friedman_p: float | None
    """Of all agents being alike, on their mean returns a deal (three agents or more that played every deal)."""
    sprt: dict[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def summarise(outcome: Outcome) -> Summary:
    """Needs at least one game."""
    rows, told = outcome.rows, outcome.description
    if not rows:
        raise StatisticsError("no game was finished: there is nothing to tell")
    info = load_game(told.game).info
    seats = len(rows[0]["seating"])
    sums = _sum_by_deal(rows, len(told.agents))
    ratings = None if info.co_operative else _rate(rows, len(told.agents))
    skills = None if info.co_operative else _rate_skills(rows, len(told.agents))
    standings = [_stand(outcome, who, sums, ratings, skills) for who in range(len(told.agents))]
    standings.sort(key=lambda row: -(row.mean if row.elo is None else row.elo))
    lengths = [len(row["actions"]) for row in rows]
    return Summary(
        game=info.name, title=info.title, seed=told.seed, games=len(rows), deals=len({row["deal"] for row in rows}),
        ended=outcome.ended, co_operative=info.co_operative,
        seat_names=tuple(info.seat_name(seat) for seat in range(seats)),
        standings=tuple(standings), pairings=_pair_up(outcome, sums, info.co_operative),
        seats=tuple(_tell_seat(rows, seat) for seat in range(seats)),
        length=(sum(lengths) / len(lengths), min(lengths), max(lengths)),
        friedman_p=_compare_all(sums), sprt=_tell_sprt(outcome),
    )  # fmt: skip


Sums = list[dict[int, list[float]]]  # per agent: deal -> [total return, seats taken]


def _sum_by_deal(rows: list[Row], agents: int) -> Sums:
    sums: Sums = [defaultdict(lambda: [0.0, 0.0]) for _ in range(agents)]
    for row in rows:
        for who, value in zip(row["seating"], row["returns"], strict=True):
            sums[who][row["deal"]][0] += value
            sums[who][row["deal"]][1] += 1
    return sums


def _interval(cells: list[list[float]]) -> Interval:
    return bootstrap_clusters([total for total, _ in cells], [count for _, count in cells])


def _stand(outcome: Outcome, who: int, sums: Sums, ratings: Any, skills: Any) -> Standing:
    wins = draws = forfeits = games = 0
    seconds = decisions = own = teams = 0.0
    for row in outcome.rows:
        best = max(row["returns"])
        winners = [seat for seat, value in enumerate(row["returns"]) if value == best]
        for seat in [seat for seat, sat in enumerate(row["seating"]) if sat == who]:
            games += 1
            wins += winners == [seat]
            draws += seat in winners and len(winners) > 1
            forfeits += row["forfeit"] == seat
            seconds += row["seconds"][seat]
            decisions += row["decisions"][seat]
        if set(row["seating"]) == {who}:
            own, teams = own + row["returns"][0], teams + 1
    cells = list(sums[who].values())
    count = sum(n for _, n in cells)
    return Standing(
        agent=outcome.description.names[who], spec=outcome.description.agents[outcome.description.names[who]],
        games=games, wins=wins, draws=draws, losses=games - wins - draws, forfeits=forfeits,
        win_rate_95=wilson(wins, games),
        mean=sum(total for total, _ in cells) / count if count else math.nan,
        mean_95=_interval(cells) if count else (-math.inf, math.inf),
        elo=None if ratings is None else ratings[0][who],
        elo_95=None if ratings is None else ratings[1][who],
        skill=None if skills is None else skills[who][0] - 3 * skills[who][1],
        own_team=own / teams if teams else None,
        seconds_per_action=seconds / decisions if decisions else 0.0,
    )  # fmt: skip


# --- ratings -------------------------------------------------------------------------------------------------------


def count_wins(rows: list[Row], agents: int) -> Any:
    """wins[deal, i, j]: how often i did better than j in a game of that deal, equal returns half."""
    places = {deal: i for i, deal in enumerate(sorted({row["deal"] for row in rows}))}
    wins = np.zeros((len(places), agents, agents))
    for row in rows:
        table = wins[places[row["deal"]]]
        seated = list(zip(row["seating"], row["returns"], strict=True))
        for (a, x), (b, y) in combinations(seated, 2):
            if a != b:
                table[a, b] += 1.0 if x > y else 0.5 if x == y else 0.0
                table[b, a] += 1.0 if y > x else 0.5 if x == y else 0.0
    return wins


def _rate(rows: list[Row], agents: int) -> tuple[tuple[float, ...], list[Interval]] | None:
    """Elo and its intervals; None where some agents have not met yet.

    An interval is the wider of two: deals resampled, since games of a deal are not independent; and the model's, since
    deals that all ended alike would leave nothing to resample.
    """
    wins = count_wins(rows, agents)
    try:
        ratings = rate_elo(wins.sum(axis=0), VIRTUAL_DRAWS)
    except StatisticsError:
        return None
    model = [ratings.interval(i) for i in range(agents)]
    if len(wins) < 2:
        return ratings.values, model
    random, drawn = np.random.default_rng(0), []
    for _ in range(RESAMPLES):
        try:
            drawn.append(rate_elo(wins[random.integers(0, len(wins), len(wins))].sum(axis=0), VIRTUAL_DRAWS).values)
        except StatisticsError:
            continue  # in this draw some never met: it says nothing
    low, high = np.quantile(np.array(drawn), [0.025, 0.975], axis=0)
    resampled = zip(low.tolist(), high.tolist(), strict=True)
    return ratings.values, [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(resampled, model, strict=True)]


def _rate_skills(rows: list[Row], agents: int) -> list[tuple[float, float]] | None:
    if any(len(set(row["seating"])) < len(row["seating"]) for row in rows):
        return None  # agents sat beside copies of themselves: ranks say nothing of them
    return rate_openskill(agents, ((row["seating"], row["returns"]) for row in rows))


# --- two by two, and seats -----------------------------------------------------------------------------------------


def _pair_up(outcome: Outcome, sums: Sums, co_operative: bool) -> tuple[Pairing, ...]:
    names = outcome.description.names
    met = _meet(outcome.rows, len(names), co_operative)
    found = []
    for i, j in combinations(range(len(names)), 2):
        common = sorted(set(sums[i]) & set(sums[j]))
        means = [[sums[who][deal][0] / sums[who][deal][1] for deal in common] for who in (i, j)]
        test = compare_pairs(means[0], means[1]) if len(common) > 1 else None
        found.append((i, j, test))
    adjusted = iter(correct_holm([test.p for _, _, test in found if test]))
    return tuple(
        Pairing(
            names[i], names[j], met[i, j][1], met[i, j][0] / met[i, j][1] if met[i, j][1] else None,
            test.mean if test else None, (test.low, test.high) if test else None, next(adjusted) if test else None,
        )
        for i, j, test in found
    )  # fmt: skip


def _meet(rows: list[Row], agents: int, co_operative: bool) -> dict[tuple[int, int], tuple[float, int]]:
    """For i < j: (what i took of their meetings, or the sum of team scores; how many meetings)."""
    found = dict.fromkeys(combinations(range(agents), 2), (0.0, 0))
    for row in rows:
        seated = list(zip(row["seating"], row["returns"], strict=True))
        if co_operative:
            for pair in combinations(sorted(set(row["seating"])), 2):
                total, n = found[pair]
                found[pair] = (total + row["returns"][0], n + 1)
            continue
        for (a, x), (b, y) in combinations(seated, 2):
            if a == b:
                continue
            low, own, other = (a, x, y) if a < b else (b, y, x)
            total, n = found[low, max(a, b)]
            found[low, max(a, b)] = (total + (1.0 if own > other else 0.5 if own == other else 0.0), n + 1)
    return found


def _tell_seat(rows: list[Row], seat: int) -> tuple[float, Interval]:
    cells: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for row in rows:
        cells[row["deal"]][0] += row["returns"][seat]
        cells[row["deal"]][1] += 1
    return sum(t for t, _ in cells.values()) / sum(n for _, n in cells.values()), _interval(list(cells.values()))


def _compare_all(sums: Sums) -> float | None:
    if len(sums) < 3 or any(set(deals) != set(sums[0]) for deals in sums):
        return None
    try:
        return compare_blocks([[deals[deal][0] / deals[deal][1] for deal in sorted(deals)] for deals in sums])[1]
    except StatisticsError:
        return None  # one deal only, or every return is the same


def _tell_sprt(outcome: Outcome) -> dict[str, Any] | None:
    verdict = outcome.verdict
    if verdict.sprt is None:
        return None
    low, high = verdict.sprt.bounds
    told = {**asdict(verdict.sprt), "llr": verdict.llr, "bounds": [low, high], "verdict": verdict.verdict}
    return told | ({"pairs": verdict.counts} if verdict.pairs else {"n": len(verdict.differences)})
