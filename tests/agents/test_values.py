"""Searches find the values that trying everything finds."""

import pytest

from helpers import after, brute_force, describe, is_two_player_zero_sum, select
from ludoteca.core.rng import below, new_rng
from ludoteca.protocol import OVER
from ludoteca.testing import random_positions
from ludoteca.testing.agents import quick_agent

BIG = 10**9
MOST_NODES = 800


def tree_size(game, s, limit):
    """How many positions lie below this one, counted up to a limit."""
    count, waiting = 0, [s]
    while waiting and count <= limit:
        position = waiting.pop()
        count += 1
        waiting += [after(game, position, action) for action in game.legal_actions(position)]
    return count


def endgames(game, count=10):
    """From each of several random games the earliest position that can be tried out to the end."""
    found = []
    for seed in range(count):
        earliest = None
        for s in reversed(list(random_positions(game, seed))[:-1]):
            if tree_size(game, s, MOST_NODES) > MOST_NODES:
                break
            if game.mover(s) >= 0:
                earliest = s
        if earliest is not None:
            found.append(earliest)
    return found


def last_connect_four_positions(count=10):
    """Connect-four positions with eight free cells: random games in which nobody wins before."""
    game = next(game for game in select(is_two_player_zero_sum) if game.info.max_actions == 7)
    found: list = []
    seed = 0
    while len(found) < count:
        seed += 1
        rng = new_rng(seed, "endgame")
        s = game.start()
        while s.ply < 34:
            quiet = [a for a in game.legal_actions(s) if game.mover(after(game, s, a)) != OVER]
            if not quiet:
                break
            game.play(s, quiet[below(rng, len(quiet))])
        if s.ply == 34:
            found.append(s)
    return game, found


ZERO_SUM = [(game, s) for game in select(is_two_player_zero_sum) for s in endgames(game)]
C4, C4_ENDGAMES = last_connect_four_positions()
ZERO_SUM += [(C4, s) for s in C4_ENDGAMES]
PERFECT = [
    (game, s)
    for game in select(lambda info: not (info.hidden or info.simultaneous) and not is_two_player_zero_sum(info))
    for s in endgames(game)
]


def best_actions(game, s):
    """The actions that are as good as any, by brute force, and their value for the mover."""
    who = game.mover(s)
    values = {action: brute_force(game, after(game, s, action))[who] for action in game.legal_actions(s)}
    best = max(values.values())
    return {action for action, value in values.items() if value == pytest.approx(best)}, best, values


ALPHABETAS = {
    "default": {},
    "textbook": {
        "iterative": False,
        "table": 0,
        "killers": False,
        "priorities": False,
        "window": 0,
        "quiescence": 0,
        "evaluation": False,
    },
    "exact": {"exact": True},
    "tiny table": {"table": 3},
    "random ties": {"random_ties": True},
    "no evaluation": {"evaluation": False, "window": 0.3},
}


@pytest.mark.parametrize("options", ALPHABETAS.values(), ids=ALPHABETAS.keys())
def test_alphabeta_plays_endgames_perfectly(options):
    for game, s in ZERO_SUM:
        best, value, values = best_actions(game, s)
        decision = quick_agent("alphabeta", game, nodes=BIG, depth=60, **options).decide(s)
        assert decision.action in best
        assert decision.analysis.value == pytest.approx(value)
        assert decision.analysis.proven
        for row in decision.analysis.actions:
            if row.value in (game.info.min_return, game.info.max_return):  # proven, so it must be true
                assert row.value == pytest.approx(values[row.action])


def test_minimax_values_every_action():
    for game, s in ZERO_SUM:
        _, value, values = best_actions(game, s)
        analysis = quick_agent("minimax", game, nodes=BIG, depth=60).decide(s).analysis
        assert analysis.value == pytest.approx(value)
        assert {row.action: pytest.approx(row.value) for row in analysis.actions} == values


@pytest.mark.parametrize("exact", [True, False])
def test_expectiminimax_equals_brute_force(exact):
    for game, s in PERFECT + ZERO_SUM:
        best, value, values = best_actions(game, s)
        analysis = quick_agent("expectiminimax", game, nodes=BIG, depth=60, exact=exact).decide(s).analysis
        assert analysis.value == pytest.approx(value)
        assert analysis.actions[0].action in best
        assert analysis.proven
        if exact:
            assert {row.action: pytest.approx(row.value) for row in analysis.actions} == values


