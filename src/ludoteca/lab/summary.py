"""What the games of a tournament say: one table for the command line, the report and the tests.

Deals are the unit: means and ratings get their intervals by drawing whole deals again, and two agents are compared on
the deals that both played. Elo counts every pair of seats of a game: the higher return beats the lower.
"""

from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ludoteca.core.errors import StatisticsError
from ludoteca.lab.description import load_game
from ludoteca.lab.statistics import (
    LEAST_DEALS,
    DealValues,
    Interval,
    compare_blocks,
    compare_pairs,
    correct_holm,
    rate_elo,
    rate_openskill,
)
from ludoteca.lab.store import Row
from ludoteca.lab.tallies import Counts, collect_returns, count_all, count_wins, sum_meetings
from ludoteca.lab.tournament import Outcome

VIRTUAL_DRAWS = 1.0
RESAMPLES = 200  # of the ratings


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
    mean: float | None
    """None for an agent that has not played yet."""
    mean_95: Interval | None
    """None where there are too few deals to tell."""
    elo: float | None
    elo_95: Interval | None
    skill: float | None
    """openskill's mean less three deviations: what it has surely shown."""
    own_team: float | None
    """Co-operative games: the mean score with copies of itself."""
    seconds_per_action: float
    depth: float | None
    """Means of what it reported of its decisions: the depth it searched to, nodes, iterations; None if it reports
    none."""
    nodes: float | None
    iterations: float | None


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
    seats: tuple[tuple[float, Interval | None], ...]
    """The mean return of each seat, with its interval where there are enough deals."""
    length: tuple[float, int, int]
    """Actions a game: mean, least, most."""
    friedman_p: float | None
    """Of all agents being alike, on their mean returns a deal (three agents or more that played every deal)."""
    sprt: dict[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def summarise(outcome: Outcome) -> Summary:
    """Needs at least one game."""
    rows, plan = outcome.rows, outcome.description
    if not rows:
        raise StatisticsError("no game was finished: there is nothing to tell")
    info = load_game(plan.game).info
    seats = len(rows[0]["seating"])
    returns = collect_returns(rows, len(plan.agents))
    ratings = None if info.co_operative else _rate(rows, len(plan.agents))
    skills = None if info.co_operative else _rate_skills(rows, len(plan.agents))
    counts = count_all(rows, len(plan.agents))
    standings = [_stand(outcome, who, counts[who], returns[who], ratings, skills) for who in range(len(plan.agents))]
    standings.sort(key=_order)
    lengths = [len(row["actions"]) for row in rows]
    return Summary(
        game=info.name, title=info.title, seed=plan.seed, games=len(rows), deals=len({row["deal"] for row in rows}),
        ended=outcome.ended, co_operative=info.co_operative,
        seat_names=tuple(info.seat_name(seat) for seat in range(seats)),
        standings=tuple(standings), pairings=_pair_up(outcome, returns, info.co_operative),
        seats=tuple(_seat_mean(rows, seat) for seat in range(seats)),
        length=(sum(lengths) / len(lengths), min(lengths), max(lengths)),
        friedman_p=_compare_all(returns), sprt=_tell_sprt(outcome),
    )  # fmt: skip


def _order(row: Standing) -> tuple[bool, float]:
    """Best first; agents that have not played yet come last."""
    strength = row.mean if row.elo is None else row.elo
    return row.mean is None, -(strength or 0.0)


def _stand(outcome: Outcome, who: int, counts: Counts, returns: DealValues, ratings: Any, skills: Any) -> Standing:
    name = outcome.description.names[who]
    games, wins = counts.wins.count, round(sum(total for total, _ in counts.wins.cells.values()))
    return Standing(
        agent=name, spec=outcome.description.agents[name], games=games, wins=wins, draws=counts.draws,
        losses=games - wins - counts.draws, forfeits=counts.forfeits, win_rate_95=counts.wins.share_interval(),
        mean=returns.mean(), mean_95=returns.interval(),
        elo=None if ratings is None else ratings[0][who],
        elo_95=None if ratings is None else ratings[1][who],
        skill=None if skills is None else skills[who][0] - 3 * skills[who][1],
        own_team=sum(counts.own_team) / len(counts.own_team) if counts.own_team else None,
        seconds_per_action=counts.seconds / counts.decisions if counts.decisions else 0.0,
        depth=counts.mean_of("depth"), nodes=counts.mean_of("nodes"), iterations=counts.mean_of("iterations"),
    )  # fmt: skip


# --- ratings -------------------------------------------------------------------------------------------------------


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


def _pair_up(outcome: Outcome, returns: list[DealValues], co_operative: bool) -> tuple[Pairing, ...]:
    names = outcome.description.names
    met = sum_meetings(outcome.rows, len(names), co_operative)
    means = [values.means() for values in returns]
    found = []
    for i, j in combinations(range(len(names)), 2):
        common = sorted(set(means[i]) & set(means[j]))
        first, second = ([means[who][deal] for deal in common] for who in (i, j))
        difference = (sum(first) - sum(second)) / len(common) if common else None
        test = compare_pairs(first, second) if len(common) >= LEAST_DEALS else None
        found.append((i, j, test.mean if test else difference, test))
    adjusted = iter(correct_holm([test.p for *_, test in found if test]))
    return tuple(
        Pairing(
            names[i], names[j], met[i, j][1], met[i, j][0] / met[i, j][1] if met[i, j][1] else None,
            difference, (test.low, test.high) if test else None, next(adjusted) if test else None,
        )
        for i, j, difference, test in found
    )  # fmt: skip


def _seat_mean(rows: list[Row], seat: int) -> tuple[float, Interval | None]:
    values = DealValues.of((row["deal"], row["returns"][seat]) for row in rows)
    return values.mean() or 0.0, values.interval()


def _compare_all(returns: list[DealValues]) -> float | None:
    means = [values.means() for values in returns]
    if len(means) < 3 or len(means[0]) < LEAST_DEALS or any(set(deals) != set(means[0]) for deals in means):
        return None
    try:
        return compare_blocks([[deals[deal] for deal in sorted(deals)] for deals in means])[1]
    except StatisticsError:
        return None  # every return is the same


def _tell_sprt(outcome: Outcome) -> dict[str, Any] | None:
    verdict = outcome.verdict
    if verdict.sprt is None:
        return None
    low, high = verdict.sprt.bounds
    report = {**asdict(verdict.sprt), "llr": verdict.llr, "bounds": [low, high], "verdict": verdict.verdict}
    return report | ({"pairs": verdict.counts} if verdict.pairs else {"n": len(verdict.differences)})
