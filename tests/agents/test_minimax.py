"""Minimax and the scale of scores, against brute force on explicit trees. Quick in plain Python, too."""

import numpy as np
import pytest

from agents.trees import (
    BOOK,
    LATE_LOSS,
    NODES,
    NOTHING,
    QUICK_WIN,
    RANDOM,
    TREES,
    count_nodes,
    score,
    sign,
)
from ludoteca import agents
from ludoteca.agents import scoring
from ludoteca.agents.minimax import pick_best
from ludoteca.core.errors import SettingsError
from ludoteca.core.rng import new_rng
from ludoteca.protocol import Watch


def look(root, watch=None, **options):
    return agents.make("minimax", TREES, **{"nodes": 5000, **options}).decide(TREES.start(root=root), None, watch)


def test_the_tree_of_the_textbook():
    """Every leaf is visited: 1 + 3 + 9 positions. The best row comes first, then the others by value."""
    found = look(BOOK, depth=2)
    assert [(row.action, row.value) for row in found.analysis.actions] == [(0, 0.03), (1, 0.02), (2, 0.02)]
    assert (found.action, found.analysis.value, found.analysis.line) == (0, 0.03, (0,))
    assert (found.analysis.nodes, found.analysis.depth, found.analysis.proven) == (13, 2, False)


@pytest.mark.parametrize("depth", [1, 2, 3, 8])
def test_every_action_has_the_value_that_trying_everything_finds(depth):
    for root in RANDOM:
        who = NODES[root].mover
        analysis = look(root, depth=depth).analysis
        values = {i: sign(who) * score(kid, depth - 1, 1) for i, kid in enumerate(NODES[root].kids)}
        assert {row.action: row.value for row in analysis.actions} == pytest.approx(values, abs=1e-5)
        assert analysis.nodes == count_nodes(root, depth)
        assert [row.value for row in analysis.actions[1:]] == sorted(
            (row.value for row in analysis.actions[1:]), reverse=True
        )
        assert analysis.proven == (abs(analysis.value) == 1.0)


def test_the_quicker_win_and_the_later_loss():
    win, loss = look(QUICK_WIN, depth=8), look(LATE_LOSS, depth=8)
    assert (win.action, win.analysis.value, win.analysis.proven) == (2, 1.0, True)
    assert (loss.action, loss.analysis.value, loss.analysis.proven) == (1, -1.0, True)


@pytest.mark.parametrize("nodes", range(1, 14))
def test_stopped_by_its_budget_it_values_only_what_it_finished(nodes):
    """In the textbook's tree each action takes four positions, after the root; the last one of an action that reaches
    the limit is not trusted."""
    found = look(BOOK, depth=2, nodes=nodes)
    done = (nodes - 2) // 4
    values = [0.03, 0.02, 0.02][: max(0, done)]
    rows = {row.action: row.value for row in found.analysis.actions}
    assert [rows[i] for i in range(3)] == values + [None] * (3 - len(values))
    assert found.action == 0
    assert not found.analysis.proven
    assert nodes <= found.analysis.nodes <= nodes + 4


def test_a_stop_from_outside_is_heard():
    watch = Watch()
    watch.stop()
    found = look(BOOK, watch, depth=2)
    assert [row.value for row in found.analysis.actions] == [None] * 3
    assert found.analysis.nodes == 4, "the root and each action, estimated at once"


def test_ties_are_decided_by_order_or_at_random():
    known = np.array([0.1, 0.5, np.nan, 0.5, 0.2, 0.5])
    assert pick_best(known, False, new_rng(1)) == 1
    assert {pick_best(known, True, new_rng(seed)) for seed in range(40)} == {1, 3, 5}
    assert pick_best(np.array([np.nan, np.nan]), True, new_rng(1)) == 0


@pytest.mark.parametrize("depth", [0, 1001])
def test_depth_has_limits(depth):
    with pytest.raises(SettingsError, match="depth must be from 1 to 1000"):
        look(BOOK, depth=depth)
    look(BOOK, depth=abs(depth - 1))  # 1 and 1000 are fine


def test_what_it_cannot_play_it_refuses():
    """With the name of an agent that can."""
    from dataclasses import replace

    from ludoteca.agents.minimax import refuse_all_but_two_player_zero_sum as refuse

    info = TREES.info
    assert refuse(info) is None
    changes = [
        ({"hidden": True}, "ismcts"),
        ({"simultaneous": True}, "mcts"),
        ({"chance": True, "max_outcomes": 2}, "expectiminimax"),
        ({"seats": (3, 3)}, "expectiminimax"),
        ({"seats": (2, 3)}, "expectiminimax"),
        ({"utility": "general"}, "expectiminimax"),
    ]
    for change, other in changes:
        assert refuse(replace(info, **change)).endswith(f"use {other}")


# --- the scale -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("low", "high"), [(-1.0, 1.0), (0.0, 10.0)])
def test_estimates_stay_away_from_the_ends_and_ends_do_not(low, high):
    span = high - low
    for value in (low, low + 0.005 * span, high - 0.005 * span, high):
        assert scoring.is_proven(value, low, high)
        assert scoring.clean_score(value, low, high) in (low, high)
    for value in (low + 0.02 * span, (low + high) / 2, high - 0.02 * span):
        assert not scoring.is_proven(value, low, high)
        assert scoring.clean_score(value, low, high) == value
    assert scoring.clean_score(high - 0.005 * span, low, high) == high
    assert scoring.clean_score(low + 0.005 * span, low, high) == low
    assert not scoring.is_proven(low + 0.01 * span, low, high)
    assert not scoring.is_proven(high - 0.01 * span, low, high)


def test_what_is_worth_nothing_comes_before_what_loses():
    rows = look(NOTHING, depth=1).analysis.actions
    assert [(row.action, row.value) for row in rows] == [(0, 0.5), (2, 0.0), (3, -0.25), (1, -0.5)]


def test_estimates_are_cut_to_the_range_of_returns():
    root = next(number for number, node in enumerate(NODES) if node.estimate == 0.9)
    for seat, value in ((0, 0.49), (1, -0.49)):
        assert scoring.score_leaf(TREES.start(root=root), seat, -0.5, 0.5) == pytest.approx(value)
    assert scoring.score_leaf(TREES.start(root=root), 0, 0.0, 4.0) == 0.9
    assert scoring.score_leaf(TREES.start(root=root), 1, 0.0, 4.0) == pytest.approx(0.04)
