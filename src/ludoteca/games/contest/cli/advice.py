"""Advice on a pick: what the search found and what simulations say, side by side, and why the two may differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from ludoteca.games.contest.study.estimates import MoveEstimate
from ludoteca.protocol import ActionValue, Decision

NORMAL_95 = 1.96


@dataclass(frozen=True)
class AdviceRow:
    """One move: the search's count and value (None if it has none), and what simulations expect of it."""

    name: str
    advised: bool
    visits: int | None
    value: float | None
    estimate: MoveEstimate


def rank_moves(decision: Decision, estimates: Sequence[MoveEstimate], names: Sequence[str]) -> list[AdviceRow]:
    """The advised move first, then by visits of the search, then by the chance to win in the simulations."""
    found = {row.action: row for row in decision.analysis.actions}
    rows = [_make_row(decision, estimate, names[estimate.move], found.get(estimate.move)) for estimate in estimates]
    return sorted(rows, key=lambda row: (not row.advised, -(row.visits or 0), -row.estimate.wins))


def _make_row(decision: Decision, estimate: MoveEstimate, name: str, found: ActionValue | None) -> AdviceRow:
    advised = estimate.move == decision.action
    return AdviceRow(name, advised, found.visits if found else None, found.value if found else None, estimate)


def explain_advice(rows: Sequence[AdviceRow]) -> str:
    """Why the first row is advised, in words. `rows` are ranked."""
    advised = rows[0]
    best = max(rows, key=lambda row: row.estimate.wins)
    reason = _state_reason(advised, rows)
    if best.estimate.wins <= advised.estimate.wins:
        return f"{reason} No other move wins more of the simulations."
    gap = 100 * (best.estimate.wins - advised.estimate.wins)
    margin = 100 * _margin(best.estimate, advised.estimate)
    verdict = "no more than chance explains" if gap <= margin else "more than chance explains"
    return (
        f"{reason} {best.name} wins {gap:.1f} points more of the simulations, {verdict} (95 %: {margin:.1f}). "
        "There two simple bots play on: prudent for you, console for the others. "
        "The search also weighs what everybody may pick later, so its choice comes first."
    )


def _state_reason(advised: AdviceRow, rows: Sequence[AdviceRow]) -> str:
    total = sum(row.visits or 0 for row in rows)
    if not total:
        return f"{advised.name} is what the agent would pick; it gives no counts."
    share = 100 * (advised.visits or 0) / total
    return f"{advised.name} is advised: the search spent {share:.0f} % of its {total:,} visits on it."


def _margin(a: MoveEstimate, b: MoveEstimate) -> float:
    """Half the 95 % interval of a difference between two independent shares."""
    return NORMAL_95 * sqrt(sum(row.wins * (1 - row.wins) / row.contests for row in (a, b)))
