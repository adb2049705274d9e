"""Alpha-beta part by part, on explicit trees: values by brute force, nodes by the textbook's algorithm, the table, the
ordering, quiescence. Quick in plain Python, too."""

import math

import numpy as np
import pytest

from agents.trees import (
    BOOK,
    CHANGE,
    DEEP,
    LATE_LOSS,
    NODES,
    QUICK_WIN,
    RANDOM,
    SWITCHES,
    TREES,
    count_pruned,
    follow,
    score,
    sign,
)
from ludoteca import agents
from ludoteca.agents import move_ordering, negamax, transpositions
from ludoteca.agents.transpositions import EXACT, LOWER, UPPER, Finding
from ludoteca.core.errors import SettingsError
from ludoteca.protocol import OVER, Watch, new_states
from ludoteca.protocol.budget import LIMIT, STOP
from tiny import skirmish

TEXTBOOK = {
    "iterative": False, "table": 0, "killers": False, "priorities": False, "window": 0.0, "quiescence": 0,
}  # fmt: skip
SMALL = {"table": 6, "nodes": 5000, "quiescence": 0}


def make(**options):
    return agents.make("alphabeta", TREES, **{**SMALL, **options})


def look(root, watch=None, **options):
    return make(**options).decide(TREES.start(root=root), None, watch)


# --- values and nodes ------------------------------------------------------------------------------------------------


def test_the_tree_of_the_textbook():
    """Ten of its twelve positions below the root: the second reply is refuted by its first leaf."""
    found = look(BOOK, depth=2, **TEXTBOOK)
    rows = [(row.action, row.value) for row in found.analysis.actions]
    assert rows == [(0, 0.03), (1, None), (2, None)]
    assert (found.action, found.analysis.line, found.analysis.value) == (0, (0, 0), 0.03)
    assert (found.analysis.nodes, found.analysis.depth, found.analysis.proven) == (10, 2, True)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 6])
def test_it_visits_what_the_textbook_visits(depth):
    for root in (*RANDOM, *DEEP):
        value, visited = count_pruned(root, depth)
        analysis = look(root, depth=depth, **TEXTBOOK).analysis
        assert analysis.nodes == visited - 1, "the root itself is not counted"
        assert analysis.value == pytest.approx(sign(NODES[root].mover) * value, abs=1e-5)


@pytest.mark.parametrize("options", SWITCHES, ids=str)
def test_no_part_of_it_changes_a_value(options):
    """Whatever is switched on, the value is that of trying everything, and the line leads to it."""
    for root in (*RANDOM[:2], DEEP[0]):
        who, value = NODES[root].mover, score(root, 6)
        analysis = look(root, depth=6, **options).analysis
        assert analysis.value == pytest.approx(sign(who) * value, abs=1e-5)
        for n in range(len(analysis.line) + 1):
            assert score(follow(root, analysis.line[:n]), 6 - n, n) == pytest.approx(value, abs=1e-9)
        assert analysis.proven


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("options", [{}, {"table": 0}, {"iterative": False}, {"window": 0.5}], ids=str)
def test_with_a_horizon_the_value_is_minimax_of_the_estimates(depth, options):
    for root in RANDOM:
        who = NODES[root].mover
        analysis = look(root, depth=depth, **options).analysis
        assert analysis.value == pytest.approx(sign(who) * score(root, depth), abs=1e-5)
        assert analysis.depth == depth or abs(analysis.value) == 1.0 or analysis.proven


@pytest.mark.parametrize("depth", [1, 2, 6])
def test_exact_values_every_action(depth):
    for root in (*RANDOM, *DEEP):
        who = NODES[root].mover
        rows = look(root, depth=depth, exact=True).analysis.actions
        values = {i: sign(who) * score(kid, depth - 1, 1) for i, kid in enumerate(NODES[root].kids)}
        told = {row.action: row.value for row in rows}
        proven = max(values.values()) > 0.99 or max(values.values()) < -0.99
        if not (proven and depth > 1):  # a proven value ends it at a lesser depth
            assert told == pytest.approx(values, abs=1e-5)
        assert [row.value for row in rows] == sorted(told.values(), reverse=True)


def test_the_quicker_win_and_the_later_loss():
    win, loss = look(QUICK_WIN, depth=8), look(LATE_LOSS, depth=8)
    assert (win.action, win.analysis.value, win.analysis.depth, win.analysis.line) == (2, 1.0, 1, (2,))
    assert (loss.action, loss.analysis.value, loss.analysis.proven) == (1, -1.0, True)
    deep = look(QUICK_WIN, depth=4, iterative=False)
    assert (deep.action, deep.analysis.line) == (2, (2,))


