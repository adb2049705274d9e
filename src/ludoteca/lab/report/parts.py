"""What both kinds of report say: the sentences, the tables, the values behind the charts, the games worth a look."""

import math
from collections import defaultdict
from typing import Any

from ludoteca.lab.statistics import LEAST_DEALS, Interval
from ludoteca.lab.store import Row
from ludoteca.lab.summary import Pairing, Summary
from ludoteca.lab.tournament import Outcome

Table = tuple[list[str], list[list[str]]]  # head and rows
TEXTS = ("agent", "plays as", "first", "second")  # the columns that are no numbers
ALONE = "There was one agent only."
THINKING = "Means of a decision, as the agents reported them; - where an agent does not count them."
ALPHA = 0.05  # a p-value below it counts as proof
ENDINGS = {
    "games": "All planned games were played.",
    "sprt": "The sequential test ended it.",
    "time": "The time limit ended it.",
    "unfinished": "It is not finished: more games are planned.",
    "interrupted": "It was interrupted: more games are planned.",
}


def tell_title(summary: Summary) -> str:
    return f"{summary.title}: {len(summary.standings)} agents, {summary.games:,} games"


def tell_headline(summary: Summary) -> str:
    """The answer first, with how sure it is."""
    best = summary.standings[0]
    idle = [row.agent for row in summary.standings if row.mean is None]
    if idle:
        verb = "has" if len(idle) == 1 else "have"
        return f"{', '.join(idle)} {verb} not played yet: it is too early to say who is better."
    mean = f"{tell_number(best.mean, 2)} ({tell_interval(best.mean_95, 2, long=True)})"
    if len(summary.standings) == 1:
        return f"{best.agent} scores {mean} on average."
    if best.elo is not None and best.elo_95 is not None:
        lead = f"{best.elo:+.0f} Elo (95 %: {tell_interval(best.elo_95, 0, sign=True)})"
    else:
        lead = f"a mean of {mean}"
    return f"{best.agent} leads with {lead}. {_tell_certainty(summary)}"


def _tell_certainty(summary: Summary) -> str:
    """Whether the first is better than the next."""
    second = summary.standings[1].agent
    pair = find_pairing(summary, summary.standings[0].agent, second)
    if pair is None or pair.p is None:
        return f"There are too few deals to say whether it is better than {second}."
    if pair.p < ALPHA:
        return f"It is better than {second}, the next ({tell_p(pair.p)})."
    return f"It is not clearly better than {second}, the next ({tell_p(pair.p)}): more games would be needed."


def tell_facts(summary: Summary) -> list[str]:
    facts = [
        f"{summary.games:,} games on {summary.deals:,} deals (seeds); every line-up plays a deal from every seat. "
        + ENDINGS[summary.ended],
        f"A game has {summary.length[0]:.1f} actions on average ({summary.length[1]} to {summary.length[2]}).",
    ]
    if summary.deals < LEAST_DEALS:
        facts.append(f"Intervals and tests need at least {LEAST_DEALS} deals.")
    if summary.friedman_p is not None:
        test = f"Friedman's test on returns by deal, {tell_p(summary.friedman_p)}"
        differ = summary.friedman_p < ALPHA
        facts.append(
            f"The agents differ ({test})." if differ else f"No difference between the agents is proven ({test})."
        )
    forfeits = sum(row.forfeits for row in summary.standings)
    if forfeits:
        facts.append(f"{forfeits} games were forfeited: an agent crashed, was late, or broke the rules.")
    if summary.sprt is not None:
        low, high = summary.sprt["bounds"]
        facts.append(
            f"Sequential test of H0 = {summary.sprt['h0']:g} against H1 = {summary.sprt['h1']:g}: log-likelihood ratio "
            f"{summary.sprt['llr']:.2f} (bounds {low:.2f}, {high:.2f}): {summary.sprt['verdict']}."
        )
    return facts


def tell_standings(summary: Summary) -> Table:
    """Head and rows of the table of agents; forfeits are a column of it once there is one."""
    together = summary.co_operative
    has_forfeits = any(row.forfeits for row in summary.standings)
    head = ["agent", "plays as", "games"]
    head += ["mean score", "95 %", "with itself"] if together else ["won-drawn-lost", "mean return", "95 %"]
    head += [] if together else ["Elo", "95 %", "openskill"]
    rows = []
    for row in summary.standings:
        cells = [row.agent, row.spec, f"{row.games:,}"]
        if together:
            cells += [tell_number(row.mean, 2), tell_interval(row.mean_95, 2), tell_number(row.own_team, 2)]
        else:
            cells += [f"{row.wins}-{row.draws}-{row.losses}", tell_number(row.mean, 3, sign=True)]
            cells += [tell_interval(row.mean_95, 2, sign=True), tell_number(row.elo, 0, sign=True)]
            cells += ["-" if row.elo_95 is None else tell_interval(row.elo_95, 0, sign=True)]
            cells += [tell_number(row.skill, 1)]
        cells += [str(row.forfeits)] if has_forfeits else []
        rows.append([*cells, f"{1000 * row.seconds_per_action:.3g}"])
    return [*head, *(["forfeits"] if has_forfeits else []), "ms/action"], rows


