"""Samples of contests as in the thesis: Speranza and three of the other five, in a fixed order of the first turn."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np

from ludoteca import agents
from ludoteca.core.errors import WorkError
from ludoteca.core.files import write_atomic
from ludoteca.core.rng import new_rng, shuffle, split_seed
from ludoteca.games import load
from ludoteca.games.contest.contestants import THESIS_ORDER
from ludoteca.games.contest.state import SEATS
from ludoteca.lab.match import Bots, play_batch, play_match
from ludoteca.lab.parallel import WorkerPool, run_tasks
from ludoteca.protocol import Agent, State, new_states

LEADER = "Speranza"
CHUNK = 10  # contests of one task


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

    def ranking_key(self, name: str) -> tuple[float, float]:
        """Larger is better: per cent won, then the mean difference."""
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


def sample_random(contests: int, seed: int) -> Sample:
    """Contests between random players."""
    game = load("contest")
    teams = [draw_team(seed, i) for i in range(contests)]
    starts = {team: game.start(contestants=list(team)) for team in {tuple(team) for team in teams}}
    states = new_states(game.state_dtype, contests)
    for i, team in enumerate(teams):
        states[i] = starts[tuple(team)]
    players = Bots.named(game, ["random"] * SEATS)
    play_batch(game, states, players, new_rng(seed, "random")[None, :])
    return Sample([_read_row(team, s) for team, s in zip(teams, states, strict=True)])


def _read_row(team: Sequence[str], s: State) -> Row:
    """The row of a finished contest."""
    return Row({name: int(s.totals[seat]) for seat, name in enumerate(team)}, team[int(s.winner)])


# --- players that search -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SamplePlan:
    """Contests of a sample: one spec for the leader, one for the others, and which contests."""

    leader_spec: str
    other_spec: str
    seed: int
    first: int
    count: int
    leader: str = LEADER
    mode: str = "thesis"


@cache
def _player(spec: str, seat: int) -> Agent:
    """An agent for a seat, kept between contests: a match reseeds it."""
    return agents.make_from_spec(spec, load("contest"), seat)


def play_contest(start: State, specs: Sequence[str], seed: int) -> State:
    """One contest between agents; returns its last state. The same seed plays the same contest."""
    players = [_player(spec, seat) for seat, spec in enumerate(specs)]
    match = play_match(load("contest"), players, seed, start)
    if match.result is None or match.result.forfeit is not None:
        raise WorkError(f"a contest was not played to its end: {match.result and match.result.reason}")
    return match.final


def play_plan(plan: SamplePlan) -> list[Row]:
    """The contests of a plan, in this process."""
    game = load("contest")
    rows = []
    for number in range(plan.first, plan.first + plan.count):
        team = draw_team(plan.seed, number, plan.leader)
        specs = [plan.leader_spec if name == plan.leader else plan.other_spec for name in team]
        start = game.start(contestants=team, mode=plan.mode)
        rows.append(_read_row(team, play_contest(start, specs, split_seed(plan.seed, "contest", number))))
    return rows


def sample_players(pool: WorkerPool, whole: SamplePlan, report: Callable[[int], None]) -> Sample:
    """Play a sample in parallel; `report` gets the number of contests done so far."""
    last = whole.first + whole.count
    plans = [replace(whole, first=i, count=min(CHUNK, last - i)) for i in range(whole.first, last, CHUNK)]
    parts: dict[int, list[Row]] = {}
    for plan, rows in run_tasks(pool, play_plan, plans):
        parts[plan.first] = rows
        report(sum(map(len, parts.values())))
    return Sample([row for first in sorted(parts) for row in parts[first]])


# --- files ---------------------------------------------------------------------------------------------------------


def load_or_make_sample(path: Path, what: str, make: Callable[[], Sample]) -> Sample:
    """Read the sample from a file that was made in exactly this way (`what`), or else make it and write the file."""
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines()
        if lines and lines[0] == f"# {what}":
            return _read_rows(lines[1:])
    sample = make()
    names = sorted({name for row in sample.rows for name in row.hearts}, key=THESIS_ORDER.index)
    lines = [f"# {what}", ",".join([*names, "winner"])]
    for row in sample.rows:
        lines.append(",".join([*(str(row.hearts.get(name, "")) for name in names), row.winner]))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, "\n".join(lines) + "\n")
    return sample


def _read_rows(lines: list[str]) -> Sample:
    rows = []
    for line in csv.DictReader(lines):
        winner = line.pop("winner")
        rows.append(Row({name: int(hearts) for name, hearts in line.items() if hearts}, winner))
    return Sample(rows)
