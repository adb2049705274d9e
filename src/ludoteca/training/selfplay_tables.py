"""The tables at which searches play with themselves, compiled: each tree of a forest plays a game.

`advance` goes on in all of them until each needs an evaluation. Where seats see different things, one seat of each game
searches, and only its moves are learned from. The others draw their actions from the network's policy, as the search
supposes.
"""

from typing import Any, NamedTuple

from ludoteca.agents.guided_root import expect_values, improve_policy
from ludoteca.agents.guided_search import Plan, begin_search, choose_final, find_leaf
from ludoteca.agents.guided_tree import NONE, ROOT, Forest
from ludoteca.agents.guided_views import is_veiled, remember_world
from ludoteca.agents.playouts import pass_chance
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below, pick_weighted, uniform
from ludoteca.protocol import OVER
from ludoteca.protocol.rules import apply, evaluate, mover, observe, returns
from ludoteca.training.selfplay_openings import draw_length, draw_opening

IDLE = -1  # a tree without a game
ALL = -1  # seats search
ALL_OVER = -1
NO_GAME = -1  # of a row that is no position of a game


class Tables(NamedTuple):
    """The games under way, and those to come."""

    game: Any  # int64 [tree]: the number of its game, or IDLE
    player: Any  # int64 [tree]: the seat that thinks
    searcher: Any  # int64 [tree]: the one seat that searches, or ALL
    full: Any  # bool [tree]: whether the move is searched in full
    begun: Any  # int64 [1]: games so far
    seeds: Any  # uint64 [game]
    first: Any  # [1] state
    openings: Any  # [game] states, if they were chosen
    results: Any  # float64 [game, seat]
    lengths: Any  # int64 [game]


class Records(NamedTuple):
    """What was searched: one row a position."""

    states: Any
    policy: Any  # float32 [row, action]: by place among the legal actions
    values: Any  # float32 [row, seat]: what the search expects, on [0, 1]
    proven: Any  # bool [row]
    game: Any  # int64 [row]: its number, or NO_GAME
    likely: Any  # float32 [row]: of the action that was played beside the likeliest, by the policy after the search
    used: Any  # int64 [1]


@compiled
def settle(forest: Forest, t: int) -> int:
    """Let chance act at a root until a seat has to; returns who."""
    return pass_chance(forest.roots[t], forest.out, forest.odds, forest.rngs[t])


@compiled
def open_game(forest: Forest, search: Any, tables: Tables, t: int) -> int:
    """The first position of a game: one that was chosen for it, or some random actions in a share of the games. Returns
    who is to act."""
    if len(tables.openings) > 0:
        forest.roots[t] = tables.openings[tables.game[t]]
        return as_int(mover(forest.roots[t]))
    rng = forest.rngs[t]
    length = draw_length(as_int(search.opening), search.opening_share, rng)
    return as_int(draw_opening(tables.first[0], length, forest.roots, t, (forest.out, forest.odds), rng))


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
def keep_record(forest: Forest, plan: Plan, tables: Tables, records: Records, t: int, child: int) -> None:
    """What was searched, and that this child of the root is played."""
    row = records.used[0]
    records.used[0] += 1
    records.states[row] = forest.roots[t]
    observe(records.states[row], as_int(tables.player[t]))
    records.policy[row, :] = 0.0
    improve_policy(forest, t, plan.scale, records.policy[row])
    records.proven[row] = forest.nodes[t, ROOT].proven != 0
    records.game[row] = tables.game[t]
    records.likely[row] = records.policy[row, child - forest.nodes[t, ROOT].first] / records.policy[row].max()
    expect_values(forest, t, records.policy[row], records.values[row])


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
    child = choose_move(forest, plan, t)
    if tables.full[t] and len(records.game) > 0:
        keep_record(forest, plan, tables, records, t, child)
    game = as_int(tables.game[t])
    apply(forest.roots[t], as_int(forest.nodes[t, child].action))
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