def test_certainty_ends_the_deepening():
    """Without a horizon in sight a deeper search would find nothing new."""
    found = look(BOOK, depth=8).analysis
    assert (found.depth, found.proven) == (2, True)
    assert not look(BOOK, depth=1).analysis.proven


def test_without_an_evaluation_a_horizon_counts_nothing():
    for root in RANDOM:
        if all(NODES[kid].mover != OVER for kid in NODES[root].kids):
            assert look(root, depth=1, evaluation=False).analysis.value == 0.0
            assert look(root, depth=1).analysis.value == pytest.approx(sign(NODES[root].mover) * score(root, 1))


@pytest.mark.parametrize("quiescence", [1, 2, 5])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_quiescence_follows_noisy_moves_only(depth, quiescence):
    """A side may stand pat unless every move is noisy."""
    differ = 0
    for root in (*RANDOM, *DEEP):
        analysis = look(root, depth=depth, quiescence=quiescence, iterative=False).analysis
        expected = score(root, depth, quiescence=quiescence)
        assert analysis.value == pytest.approx(sign(NODES[root].mover) * expected, abs=1e-5)
        differ += expected != score(root, depth)
    assert differ > 2


def test_random_ties_reach_all_of_the_best_and_nothing_else():
    for root in RANDOM[:4]:
        who = NODES[root].mover
        values = [sign(who) * score(kid, 5, 1) for kid in NODES[root].kids]
        best = {i for i, value in enumerate(values) if value == max(values)}
        options = {"depth": 6, "random_ties": True, "iterative": False}
        chosen = {look(root, seed=seed, **options).action for seed in range(8)}
        assert chosen == best


# --- stopping --------------------------------------------------------------------------------------------------------


def test_stopped_anywhere_it_keeps_what_it_finished():
    """Cut off after n positions, the answer is worth what the last finished depth or the next one says of it."""
    for root in (RANDOM[0], RANDOM[1], DEEP[1]):
        kids, seen = NODES[root].kids, set()
        for nodes in range(1, 80, 3):
            found = look(root, depth=6, nodes=nodes, window=0.0)
            analysis, depth = found.analysis, found.analysis.depth
            if not (analysis.proven or depth == 6):
                assert nodes <= analysis.nodes <= nodes + 6 * 2, "the siblings on the way back are still counted"
            assert depth > 0 or not analysis.proven
            told = [sign(NODES[root].mover) * score(kids[found.action], n, 1) for n in (depth - 1, depth)]
            if depth > 0:
                assert min(abs(analysis.value - value) for value in told) < 1e-5
                assert depth == 6 or analysis.proven or analysis.value >= min(told)
            seen.add(depth)
        assert len(seen) > 1


@pytest.mark.parametrize(("nodes", "action", "value"), [(7, 0, 0.1), (8, 1, 0.3), (9, 1, 0.3), (10, 1, 0.3)])
def test_a_better_move_found_before_the_stop_is_played(nodes, action, value):
    """Three positions at depth one; at depth two the first move falls to 0.1 with the fifth position, and the second,
    worth 0.3, is done with the seventh. The rows of the others keep what depth one said."""
    found = look(CHANGE, depth=2, nodes=nodes, **{**TEXTBOOK, "iterative": True})
    assert (found.action, found.analysis.value) == (action, value)
    assert found.analysis.depth == (1 if nodes < 10 else 2)


def test_only_the_best_has_a_value_unless_all_are_asked_for():
    """The first move was worth 0.1 when it was tried; then a better one came: the rows tell of that one only."""
    rows = look(CHANGE, depth=2, **{**TEXTBOOK, "iterative": True}).analysis.actions
    assert [(row.action, row.value) for row in rows] == [(1, 0.3), (0, None), (2, None)]


def test_a_stop_from_outside_is_heard():
    watch = Watch()
    watch.stop()
    found = look(DEEP[0], watch, depth=6)
    assert (found.analysis.depth, found.analysis.nodes, found.analysis.proven) == (0, 1, False)
    assert found.analysis.value is None


def test_what_it_has_found_can_be_asked_while_it_runs():
    watch = Watch()
    agent = make(depth=6)
    decision = agent.decide(TREES.start(root=DEEP[0]), None, watch)
    told = watch.partial_analysis()
    assert (told.actions, told.line, told.depth) == (
        decision.analysis.actions, decision.analysis.line, decision.analysis.depth,
    )  # fmt: skip
    agent.workspace.plan.depth = 0
    assert watch.partial_analysis() is None


