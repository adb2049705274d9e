"""Tournaments by the method of the course (`games/dicewars/line_ups.py`), resumable board by board.

All rotations of a board are played with the same chance. A game that nobody wins is lost for all.
"""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from ludoteca import agents
from ludoteca.core.errors import RecordError
from ludoteca.core.files import write_atomic
from ludoteca.core.rng import split_seed
from ludoteca.games import load
from ludoteca.games.dicewars.bots import REFERENCE
from ludoteca.games.dicewars.line_ups import SEATS, TESTED, line_ups, rotations
from ludoteca.games.dicewars.rules import apply
from ludoteca.games.dicewars.simulation import ASK, play_on, start_games
from ludoteca.protocol import Agent

FIRST_BOARD = 1  # networks are trained and players tuned on boards from 100,000 on
SAVE_EVERY = 10  # boards


@dataclass
class Table:
    """Wins and games so far: of every agent, and of the tested one in the games in which another one sat, too."""

    spec: str
    seed: int
    boards: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)
    pair_wins: dict[str, int] = field(default_factory=dict)
    """Of the tested agent, by opponent."""
    pair_games: dict[str, int] = field(default_factory=dict)
    seat_wins: list[int] = field(default_factory=lambda: [0] * SEATS)
    """Of the tested agent, by its seat."""
    unfinished: int = 0
    """Games that nobody won."""
    decisions: int = 0
    seconds: float = 0.0
    """Of the processor, for the decisions of the tested agent."""

    def add(self, sitting: list[str], winner: str | None) -> None:
        for name in sitting:
            self.games[name] = self.games.get(name, 0) + 1
            self.wins[name] = self.wins.get(name, 0) + (name == winner)
            if name != TESTED:
                self.pair_games[name] = self.pair_games.get(name, 0) + 1
                self.pair_wins[name] = self.pair_wins.get(name, 0) + (winner == TESTED)
        if winner == TESTED:
            self.seat_wins[sitting.index(TESTED)] += 1
        self.unfinished += winner is None


def play_board(agent: Agent, line_up: list[str], board: int, table: Table) -> None:
    """Every rotation of a line-up on one board."""
    for turn, sitting in enumerate(rotations(line_up)):
        states, rngs = start_games([board], split_seed(table.seed, "chance"))
        s = states[0]
        agent.forget()
        agent.reseed(split_seed(table.seed, "tested", board, turn))
        bots = np.array([ASK if name == TESTED else REFERENCE.index(name) for name in sitting])
        while play_on(s, bots, rngs[0]) >= 0:
            began = time.process_time()
            decision = agent.decide(s)
            table.seconds += time.process_time() - began
            table.decisions += 1
            apply(s, decision.action)
        table.add(sitting, sitting[int(s.winner)] if s.winner >= 0 else None)


def play_tournament(
    spec: str, games: int, seed: int, path: Path | None = None, report: Callable[[int, int], None] = lambda *_: None
) -> Table:
    """Play until there are so many games. With a path, go on with what is kept there, and keep what is played."""
    name, options = agents.parse_spec(spec)
    agent = agents.make(name, load("dicewars"), seed, **options)
    table = load_table(path, spec, seed)
    boards = -(-games // SEATS)
    for board, line_up in zip(range(boards), line_ups(split_seed(seed, spec)), strict=False):
        if board < table.boards:
            continue
        report(board, boards)
        play_board(agent, line_up, FIRST_BOARD + board, table)
        table.boards += 1
        if path and (table.boards % SAVE_EVERY == 0 or table.boards == boards):
            save_table(path, table)
    return table


def load_table(path: Path | None, spec: str, seed: int) -> Table:
    """What is kept of this tournament, or an empty table: another agent or seed begins anew."""
    if path is None or not path.exists():
        return Table(spec, seed)
    kept = read_table(path)
    return kept if (kept.spec, kept.seed) == (spec, seed) else Table(spec, seed)


def read_table(path: Path) -> Table:
    try:
        return Table(**json.loads(path.read_text()))
    except (OSError, ValueError, TypeError) as error:
        raise RecordError(f"{path} is no table of a tournament ({error}); remove it to play it again") from None


def save_table(path: Path, table: Table) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, json.dumps(asdict(table), indent=1) + "\n")
