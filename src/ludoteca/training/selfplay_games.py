"""Games that searches play with themselves, hundreds side by side, in compiled code.

Each tree of a forest plays a game. `advance` goes on in all of them until each needs an evaluation; `play_games` has
the networks answer, in one batch, until all games are over. Everything drawn in a game follows from the game's own
seed, so a batch of games is the same wherever and whenever it is played.

Where seats see different things, one seat of each game searches, and only its moves are learned from. The others draw
their actions from the network's policy, as the search supposes. Worlds that games have met are drawn by searches of
other games of the same batch, so there the batch as a whole follows from its seeds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.evaluations import count_values
from ludoteca.agents.guided_root import improve_policy
from ludoteca.agents.guided_search import Plan, begin_search, choose_final, find_leaf, write_plan
from ludoteca.agents.guided_tree import NONE, ROOT, Forest, count_nodes, new_forest, value_of
from ludoteca.agents.guided_views import is_veiled, remember_world
from ludoteca.agents.network_evaluator import NetworkEvaluator
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below, pick_weighted, uniform
from ludoteca.protocol import CHANCE, OVER, Encoder, Game, State, new_actions, new_states
from ludoteca.protocol.rules import apply, draw_outcome, evaluate, is_stochastic, legal_actions, mover, observe, returns

IDLE = -1  # a tree without a game
ALL = -1  # seats search
ALL_OVER = -1
OPENING_TRIES = 100  # an opening that ends the game is drawn again, so often at the most


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
    longest: int = 0
    """A game is cut off after so many moves, and the game's own evaluation is its result; 0: played to its end."""


class Tables(NamedTuple):
    """The games under way, and those to come."""

    game: Any  # int64 [tree]: the number of its game, or IDLE
    player: Any  # int64 [tree]: the seat that thinks
    searcher: Any  # int64 [tree]: the one seat that searches, or ALL
    full: Any  # bool [tree]: whether the move is searched in full
    begun: Any  # int64 [1]: games so far
    seeds: Any  # uint64 [game]
    first: Any  # [1] state
    results: Any  # float64 [game, seat]
    lengths: Any  # int64 [game]


class Records(NamedTuple):
    """What was searched: one row a position."""

    states: Any
    policy: Any  # float32 [row, action]: by place among the legal actions
    values: Any  # float32 [row, seat]: what the search expects, on [0, 1]
    proven: Any  # bool [row]
    game: Any  # int64 [row]
    used: Any  # int64 [1]


@compiled
def settle(forest: Forest, t: int) -> int:
    """Let chance act at a root until a seat has to; returns who."""
    s = forest.roots[t]
    who = as_int(mover(s))
    while is_stochastic(s) and who == CHANCE:
        apply(s, as_int(draw_outcome(s, forest.out, forest.odds, forest.rngs[t])))
        who = as_int(mover(s))
    return who


@compiled
def open_game(forest: Forest, search: Any, tables: Tables, t: int) -> int:
    """The first position of a game: after some random actions in a share of them. Returns who is to act. An opening
    that ends the game is drawn again, as long as it was, so that late positions are as frequent as early ones."""
    length = 0
    if search.opening > 0 and uniform(forest.rngs[t]) < search.opening_share:
        length = below(forest.rngs[t], as_int(search.opening) + 1)
    for _ in range(OPENING_TRIES):
        forest.roots[t] = tables.first[0]
        who = settle(forest, t)
        for _ in range(length):
            if who != OVER:
                n = legal_actions(forest.roots[t], forest.out)
                apply(forest.roots[t], as_int(forest.out[below(forest.rngs[t], n)]))
                who = settle(forest, t)
        if who != OVER:
            return who
    forest.roots[t] = tables.first[0]
    return settle(forest, t)


@compiled
def begin_move(forest: Forest, search: Any, tables: Tables, t: int, who: int) -> None:
    tables.player[t] = who
    if tables.searcher[t] not in (ALL, who):
        tables.full[t] = False
        begin_search(forest, t, 0)
        return
    tables.full[t] = search.quick == 0 or uniform(forest.rngs[t]) < search.full_share
    begin_search(forest, t, as_int(search.simulations if tables.full[t] else search.quick))
    if is_veiled(forest.roots[t]) and tables.searcher[t] != ALL:
        remember_world(forest, t)


@compiled
def begin_game(forest: Forest, search: Any, tables: Tables, t: int) -> None:
    """The next game, if there is one."""
    game = as_int(tables.begun[0])
    tables.game[t] = IDLE
    if game == len(tables.seeds):
        return
    tables.begun[0] += 1
    forest.rngs[t, 0] = tables.seeds[game]
    tables.game[t] = game
    if is_veiled(tables.first[0]) and search.one_searches:
        tables.searcher[t] = below(forest.rngs[t], tables.results.shape[1])
    begin_move(forest, search, tables, t, open_game(forest, search, tables, t))


@compiled
def keep_record(forest: Forest, plan: Plan, tables: Tables, records: Records, t: int) -> None:
    row = records.used[0]
    records.used[0] += 1
    records.states[row] = forest.roots[t]
    observe(records.states[row], as_int(tables.player[t]))
    records.policy[row, :] = 0.0
    improve_policy(forest, t, plan.scale, records.policy[row])
    records.proven[row] = forest.nodes[t, ROOT].proven != 0
    records.game[row] = tables.game[t]
    for seat in range(records.values.shape[1]):
        records.values[row, seat] = value_of(forest, t, ROOT, seat)


