"""Playing the tournaments of the course (`games/dicewars/tournament.py`), resumable board by board.

A game that nobody wins is a loss for all.
"""

import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ludoteca import agents
from ludoteca.core.errors import RecordError
from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.tournament import SEATS, TESTED, find_places, line_ups, rotations, start_games
from ludoteca.lab.match import ASK, Bots, play_beside
from ludoteca.protocol import Agent, Decision, State, Watch

FIRST_BOARD = 1  # networks are trained and players tuned on boards from 100,000 on
SAVE_EVERY = 10  # boards


@dataclass
class Standings:
    """Wins and games so far: of every agent, and of the tested agent against each opponent."""

    spec: str
    seed: int
    boards: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)
    pair_wins: dict[str, int] = field(default_factory=dict)
    """Of the tested agent, in the games with each opponent."""
    pair_games: dict[str, int] = field(default_factory=dict)
    seat_wins: list[int] = field(default_factory=lambda: [0] * SEATS)
    """Of the tested agent, by its seat."""
    unfinished: int = 0
    """Games that nobody won."""
    decisions: int = 0
    seconds: float = 0.0
    """CPU time of the tested agent's decisions."""

    def add(self, seating: list[str], winner: str | None) -> None:
        """Count one game."""
        for name in seating:
            self.games[name] = self.games.get(name, 0) + 1
            self.wins[name] = self.wins.get(name, 0) + (name == winner)
            if name != TESTED:
                self.pair_games[name] = self.pair_games.get(name, 0) + 1
                self.pair_wins[name] = self.pair_wins.get(name, 0) + (winner == TESTED)
        if winner == TESTED:
            self.seat_wins[seating.index(TESTED)] += 1
        self.unfinished += winner is None


@dataclass
class TimedAgent:
    """An agent whose decisions are counted and timed."""

    agent: Agent
    standings: Standings

    def decide(self, view: State, budget: Any = None, watch: Watch | None = None) -> Decision:
        began = time.process_time()
        decision = self.agent.decide(view, budget, watch)
        self.standings.seconds += time.process_time() - began
        self.standings.decisions += 1
        return decision


def play_board(agent: Agent, line_up: list[str], board: int, standings: Standings) -> None:
    """Every rotation of a line-up on one board."""
    for turn, seating in enumerate(rotations(line_up)):
        states, rngs = start_games([board], split_seed(standings.seed, "chance"))
        agent.forget()
        agent.reseed(split_seed(standings.seed, "tested", board, turn))
        bots = Bots.seated(GAME, find_places(seating, ASK))
        players = {seating.index(TESTED): TimedAgent(agent, standings)}
        for _ in play_beside(GAME, states, bots, rngs, players):
            pass
        winner = int(states[0].winner)
        standings.add(seating, seating[winner] if winner >= 0 else None)


def play_tournament(spec: str, games: int, seed: int, path: Path | None = None, report: Report = silent) -> Standings:
    """Play until there are `games` games. With a path, a tournament that is stored there is resumed."""
    agent = agents.make_from_spec(spec, GAME, seed)
    standings = load_standings(path, spec, seed)
    boards = -(-games // SEATS)
    for board, line_up in zip(range(boards), line_ups(split_seed(seed, spec)), strict=False):
        if board < standings.boards:
            continue
        report(spec, board, boards)
        play_board(agent, line_up, FIRST_BOARD + board, standings)
        standings.boards += 1
        if path and (standings.boards % SAVE_EVERY == 0 or standings.boards == boards):
            save_standings(path, standings)
    return standings


def load_standings(path: Path | None, spec: str, seed: int) -> Standings:
    """What is stored of this tournament; empty standings if nothing is, or another agent or seed."""
    if path is None or not path.exists():
        return Standings(spec, seed)
    kept = read_standings(path)
    return kept if (kept.spec, kept.seed) == (spec, seed) else Standings(spec, seed)


def read_standings(path: Path) -> Standings:
    try:
        return Standings(**json.loads(path.read_text()))
    except (OSError, ValueError, TypeError) as error:
        raise RecordError(f"{path} holds no standings of a tournament ({error}); remove it to play again") from None


def save_standings(path: Path, standings: Standings) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, json.dumps(asdict(standings), indent=1) + "\n")