def test_what_another_decision_remembered_does_not_count():
    """Two decisions with one table: the second visits as many positions as with a fresh one."""
    agent = make(depth=6)
    for root in (DEEP[0], DEEP[0]):
        again, fresh = agent.decide(TREES.start(root=root)).analysis, look(root, depth=6).analysis
        assert (again.actions, again.line, again.nodes) == (fresh.actions, fresh.line, fresh.nodes)
    assert int(agent.workspace.plan.age) == 2
    agent.workspace.plan.age = 2**30 - 1
    agent.decide(TREES.start(root=BOOK))
    assert int(agent.workspace.plan.age) == 1, "never zero, the age of an empty place"


# --- what saves nodes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "nodes"), [({"quiescence": 4}, 36), ({"quiescence": 0}, 41)], ids=str)
def test_a_game_with_captures_takes_as_many_nodes_as_it_did(options, nodes):
    found = agents.make("alphabeta", skirmish.GAME, table=6, depth=5, nodes=5000, **options)
    assert found.decide(skirmish.GAME.start()).analysis.nodes == nodes


def nodes_of(**options):
    return [look(root, depth=6, **options).analysis.nodes for root in DEEP]


def test_each_part_saves_nodes_as_it_did():
    """Positions visited in three trees, with parts switched on one after another. A change of these numbers is a change
    of the search: explain it."""
    assert {
        "textbook": nodes_of(**TEXTBOOK),
        "priorities": nodes_of(**{**TEXTBOOK, "priorities": True}),
        "killers": nodes_of(**{**TEXTBOOK, "killers": True}),
        "table": nodes_of(**{**TEXTBOOK, "table": 6}),
        "tiny table": nodes_of(**{**TEXTBOOK, "table": 2}),
        "iterative": nodes_of(**{**TEXTBOOK, "iterative": True}),
        "windows": nodes_of(**{**TEXTBOOK, "iterative": True, "window": 0.05}),
        "ties": nodes_of(**{**TEXTBOOK, "random_ties": True}),
        "quiescence": nodes_of(**{**TEXTBOOK, "iterative": True, "quiescence": 3}),
        "all": nodes_of(),
    } == NODES_VISITED


NODES_VISITED = {
    "textbook": [201, 54, 58],
    "priorities": [205, 70, 110],
    "killers": [201, 54, 58],
    "table": [49, 28, 31],
    "tiny table": [132, 34, 42],
    "iterative": [280, 165, 155],
    "windows": [258, 234, 163],
    "ties": [296, 66, 59],
    "quiescence": [394, 182, 164],
    "all": [116, 112, 107],
}


# --- the table -------------------------------------------------------------------------------------------------------


def new_plan(mask=63, age=3, low=-1.0, high=1.0):
    plan = new_states(negamax.PLAN, 1)[0]
    plan.low, plan.high, plan.table_mask, plan.age = low, high, mask, age
    plan.priorities = plan.killers = 1
    return plan


def new_table():
    return new_states(transpositions.ENTRY, 64)


@pytest.mark.parametrize(
    ("bound", "value", "window", "decided"),
    [
        (EXACT, 0.3, (0.0, 0.5), True),
        (LOWER, 0.3, (0.0, 0.5), False),  # it may be worth more
        (UPPER, 0.3, (0.0, 0.5), False),  # it may be worth less
        (LOWER, 0.5, (0.0, 0.5), True),
        (LOWER, 0.0, (0.0, 0.5), False),
        (UPPER, 0.0, (0.0, 0.5), True),
        (UPPER, 0.5, (0.0, 0.5), False),
    ],
)
def test_a_bound_decides_only_outside_the_window(bound, value, window, decided):
    table, plan = new_table(), new_plan()
    transpositions.store(table, plan, 2, Finding(5, 3, value, bound, 1, False))
    entry = table[transpositions.find_place(5, 63)]
    for depth in (2, 3):
        assert transpositions.decides(entry, transpositions.read_value(entry, plan, 2), depth, *window) == decided
    assert not transpositions.decides(entry, value, 4, *window), "searched less deep than is asked"


