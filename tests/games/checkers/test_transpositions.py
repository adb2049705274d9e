"""The engine's table of positions: what it keeps, what it gives up, and that the search finds the same with it."""

import threading

import numpy as np
import pytest

from ludoteca import agents
from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled, compiles
from ludoteca.core.rng import below, new_rng
from ludoteca.games.checkers.engine import search, transpositions
from ludoteca.games.checkers.engine.transpositions import EXACT, UPPER, Entry
from ludoteca.games.checkers.engine.workspace import CERTAIN, WIN, Workspace, make_move, root_node
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.moves import has_capture, has_move, write_captures, write_moves

PLACE = as_int(0)


def put(table, key, age=0, action=1, depth=1, ply=0, bound=EXACT, score=0):
    entry = Entry(as_int(action), as_int(bound), as_int(depth), as_int(score))
    transpositions.store(table, PLACE, as_int(key), entry, as_int(ply), as_int(age))


def find(table, key, ply=0):
    data = transpositions.look_up(table, PLACE, as_int(key))
    return transpositions.read_entry(as_int(data), as_int(ply)) if data else None


@pytest.fixture
def table():
    """One bucket."""
    return transpositions.new_table(2)


def test_buckets_are_cache_lines():
    for bits in (4, 9):
        made = transpositions.new_table(bits)
        assert (len(made), made.ctypes.data % 64, made.any()) == (2 * 2**bits, 0, False)


def test_entries_come_back_as_they_went_in(table):
    rng = np.random.default_rng(1)
    for _ in range(200 if compiles else 20):
        key = int(rng.integers(2**63))
        entry = (
            int(rng.integers(1, 2**31)),
            int(rng.integers(3)),
            int(rng.integers(256)),
            int(rng.integers(-5000, 5000)),
        )
        action, bound, depth, score = entry
        put(table, key, int(rng.integers(64)), action, depth, 3, bound, score)
        assert find(table, key, 7) == entry


def test_a_forced_end_is_counted_from_the_position(table):
    for score in (WIN - 20, 20 - WIN):
        put(table, 9, ply=5, score=score)
        assert abs(find(table, 9, ply=11).score) == WIN - 26


def test_the_same_position_is_there_once_and_keeps_its_move(table):
    put(table, 5, action=77, depth=3)
    put(table, 5, action=0, depth=6, bound=UPPER)
    assert find(table, 5) == (77, UPPER, 6, 0)
    assert (table != 0).sum() == 2


def test_the_shallowest_goes_first_and_old_ones_before_it(table):
    for key, depth in ((1, 9), (2, 4), (3, 7), (4, 8)):
        put(table, key, 0, depth=depth)
    put(table, 5, 0, depth=1)
    assert [find(table, key) is not None for key in (1, 2, 3, 4, 5)] == [True, False, True, True, True]
    for key in (6, 7, 8):
        put(table, key, 1, depth=6)
    assert [find(table, key) is not None for key in (1, 3, 4, 5)] == [True, False, False, False], "9 - 4 plies are 5"
    assert all(find(table, key) for key in (6, 7, 8))


def test_the_count_of_searches_wraps_round(table):
    for key in (1, 2, 3):
        put(table, key, 63, depth=5)
    put(table, 4, 0, depth=4)
    put(table, 5, 0, depth=1)
    assert find(table, 4) is not None, "it is from this search, the others from the last"


def test_a_torn_entry_counts_as_none(table):
    """Another thread has written one word of two."""
    other = transpositions.new_table(2)
    put(table, 1, action=11)
    put(other, 2, action=22)
    for word in range(2):
        torn = table.copy()
        torn[word] = other[word]
        assert find(torn, 1) is None
        assert find(torn, 2) is None


@compiled
def hammer(table, seed, rounds):
    """Store and look up in one bucket. Returns how many answers were those of other positions."""
    word, wrong = seed, as_int(0)
    for _ in range(rounds):
        word = word * 6364136223846793005 + 1442695040888963407
        key = (word >> 33 & 15) + 1
        data = transpositions.look_up(table, as_int(0), key * 0x123456789ABCDEF)
        if data != 0:
            entry = transpositions.read_entry(data, as_int(0))
            wrong += entry.action != key or entry.score != entry.depth * 17 - key
        depth = word >> 40 & 127
        transpositions.store(
            table,
            as_int(0),
            key * 0x123456789ABCDEF,
            Entry(key, as_int(EXACT), depth, depth * 17 - key),
            as_int(0),
            as_int(0),
        )
    return wrong


