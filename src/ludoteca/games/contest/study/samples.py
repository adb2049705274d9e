"""Samples of contests as the thesis played them: Speranza and three of the other five, beginning in a fixed order."""

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca import agents
from ludoteca.agents.playouts import NO_CAP, UNIFORM, play_out
from ludoteca.core.jit import compiled
from ludoteca.core.rng import new_rng, shuffle, split_seed
from ludoteca.games import load
from ludoteca.games.contest.contestants import THESIS_ORDER
from ludoteca.games.contest.notation import names_of
from ludoteca.lab.parallel import WorkerPool, run_tasks
from ludoteca.protocol import CHANCE, Agent, State, new_actions, new_states

LEADER = "Speranza"
CHUNK = 10  # contests a piece of work


@dataclass(frozen=True)
class Row:
    """One contest: hearts by contestant, and who won."""

    hearts: dict[str, int]
    winner: str

    def difference(self, name: str) -> float:
        """Hearts above the mean of the four."""
        return self.hearts[name] - sum(self.hearts.values()) / len(self.hearts)


@dataclass
class Sample:
    """Contests of one kind."""

    rows: list[Row] = field(default_factory=list)

    def count(self, name: str) -> tuple[int, int]:
        """Contests won, and taken part in."""
        here = [row for row in self.rows if name in row.hearts]
        return sum(row.winner == name for row in here), len(here)

    def rate(self, name: str) -> float:
        """Per cent won."""
        wins, n = self.count(name)
        return 100 * wins / n if n else float("nan")

    def differences(self, name: str) -> list[float]:
        return [row.difference(name) for row in self.rows if name in row.hearts]

    def merit(self, name: str) -> tuple[float, float]:
        """For choosing: per cent won, then the mean difference."""
        return self.rate(name), float(np.mean(self.differences(name)))

    def hearts(self, name: str) -> list[int]:
        return [row.hearts[name] for row in self.rows if name in row.hearts]


def draw_team(seed: int, number: int, leader: str = LEADER) -> list[str]:
    """The contestants of the n-th contest: the leader and three others, in the fixed order."""
    others = np.array([i for i, name in enumerate(THESIS_ORDER) if name != leader], np.int64)
    shuffle(new_rng(seed, "team", number), others, len(others))
    chosen = {leader, *(THESIS_ORDER[i] for i in others[:3])}
    return [name for name in THESIS_ORDER if name in chosen]


# --- random players, compiled --------------------------------------------------------------------------------------


@compiled
def play_random(roots: Any, scratch: Any, totals: Any, winners: Any, out: Any, odds: Any, rng: Any) -> None:
    """Play every root to its end at random."""
    for i in range(roots.shape[0]):
        scratch[0] = roots[i]
        play_out(scratch[0], UNIFORM, NO_CAP, out, odds, rng)
        for seat in range(totals.shape[1]):
            totals[i, seat] = scratch[0].totals[seat]
        winners[i] = scratch[0].winner


def sample_random(contests: int, seed: int) -> Sample:
    game = load("contest")
    teams = [draw_team(seed, i) for i in range(contests)]
    starts = {tuple(team): game.start(contestants=team) for team in {tuple(team) for team in teams}}
    roots = new_states(game.state_dtype, contests)
    for i, team in enumerate(teams):
        roots[i] = starts[tuple(team)]
    totals, winners = np.zeros((contests, 4), np.int64), np.zeros(contests, np.int64)
    scratch = new_states(game.state_dtype, 1)
    odds = np.zeros(game.info.max_outcomes)
    play_random(roots, scratch, totals, winners, new_actions(game), odds, new_rng(seed, "random"))
    return Sample(
        [
            Row(dict(zip(team, (int(x) for x in hearts), strict=True)), team[int(winner)])
            for team, hearts, winner in zip(teams, totals, winners, strict=True)
        ]
    )


# --- players that think --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """Who plays: one spec for the leader, one for the others; which contests."""

    leader_spec: str
    other_spec: str
    seed: int
    first: int
    count: int
    leader: str = LEADER
    mode: str = "thesis"


@cache
def _player(spec: str, seat: int) -> Agent:
    """An agent for a seat, kept between pieces of work: it is reseeded for every contest."""
    name, options = agents.parse_spec(spec)
    return agents.make(name, load("contest"), seat, **options)


def play_contest(start: State, specs: Sequence[str], seed: int) -> State:
    """One contest between agents, by name of their specs; the same seed plays the same contest."""
    game = load("contest")
    s = game.copy(start)
    rng = new_rng(seed, "chance")
    players = [_player(spec, seat) for seat, spec in enumerate(specs)]
    for seat, player in enumerate(players):
        player.reseed(split_seed(seed, "seat", seat))
        player.forget()
    while not game.is_over(s):
        who = game.mover(s)
        if who == CHANCE:
            game.play(s, game.draw_chance(s, rng))
        else:
            game.play(s, players[who].decide(game.observe(s, who)).action)
    return s


def play_plan(plan: Plan) -> list[Row]:
    """The contests of a plan, in this process."""
    game = load("contest")
    rows = []
    for number in range(plan.first, plan.first + plan.count):
        team = draw_team(plan.seed, number, plan.leader)
        specs = [plan.leader_spec if name == plan.leader else plan.other_spec for name in team]
        start = game.start(contestants=team, mode=plan.mode)
        s = play_contest(start, specs, split_seed(plan.seed, "contest", number))
        names = names_of(s)
        rows.append(Row({name: int(s.totals[i]) for i, name in enumerate(names)}, names[int(s.winner)]))
    return rows


def sample_players(
    engine: WorkerPool,
    leader_spec: str,
    other_spec: str,
    contests: int,
    seed: int,
    leader: str = LEADER,
    mode: str = "thesis",
) -> Iterator[tuple[int, Sample]]:
    """Play a sample in parallel; yields (contests done, the sample so far)."""
    plans = [
        Plan(leader_spec, other_spec, seed, first, min(CHUNK, contests - first), leader, mode)
        for first in range(0, contests, CHUNK)
    ]
    parts: dict[int, list[Row]] = {}
    for plan, rows in run_tasks(engine, play_plan, plans):
        parts[plan.first] = rows
        yield sum(map(len, parts.values())), Sample([row for first in sorted(parts) for row in parts[first]])


# --- files ---------------------------------------------------------------------------------------------------------


def keep_sample(path: Path, what: str, make: Callable[[Sample], Sample]) -> Sample:
    """The sample in a file that was made in exactly this way (`what`); else make it, and write the file."""
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines()
        if lines and lines[0] == f"# {what}":
            return _read_rows(lines[1:])
    sample = make(Sample())
    names = sorted({name for row in sample.rows for name in row.hearts}, key=THESIS_ORDER.index)
    lines = [f"# {what}", ",".join([*names, "winner"])]
    for row in sample.rows:
        lines.append(",".join([*(str(row.hearts.get(name, "")) for name in names), row.winner]))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return sample


def _read_rows(lines: list[str]) -> Sample:
    rows = []
    for line in csv.DictReader(lines):
        winner = line.pop("winner")
        rows.append(Row({name: int(hearts) for name, hearts in line.items() if hearts}, winner))
    return Sample(rows)