def test_an_entry_is_replaced_unless_it_is_deeper_and_of_this_decision():
    table, plan = new_table(), new_plan()

    def kept(key, depth, age=3):
        plan.age = age
        transpositions.store(table, plan, 0, Finding(key, depth, 0.25, LOWER, 7, True))
        entry = table[transpositions.find_place(5, 63)]
        return int(entry.key), int(entry.depth), int(entry.age)

    other = next(
        key for key in range(6, 10**6) if transpositions.find_place(key, 63) == transpositions.find_place(5, 63)
    )
    assert kept(5, 4) == (5, 4, 3)
    assert kept(other, 3) == (5, 4, 3)
    assert kept(other, 4) == (other, 4, 3)
    assert kept(5, 4) == (5, 4, 3)
    assert kept(5, 2) == (5, 2, 3), "the same position, searched again"
    assert kept(5, 9) == (5, 9, 3)
    assert kept(other, 1, age=4) == (other, 1, 4), "an older decision"
    entry = table[transpositions.find_place(5, 63)]
    assert (float(entry.value), int(entry.action), int(entry.bound), int(entry.complete)) == (0.25, 7, LOWER, 1)


@pytest.mark.parametrize(("low", "high"), [(-1.0, 1.0), (0.0, 5.0)])
def test_the_table_counts_plies_to_the_end_from_the_position(low, high):
    """A win five plies below the root is a win two plies below a position at ply three, and so on."""
    step = transpositions.STEP * (high - low)
    win, loss = high - 5 * step, low + 5 * step
    assert transpositions.shift(win, 3, low, high) == pytest.approx(high - 2 * step, abs=step / 100)
    assert transpositions.shift(loss, 3, low, high) == pytest.approx(low + 2 * step, abs=step / 100)
    for value in (win, loss, 0.4 * high):
        there = transpositions.shift(value, 3, low, high)
        assert transpositions.shift(there, -3, low, high) == pytest.approx(value, abs=step / 100)
    assert transpositions.shift(0.4 * high, 3, low, high) == 0.4 * high
    table, plan = new_table(), new_plan(low=low, high=high)
    transpositions.store(table, plan, 3, Finding(5, 1, win, EXACT, 0, True))
    entry = table[transpositions.find_place(5, 63)]
    assert transpositions.read_value(entry, plan, 4) == pytest.approx(win - step, abs=step / 100)


def test_places_use_high_bits_of_a_key():
    """Keys that differ only above bit 17, or only above bit 31, go to different places."""
    assert transpositions.find_place(0b101, 7) == 0b101
    assert [transpositions.find_place(i << 17, 7) for i in range(8)] == list(range(8))
    assert [transpositions.find_place(i << 31, 7) for i in range(8)] == list(range(8))
    assert transpositions.find_place(0b1 | 0b1 << 17 | 0b1 << 31, 7) == 0b1


# --- the order of moves ----------------------------------------------------------------------------------------------


def new_frame(moves):
    frame = new_states(negamax.frame_dtype(8), 1)[0]
    frame.moves[: len(moves)] = moves
    frame.count = len(moves)
    frame.killers[:] = negamax.NONE
    return frame


def take_all(frame):
    return [int(move_ordering.take_next(frame, i)) for i in range(int(frame.count))]


def test_moves_are_taken_by_rank_and_equals_in_order():
    frame = new_frame([10, 11, 12, 13, 14])
    frame.ranks[:5] = [5, 9, 5, 9, 1]
    assert take_all(frame) == [11, 13, 10, 12, 14]
    assert frame.ranks[:5].tolist() == [9, 9, 5, 5, 1]


def ranked(root, hint=negamax.NONE, killers=(), history=None, **flags):
    plan = new_plan()
    for flag, value in flags.items():
        plan[flag] = value
    who = NODES[root].mover
    for move, gained in (history or {}).items():
        plan.history[who, move] = gained
        plan.history[1 - who, move] = 10**6 * (move + 1)  # the other's does not count
    frame = new_frame(range(len(NODES[root].kids)))
    frame.killers[: len(killers)] = killers
    move_ordering.rank_moves(TREES.start(root=root), frame, plan, hint)
    return take_all(frame)


WIDE = RANDOM[5]


def test_the_table_then_priorities_then_killers_then_history():
    none = {"priorities": 0}
    assert ranked(WIDE, **none) == [0, 1, 2]
    assert ranked(WIDE, history={0: 4, 1: 9, 2: 25}, **none) == [2, 1, 0]
    assert ranked(WIDE, history={0: 4, 1: 9, 2: 25}, killers=(1, 0), **none) == [1, 0, 2]
    assert ranked(WIDE, history={0: 4, 1: 9, 2: 25}, killers=(1,), **none) == [1, 2, 0]
    assert ranked(WIDE, history={0: 4, 1: 9, 2: 25}, killers=(1, 0), hint=2, **none) == [2, 1, 0]
    first = [NODES[kid].priority for kid in NODES[WIDE].kids]
    by_priority = sorted(range(3), key=lambda i: (-first[i], i))
    assert ranked(WIDE) == by_priority
    last = by_priority[-1]
    assert first[last] < first[by_priority[0]]
    assert ranked(WIDE, killers=(last,), history={last: move_ordering.SECOND_KILLER - 1})[0] == by_priority[0]
    assert ranked(WIDE, hint=last)[0] == last


