"""Games that searches play with themselves, hundreds side by side, in compiled code.

`play_games` has the networks answer the leaves of all games in one batch, until all games are over; what happens at a
table is in `selfplay_tables.py`. Everything drawn in a game follows from the game's own seed, so a batch of games is
the same wherever and whenever it is played. Where seats see different things, worlds that games have met are drawn by
searches of other games of the same batch, so there the batch as a whole follows from its seeds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.agents.guided_search import Plan, write_plan
from ludoteca.agents.guided_tree import Forest, count_nodes, new_forest
from ludoteca.agents.network_evaluator import NetworkEvaluator
from ludoteca.protocol import Game, State, new_states
from ludoteca.training.selfplay_openings import choose_openings
from ludoteca.training.selfplay_tables import ALL, ALL_OVER, IDLE, Records, Tables, advance, start_games


@dataclass(frozen=True)
class Search:
    """How a move of self-play is searched for."""

    simulations: int = 32
    quick: int = 0
    """Simulations of moves that are only played, not learned from; 0: every move is searched in full."""
    full_share: float = 0.25
    """Of the moves that are searched in full, where there are quick ones."""
    candidates: int = 16
    noise: float = 1.0
    scale: float = 0.5
    """How much values weigh beside priors at the root."""
    exploration: float = 0.7
    opening: int = 0
    """The most random actions that a game begins with."""
    opening_share: float = 0.0
    """Of the games that begin with random actions."""
    opening_choices: int = 1
    """Of so many random openings a game begins with the one that the network finds most even."""
    longest: int = 0
    """A game is cut off after so many moves, and the game's own evaluation is its result; 0: played to its end."""
    precision: str = "float32"
    """Of the network's answers in self-play: float32, or int8, which is twice as fast where a processor
    multiplies such numbers (AVX-512 VNNI), and rounds."""
    proof_nodes: int = 0
    """Of alpha-beta, which goes through a finished game from its end and proves what positions are worth, until one
    needs more nodes; 0: no proofs."""
    proof_share: float = 1.0
    """Of the proven positions of a game, the share that is learned from; the first one always is."""
    proof_replies: int = 0
    """So many other actions of each proven position are learned from, too, by the value alone."""


SEARCH = np.dtype(
    [
        ("simulations", np.int64), ("quick", np.int64), ("full_share", np.float64),
        ("opening", np.int64), ("opening_share", np.float64), ("longest", np.int64),
        ("one_searches", np.int64),
    ]
)  # fmt: skip


def plan_search(game: Game, search: Search) -> Any:
    """What the compiled search reads of the settings."""
    plan = write_plan(game, search.exploration)
    plan.gumbel, plan.candidates, plan.noise, plan.scale = 1, search.candidates, search.noise, search.scale
    return plan


def write_search(search: Search, one_searches: bool) -> Any:
    record = new_states(SEARCH, 1)[0]
    for name in ("simulations", "quick", "full_share", "opening", "opening_share", "longest"):
        setattr(record, name, getattr(search, name))
    record.one_searches = one_searches
    return record


@dataclass
class Played:
    """Finished games."""

    returns: Any
    """[game, seat]"""
    lengths: Any
    records: Records
    evaluations: int


def play_games(
    game: Game,
    first: State,
    networks: Sequence[NetworkEvaluator],
    search: Search,
    seeds: Any,
    seating: Any = None,
    most_trees: int = 256,
) -> Played:
    """Play a game for each seed. With a seating [game, seat] the numbers say which network has which seat, and nothing
    is recorded; otherwise the first network has all seats."""
    seats, count = game.seats(first), min(most_trees, len(seeds))
    simulations = max(search.simulations, search.quick)
    openings = new_states(game.state_dtype, 0)
    if search.opening_choices > 1 and seating is None:
        openings = choose_openings(game, first, networks[0], search, seeds)
    forest = new_forest(game, seats, count, simulations, count_nodes(game, simulations))
    tables = Tables(
        np.full(count, IDLE), np.zeros(count, np.int64), np.full(count, ALL), np.zeros(count, np.bool_),
        np.zeros(1, np.int64),
        np.asarray(seeds, np.uint64), new_states(game.state_dtype, 1), openings, np.zeros((len(seeds), seats)),
        np.zeros(len(seeds), np.int64),
    )  # fmt: skip
    tables.first[0] = first
    for network in networks:
        network.check(first)
    plan, settings = plan_search(game, search), write_search(search, seating is None)
    records = new_records(game, seats, 0 if seating is not None else 16 * count)
    waiting, evaluations = np.zeros((2, count), np.int64), 0
    start_games(forest, settings, tables)
    while (n := advance(forest, plan, settings, tables, records, waiting)) != ALL_OVER:
        evaluations += n
        if seating is None:
            records = make_room(records, count)
            if n:
                networks[0].answer(forest, plan, waiting[0, :n], waiting[1, :n])
        else:
            _share_out(networks, forest, plan, tables, seating, waiting[:, :n])
    return Played(tables.results, tables.lengths, records, evaluations)


def _share_out(
    networks: Sequence[NetworkEvaluator], forest: Forest, plan: Plan, tables: Tables, seating: Any, waiting: Any
) -> None:
    """Each search is answered by the network of the seat that thinks."""
    trees, nodes = waiting
    asked = seating[tables.game[trees], tables.player[trees]]
    for number, network in enumerate(networks):
        own = asked == number
        if own.any():
            network.answer(forest, plan, trees[own], nodes[own])


def new_records(game: Game, seats: int, rows: int) -> Records:
    return Records(
        new_states(game.state_dtype, rows), np.zeros((rows, game.info.max_actions), np.float32),
        np.zeros((rows, seats), np.float32), np.zeros(rows, np.bool_), np.zeros(rows, np.int64),
        np.zeros(rows, np.float32), np.zeros(1, np.int64),
    )  # fmt: skip


def make_room(records: Records, rows: int) -> Records:
    """Twice the space where so many more rows might not fit."""
    used, size = int(records.used[0]), len(records.game)
    if used + rows <= size:
        return records
    grown = []
    for array in records[:-1]:
        larger = np.zeros((2 * size + rows, *array.shape[1:]), array.dtype).view(type(array))
        larger[:used] = array[:used]
        grown.append(larger)
    return Records._make([*grown, records.used])