@pytest.mark.parametrize("chance", [False, True])
def test_star1_and_alphabeta_save_nodes(chance):
    nodes = {True: 0, False: 0}
    for game, s in PERFECT + ZERO_SUM:
        if game.info.zero_sum and game.info.chance == chance:
            for exact in nodes:
                analysis = quick_agent("expectiminimax", game, nodes=BIG, depth=60, exact=exact).decide(s).analysis
                nodes[exact] += analysis.nodes
    assert nodes[False] < nodes[True]  # exact prunes too, but not among the actions of the root


@pytest.mark.parametrize("game", select(is_two_player_zero_sum), ids=describe)
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_pruning_changes_no_value(game, depth):
    """At any depth, with the game's own estimate at the horizon: minimax, alpha-beta and expectiminimax agree."""
    for seed in range(4):
        for s in list(random_positions(game, seed))[:-1:3]:
            plain = quick_agent("minimax", game, depth=depth).decide(s).analysis
            pruned = quick_agent("alphabeta", game, depth=depth, nodes=BIG, quiescence=0, iterative=False).decide(s)
            assert pruned.analysis.value == pytest.approx(plain.value)
            assert pruned.analysis.nodes <= 2 * plain.nodes + 50
            exact = quick_agent("alphabeta", game, depth=depth, nodes=BIG, quiescence=0, exact=True).decide(s).analysis
            if exact.depth == depth:
                assert {r.action: pytest.approx(r.value) for r in exact.actions} == {
                    r.action: r.value for r in plain.actions
                }
            mean = quick_agent("expectiminimax", game, depth=depth, nodes=BIG).decide(s).analysis
            assert mean.value == pytest.approx(plain.value, abs=0.0201)  # only minimax keeps estimates off the ends


def test_alphabeta_prefers_the_quicker_win_and_the_slower_loss():
    s = C4.start()
    for text in "dcdcd":  # three in column d: O must answer there at once
        C4.play(s, C4.parse_action(s, text))
    answer = quick_agent("alphabeta", C4, depth=2, nodes=BIG).decide(s)
    assert C4.format_action(s, answer.action) == "d"
    C4.play(s, C4.parse_action(s, "a"))
    win = quick_agent("alphabeta", C4, depth=8, nodes=BIG).decide(s)
    assert C4.format_action(s, win.action) == "d"
    assert win.analysis.depth == 1
    assert win.analysis.proven
    assert win.analysis.value == 1.0


def test_random_ties_choose_among_the_best_only_and_reach_them_all():
    s = C4.start()
    for depth in (1, 3):
        values = {row.action: row.value for row in quick_agent("minimax", C4, depth=depth).decide(s).analysis.actions}
        top = {action for action, value in values.items() if value == max(values.values())}
        options = {"depth": depth, "nodes": BIG, "random_ties": True}
        chosen = {quick_agent("alphabeta", C4, seed=seed, **options).decide(s).action for seed in range(40)}
        assert chosen == top
        plain = {quick_agent("minimax", C4, seed=k, depth=depth, random_ties=True).decide(s).action for k in range(40)}
        assert plain == top


def test_quiescence_sees_the_recapture():
    """At depth one a capture looks like a man won; following the captures shows what it costs."""
    game = next(game for game in select(is_two_player_zero_sum) if game.has_noise)
    differ = 0
    for seed in range(30):
        for s in list(random_positions(game, seed))[:-1]:
            short = quick_agent("alphabeta", game, depth=1, quiescence=0).decide(s).analysis
            calm = quick_agent("alphabeta", game, depth=1, quiescence=16).decide(s).analysis
            differ += short.value != calm.value
    assert differ > 10


def test_the_table_changes_no_value():
    """Deep enough for many transpositions: every action has the same value with and without the table."""
    plain = {"table": 0, "iterative": False, "killers": False, "window": 0}
    for seed in range(4):
        s = list(random_positions(C4, seed))[2 * seed]
        told = []
        for options in ({}, plain):
            analysis = quick_agent("alphabeta", C4, depth=7, nodes=BIG, exact=True, **options).decide(s).analysis
            told.append({row.action: row.value for row in analysis.actions})
        assert told[0] == pytest.approx(told[1])