def test_switched_off_killers_and_history_do_not_count():
    assert ranked(WIDE, killers=(2, 1), history={2: 50}, priorities=0) == [2, 1, 0]
    plan = new_plan()
    plan.priorities = plan.killers = 0
    frame = new_frame([0, 1, 2])
    frame.killers[:] = (2, 1)
    plan.history[:, 2] = 50
    move_ordering.rank_moves(TREES.start(root=WIDE), frame, plan, negamax.NONE)
    assert take_all(frame) == [0, 1, 2]


def test_a_refutation_is_remembered_by_the_square_of_its_depth():
    frame, plan = new_frame([0]), new_plan()
    move_ordering.remember(frame, plan, 1, 5, 3)
    assert (frame.killers.tolist(), int(plan.history[1, 5])) == ([5, negamax.NONE], 9)
    move_ordering.remember(frame, plan, 1, 5, 2)
    assert (frame.killers.tolist(), int(plan.history[1, 5])) == ([5, negamax.NONE], 13)
    move_ordering.remember(frame, plan, 1, 8, 4)
    assert frame.killers.tolist() == [8, 5]
    move_ordering.remember(frame, plan, 0, move_ordering.HISTORY + 8, 4)
    assert int(plan.history[0, 8]) == 16, "moves share a place modulo the size"
    plan.history[1, 5] = move_ordering.SECOND_KILLER - 10
    move_ordering.remember(frame, plan, 1, 5, 4)
    assert int(plan.history[1, 5]) == move_ordering.SECOND_KILLER - 1, "history never outranks a killer"
    assert math.log2(move_ordering.KILLER) < 41, "and a killer never a priority"
    assert move_ordering.FIRST > 512 << 41


# --- the root --------------------------------------------------------------------------------------------------------


def test_the_root_is_sorted_by_value_unknown_last_and_equals_in_order():
    root = new_frame([0, 1, 2, 3, 4, 5])
    nan = np.nan
    negamax.sort_root(root, np.array([0.1, nan, 0.5, 0.1, nan, 0.7]))
    assert root.moves[:6].tolist() == [5, 2, 0, 3, 1, 4]
    assert root.values[:4].tolist() == [0.7, 0.5, 0.1, 0.1]
    assert np.isnan(root.values[4:6]).all()


def test_a_better_move_comes_to_the_front():
    root = new_frame([0, 1, 2, 3])
    root.values[:4] = [0.4, 0.3, 0.2, 0.1]
    negamax.bring_to_front(root, 2, 0.6)
    assert root.moves[:4].tolist() == [2, 0, 1, 3]
    assert root.values[:4].tolist() == [0.6, 0.4, 0.3, 0.1]


def test_long_lines_are_cut():
    agent = make(depth=2)
    workspace = agent.workspace
    below = workspace.frames[1]
    for length, kept in ((0, 1), (5, 6), (63, 64), (64, 64)):
        below.length = length
        below.line[:] = np.arange(64) + 100
        negamax.keep_line(workspace, 0, 7)
        assert int(workspace.frames[0].length) == kept
        assert workspace.frames[0].line[:kept].tolist() == [7, *range(100, 99 + kept)]


@pytest.mark.parametrize(
    ("name", "bad", "fine"),
    [
        ("depth", (0, 1001), (1, 1000)),
        ("window", (-0.1, 1.1), (0.0, 1.0)),
        ("table", (-1, 29), (0,)),
        ("quiescence", (-1, 201), (0, 200)),
    ],
)
def test_settings_have_limits(name, bad, fine):
    for value in bad:
        with pytest.raises(SettingsError, match=f"{name} must be from"):
            make(**{name: value})
    for value in fine:
        make(**{name: value})


def test_the_budget_is_kept_in_the_plan():
    agent = make(depth=6, nodes=40)
    agent.decide(TREES.start(root=DEEP[0]))
    control = agent.workspace.plan.control
    assert (int(control[LIMIT]), int(control[STOP])) == (40, 1)