@compiled
def choose_move(forest: Forest, plan: Plan, t: int) -> int:
    """The root's child to play: what the search found; without a search, drawn from the policy."""
    if forest.limit[t] > 0 or forest.nodes[t, ROOT].proven:
        return choose_final(forest, plan, t)
    root = forest.nodes[t, ROOT]
    for i in range(root.count):
        forest.odds[i] = forest.nodes[t, root.first + i].prior
    return as_int(root.first + pick_weighted(forest.rngs[t], forest.odds, as_int(root.count)))


@compiled
def finish_move(forest: Forest, plan: Plan, search: Any, tables: Tables, records: Records, t: int) -> None:
    """The search is over: keep what it found, play its action, and think on."""
    if tables.full[t] and len(records.game) > 0:
        keep_record(forest, plan, tables, records, t)
    game = as_int(tables.game[t])
    apply(forest.roots[t], as_int(forest.nodes[t, choose_move(forest, plan, t)].action))
    tables.lengths[game] += 1
    who = settle(forest, t)
    if who == OVER:
        returns(forest.roots[t], tables.results[game])
        begin_game(forest, search, tables, t)
    elif 0 < search.longest <= tables.lengths[game]:
        for seat in range(tables.results.shape[1]):
            tables.results[game, seat] = evaluate(forest.roots[t], seat)
        begin_game(forest, search, tables, t)
    else:
        begin_move(forest, search, tables, t, who)


@compiled
def start_games(forest: Forest, search: Any, tables: Tables) -> None:
    for t in range(len(tables.game)):
        begin_game(forest, search, tables, t)


@compiled
def advance(forest: Forest, plan: Plan, search: Any, tables: Tables, records: Records, waiting: Any) -> int:
    """Go on in every game until it needs an evaluation, by one move at the most. Writes the trees and the nodes that
    wait; returns how many, ALL_OVER once there are no games left."""
    count, left = 0, False
    for t in range(len(tables.game)):
        if tables.game[t] == IDLE:
            continue
        left = True
        node = find_leaf(forest, plan, t)
        if node == NONE:
            finish_move(forest, plan, search, tables, records, t)
            node = find_leaf(forest, plan, t) if tables.game[t] != IDLE else as_int(NONE)
        if node != NONE:
            waiting[0, count], waiting[1, count] = t, node
            count += 1
    return count if left else ALL_OVER


# --- from Python ---------------------------------------------------------------------------------------------------

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
    forest = new_forest(game, seats, count, simulations, count_nodes(game, simulations))
    tables = Tables(
        np.full(count, IDLE), np.zeros(count, np.int64), np.full(count, ALL), np.zeros(count, np.bool_),
        np.zeros(1, np.int64),
        np.asarray(seeds, np.uint64), new_states(game.state_dtype, 1), np.zeros((len(seeds), seats)),
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
        np.zeros((rows, seats), np.float32), np.zeros(rows, np.bool_), np.zeros(rows, np.int64), np.zeros(1, np.int64),
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
    states, policy, values, proven, game = grown
    return Records(states, policy, values, proven, game, records.used)


# --- rows to learn from --------------------------------------------------------------------------------------------


@dataclass
class Rows:
    """Positions as a network learns from them."""

    x: Any
    """float32 [row, input]"""
    legal: Any
    """bool [row, output]"""
    policy: Any
    """float32 [row, output]"""
    value: Any
    """float32 [row, unit]: on [-1, 1], the mover first."""

    def __len__(self) -> int:
        return len(self.x)


@lru_cache(maxsize=64)
def _writer_of(encoder: Encoder) -> Any:
    fill, output_of = encoder.fill, encoder.output_of

    @compiled
    def write_rows(states: Any, given: Any, out: Any, x: Any, legal: Any, policy: Any, movers: Any) -> None:
        for row in range(len(states)):
            s = states[row]
            movers[row] = mover(s)
            fill(s, x[row])
            for i in range(legal_actions(s, out)):
                output = as_int(output_of(s, as_int(out[i])))
                legal[row, output] = True
                policy[row, output] = given[row, i]

    return write_rows


def make_rows(game: Game, encoder: Encoder, played: Played, trust: float) -> Rows:
    """Rows from finished games. The value to learn is the result, mixed with what the search expected (`trust` is its
    share); where the search has a proof, it is that."""
    records, n = played.records, int(played.records.used[0])
    first, seats = records.states[0], played.returns.shape[1]
    outputs = encoder.count_outputs(first)
    x = np.zeros((n, encoder.count_inputs(first)), np.float32)
    legal, policy = np.zeros((n, outputs), np.bool_), np.zeros((n, outputs), np.float32)
    movers = np.zeros(n, np.int64)
    _writer_of(encoder)(records.states[:n], records.policy[:n], new_actions(game), x, legal, policy, movers)
    info = game.info
    results = (played.returns[records.game[:n]] - info.min_return) / (info.max_return - info.min_return)
    expected = records.values[:n]
    share = np.where(records.proven[:n], 1.0, trust)[:, None]
    values = 2.0 * (share * expected + (1.0 - share) * results) - 1.0
    units = count_values(info, seats)
    order = (movers[:, None] + np.arange(units)) % seats
    return Rows(x, legal, policy, np.take_along_axis(values, order, 1).astype(np.float32))


def pack_rows(rows: Rows, encoder: Encoder, s: State) -> Rows:
    """The same rows in less space: whole numbers where the encoder says that features are, and half precision."""
    whole = encoder.stored != "float32" and bool((encoder.row_of_steps(s) == 1.0).all())
    x = rows.x.astype(encoder.stored) if whole else rows.x
    return Rows(x, rows.legal, rows.policy.astype(np.float16), rows.value)


def join_rows(parts: Sequence[Rows]) -> Rows:
    return Rows(*(np.concatenate([getattr(part, item.name) for part in parts]) for item in fields(Rows)))
