"""Pieces of work for the workers: games of self-play, and games between two networks. Each depends on its task alone,
so it is the same wherever it is done, and how many workers there are changes nothing."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.agents.network_evaluator import NetworkEvaluator
from ludoteca.core.rng import split_seed
from ludoteca.lab.description import load_game
from ludoteca.networks.files import NetworkFile
from ludoteca.protocol import Game, State
from ludoteca.training.quantised import QuantisedInference
from ludoteca.training.selfplay_games import Search, play_games
from ludoteca.training.selfplay_plan import SelfPlayPlan
from ludoteca.training.selfplay_proofs import new_prover, prove_games
from ludoteca.training.selfplay_rows import Rows, choose_rows, make_rows, pack_rows

CHUNK = 256  # games of one task


@dataclass(frozen=True)
class Table:
    """A game with its setup, by name, as workers can load it."""

    game: str
    setup: Mapping[str, Any]

    def open(self) -> tuple[Game, State]:
        game = load_game(self.game)
        return game, game.start(dict(self.setup))


@dataclass(frozen=True)
class PlayTask:
    """Some games of an iteration of self-play."""

    table: Table
    network: NetworkFile
    plan: SelfPlayPlan
    iteration: int
    first: int
    count: int


@dataclass(frozen=True)
class PlayAnswer:
    rows: Rows
    moves: int
    proven: int
    """Positions whose value is certain."""
    evaluations: int
    seconds: float
    """CPU-seconds."""


def play_chunk(task: PlayTask) -> PlayAnswer:
    begun = time.process_time()
    game, first = task.table.open()
    plan = task.plan
    network = open_evaluator(game, task.network, plan.search)
    numbers = range(task.first, task.first + task.count)
    seeds = [split_seed(plan.seed, "game", task.iteration, number) for number in numbers]
    played = play_games(game, first, [network], plan.search, seeds)
    if plan.search.proof_nodes:
        prover = new_prover(game, split_seed(plan.seed, "proofs", task.iteration, task.first))
        prove_games(prover, played, plan.search.proof_nodes, plan.search.proof_replies)
    encoder = games.encoders_of(game)[task.network.declaration.encoder]
    rows = make_rows(game, encoder, played, plan.trust, plan.trace, plan.cut)
    chosen = choose_rows(played, plan.search.proof_share, split_seed(plan.seed, "rows", task.iteration, task.first))
    proven = int(played.records.proven[: len(rows)][chosen].sum())
    return PlayAnswer(
        pack_rows(rows.take(chosen), encoder, first),
        int(played.lengths.sum()),
        proven,
        played.evaluations,
        time.process_time() - begun,
    )


def open_evaluator(game: Game, network: NetworkFile, search: Search) -> NetworkEvaluator:
    """A network as it plays with itself."""
    if search.precision == "float32":
        return NetworkEvaluator(game, network)
    return NetworkEvaluator(game, network, QuantisedInference(network.declaration, network.tensors))


def split_games(table: Table, network: NetworkFile, plan: SelfPlayPlan, iteration: int) -> list[PlayTask]:
    """The games of an iteration, in pieces."""
    starts = range(0, plan.games, CHUNK)
    return [PlayTask(table, network, plan, iteration, at, min(CHUNK, plan.games - at)) for at in starts]


# --- tests of two networks -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrialTask:
    """Blocks of games between a candidate (0) and the best network so far (1)."""

    table: Table
    networks: tuple[NetworkFile, NetworkFile]
    plan: SelfPlayPlan
    iteration: int
    first: int
    blocks: int


def make_seatings(game: Game, seats: int) -> Any:
    """[game, seat] of one block: who sits where. A team plays with itself; elsewhere the candidate has each seat once,
    and the others are the old network."""
    if game.info.co_operative:
        return np.repeat([[0], [1]], seats, axis=1)
    return np.where(np.eye(seats, dtype=bool), 0, 1)


@dataclass(frozen=True)
class TrialAnswer:
    returns: Any
    """[block, game, seat]"""
    seating: Any
    """[game, seat], the same in every block"""
    seconds: float


def play_blocks(task: TrialTask) -> TrialAnswer:
    """The games of a block have one seed, so they begin alike."""
    begun = time.process_time()
    game, first = task.table.open()
    gate = task.plan.gate
    block = make_seatings(game, game.seats(first))
    numbers = np.repeat(np.arange(task.first, task.first + task.blocks), len(block))
    seeds = [split_seed(task.plan.seed, "gate", task.iteration, int(number)) for number in numbers]
    search = replace(
        task.plan.search, simulations=gate.simulations, quick=0, noise=0.0, opening=gate.opening, opening_share=1.0
    )
    networks = [open_evaluator(game, network, search) for network in task.networks]
    seating = np.tile(block, (task.blocks, 1))
    played = play_games(game, first, networks, search, seeds, seating)
    returns = played.returns.reshape(task.blocks, len(block), -1)
    return TrialAnswer(returns, block, time.process_time() - begun)


def split_blocks(task: TrialTask, blocks: int, each: int) -> Iterator[TrialTask]:
    """A test in pieces of some blocks each."""
    for at in range(0, blocks, each):
        yield replace(task, first=at, blocks=min(each, blocks - at))