def tell_thinking(summary: Summary) -> Table:
    """Head and rows of the table of what the agents reported: means of a decision."""
    rows = [
        [row.agent, f"{1000 * row.seconds_per_action:.3g}", tell_number(row.depth, 1), tell_number(row.nodes, 0),
         tell_number(row.iterations, 0)]
        for row in summary.standings
    ]  # fmt: skip
    return ["agent", "ms/action", "depth", "nodes", "iterations"], rows


def tell_briefly(summary: Summary) -> Table:
    """The same for a narrow terminal."""
    head, rows = tell_standings(summary)
    dropped = ("plays as", "openskill") if summary.co_operative else ("plays as", "games", "openskill")
    kept = [i for i, title in enumerate(head) if title not in dropped and (summary.co_operative or i != 5)]
    return [head[i] for i in kept], [[row[i] for i in kept] for row in rows]


def tell_pairings(summary: Summary) -> Table:
    """Head and rows of the table of pairs."""
    score = "mean score together" if summary.co_operative else "score of the first"
    head = ["first", "second", "meetings", score, "difference of means", "95 %", "p (Holm)"]
    rows = []
    for pair in summary.pairings:
        result = "-" if pair.score is None else f"{pair.score:.2f}" if summary.co_operative else f"{pair.score:.1%}"
        cells = [pair.first, pair.second, f"{pair.games:,}", result]
        difference, p = tell_number(pair.difference, 3, sign=True), "-" if pair.p is None else tell_p(pair.p)
        rows.append([*cells, difference, tell_interval(pair.difference_95, 3, sign=True), p])
    return head, rows


def matrix_cells(summary: Summary) -> tuple[list[str], dict[tuple[int, int], tuple[float, str]]]:
    """Row against column: the shade from 0 to 1, and what is written."""
    names = [row.agent for row in summary.standings]
    found: dict[tuple[int, int], tuple[float, str]] = {}
    own = {row.agent: row.own_team for row in summary.standings}
    scores = [pair.score for pair in summary.pairings if pair.score is not None]
    scores += [value for value in own.values() if value is not None]
    low, high = (min(scores), max(scores)) if scores else (0.0, 1.0)
    for i, first in enumerate(names):
        for j, second in enumerate(names):
            score = own[first] if i == j and summary.co_operative else _score(summary, first, second)
            if score is None:
                continue
            if summary.co_operative:
                found[i, j] = ((score - low) / ((high - low) or 1.0), f"{score:.2f}")
            else:
                found[i, j] = (score, f"{score:.0%}")
    return names, found


def _score(summary: Summary, first: str, second: str) -> float | None:
    pair = find_pairing(summary, first, second)
    if pair is None or pair.score is None:
        return None
    return pair.score if pair.first == first or summary.co_operative else 1 - pair.score


def find_pairing(summary: Summary, first: str, second: str) -> Pairing | None:
    return next((pair for pair in summary.pairings if {pair.first, pair.second} == {first, second}), None)


def returns_by_deal(outcome: Outcome, names: list[str]) -> dict[str, list[float]]:
    """Each agent's mean return on each deal."""
    sums: dict[str, dict[int, list[float]]] = {name: defaultdict(list) for name in names}
    known = outcome.description.names
    for row in outcome.rows:
        for who, value in zip(row["seating"], row["returns"], strict=True):
            sums[known[who]][row["deal"]].append(value)
    return {name: [sum(v) / len(v) for v in deals.values()] for name, deals in sums.items() if deals}


def milliseconds_by_game(outcome: Outcome, names: list[str]) -> dict[str, list[float]]:
    """Each agent's milliseconds an action, game by game."""
    found: dict[str, list[float]] = {name: [] for name in names}
    for row in outcome.rows:
        for who, seconds, n in zip(row["seating"], row["seconds"], row["decisions"], strict=True):
            if n:
                found[outcome.description.names[who]].append(1000 * seconds / n)
    return {name: values for name, values in found.items() if values}


def choose_games(rows: list[Row]) -> list[tuple[str, Row]]:
    """Some games to look at: the first, the shortest, the longest, the last, and a forfeit if there is one."""
    chosen: dict[int, tuple[str, Row]] = {}

    def add(why: str, row: Row) -> None:
        chosen.setdefault(row["game"], (why, row))

    add("the first", rows[0])
    add("the shortest", min(rows, key=lambda row: len(row["actions"])))
    add("the longest", max(rows, key=lambda row: len(row["actions"])))
    for row in rows:
        if row["forfeit"] is not None:
            add("a forfeit", row)
            break
    add("the last", rows[-1])
    return list(chosen.values())


def tell_interval(interval: Interval | None, digits: int, sign: bool = False, long: bool = False) -> str:
    """An interval in words; `long` says what it is."""
    if interval is None:
        return "too few deals for an interval" if long else "too few deals"
    low, high = interval
    if not (math.isfinite(low) and math.isfinite(high)):
        return "unknown"
    if low == high:
        return "all deals equal"
    form: Any = "{:+,.{d}f} to {:+,.{d}f}" if sign else "{:,.{d}f} to {:,.{d}f}"
    return ("95 %: " if long else "") + str(form.format(low, high, d=digits))


def tell_number(value: float | None, digits: int, sign: bool = False) -> str:
    if value is None:
        return "-"
    return f"{value:+,.{digits}f}" if sign else f"{value:,.{digits}f}"


def tell_p(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