@pytest.mark.skipif(not compiles, reason="plain Python takes turns")
def test_two_threads_in_one_bucket_never_read_what_neither_wrote(table):
    wrong = [None, None]

    def run(i):
        wrong[i] = hammer(table, as_int(i + 1), as_int(3_000_000))

    threads = [threading.Thread(target=run, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0, 0]


# --- the search with it ----------------------------------------------------------------------------------------------


def plain_value(work, node, ply, depth, alpha=-WIN, beta=WIN):
    """Alpha-beta by the engine's rules of the horizon, with no table, order, null windows or cuts."""
    memory, rules = work.memory, as_int(work.memory.rules)
    boards = (node.side, node.men, node.kings, node.foe_men, node.foe_kings)
    if not has_move(rules, *boards) and not has_capture(rules, *boards):
        return ply - WIN
    captures = has_capture(rules, *boards)
    if count_bits(node.men | node.kings | node.foe_men | node.foe_kings) <= memory.endgame_pieces:
        return search.score_ending(work, node, as_int(ply))
    best = -WIN
    if depth <= 0 and (not captures or rules == 0):
        best = search.estimate(work, node, as_int(ply))
        if not captures or best >= beta:
            return best
    moves = np.zeros(256, np.int64)
    quiescent = best > -WIN
    n = (write_captures if quiescent else write_moves)(rules, *boards, moves)
    deeper = depth if n == 1 and depth > 0 else depth - 1
    for action in moves[:n]:
        search.expect_children(work.network, as_int(ply), *boards[1:])
        child = make_move(memory, node, as_int(action))
        best = max(best, -plain_value(work, child, ply + 1, deeper, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


@pytest.mark.parametrize("rules", ["english", "italian", "russian", "unisa"])
@pytest.mark.parametrize("table", [4, 18])
def test_the_value_is_that_of_plain_alpha_beta(rules, table):
    """At a fixed depth, without reductions: with a table that holds all, and with one that has to give up most."""
    depth, rng = 4 if compiles else 1, new_rng(7, rules)
    agent = agents.make("checkers_engine", GAME, nodes=10**9, depth=depth, table=table, reductions="no")
    for _ in range(8 if compiles else 1):
        s = GAME.start(rules=rules)
        for _ in range(6 + below(rng, 8)):
            legal = GAME.legal_actions(s)
            GAME.play(s, legal[below(rng, len(legal))])
        if len(GAME.legal_actions(s)) < 2:
            continue
        agent.forget()
        agent.decide(s)
        work = Workspace(agent.team.lead, agent.table, agent.codes, agent.team.networks[0])
        root = root_node(work.memory)
        wanted = -WIN
        for action in GAME.legal_actions(s):
            search.expect_children(work.network, as_int(0), root.men, root.kings, root.foe_men, root.foe_kings)
            wanted = max(wanted, -plain_value(work, make_move(work.memory, root, as_int(action)), 1, depth - 1))
        assert agent.peek()[:2] == (depth, wanted)
        assert abs(wanted) < CERTAIN


def test_the_table_saves_nodes():
    """What was searched is known the next time."""
    s = GAME.start(rules="english")
    agent = agents.make("checkers_engine", GAME, nodes=10**9, depth=9 if compiles else 3, table=16)
    first, again = agent.decide(s).analysis.nodes, agent.decide(s).analysis.nodes
    assert again < first / 2
    agent.forget()
    assert agent.decide(s).analysis.nodes == first


def test_a_full_table_with_buckets_is_still_of_use():
    """A table of 2,048 positions spares nodes, also where it has to give up most."""
    s = GAME.start(rules="english")
    few, many = (
        agents.make("checkers_engine", GAME, nodes=10**9, depth=9 if compiles else 3, table=table, reductions="no")
        .decide(s)
        .analysis.nodes
        for table in (4, 11)
    )
    assert many < 0.8 * few or not compiles
