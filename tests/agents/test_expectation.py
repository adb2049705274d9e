"""Expectiminimax on explicit trees with chance, against brute force: two seats by star1, any number by max^n. Quick in
plain Python, too."""

import numpy as np
import pytest

from agents.trees import GENERAL, LUCKY, LUCKY_TREES, MOST_KIDS, NODES, expect, sign
from helpers import after, brute_force
from ludoteca import agents, games
from ludoteca.agents import expectation
from ludoteca.core.errors import SettingsError
from ludoteca.protocol import CHANCE, OVER, Watch, new_states
from ludoteca.protocol.budget import DONE, LIMIT, STOP
from tiny import dice_race, runners

DICE, RACE = dice_race.GAME, runners.GAME
SEATS_FIRST = [root for root in LUCKY if NODES[root].mover != CHANCE]


def new_workspace(root, depth, exact=True, limit=10**6):
    """As the agent makes it, for a tree."""
    plan = new_states(expectation.PLAN, 1)[0]
    plan.low, plan.high, plan.max_depth, plan.exact = -1.0, 1.0, depth, exact
    plan.control[LIMIT] = limit
    plies, width = 10, len(NODES[root].kids)
    states = new_states(LUCKY_TREES.state_dtype, plies)
    states[0] = LUCKY_TREES.start(root=root)
    rows, odds = np.zeros((plies, MOST_KIDS), np.int32), np.zeros((plies, MOST_KIDS))
    return expectation.Workspace(
        states, rows, odds, np.zeros((plies, 2)), np.full(width, np.nan), np.full(width, np.nan), plan
    )


def count_all(number, depth):
    """Positions so many moves of seats below a node, with the chance in between."""
    node = NODES[number]
    if node.mover == OVER or (depth == 0 and node.mover != CHANCE):
        return 1
    return 1 + sum(count_all(kid, depth - (node.mover != CHANCE)) for kid in node.kids)


def has_horizon(number, depth):
    node = NODES[number]
    if node.mover == OVER:
        return False
    if depth == 0 and node.mover != CHANCE:
        return True
    return any(has_horizon(kid, depth - (node.mover != CHANCE)) for kid in node.kids)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("depth", [1, 2, 8])
def test_star1_changes_no_value(depth, exact):
    """The best action has its true value; all of them if exact. Pruned or not, what is known is no nonsense."""
    pruned = 0
    for root in SEATS_FIRST:
        workspace, node = new_workspace(root, depth, exact), NODES[root]
        expectation.deepen(workspace, True)
        values = [sign(node.mover) * expect(kid, workspace.plan.depth - 1)[0] for kid in node.kids]
        found = workspace.kept
        assert np.nanmax(found) == pytest.approx(max(values))
        assert values[int(np.nanargmax(found))] == pytest.approx(max(values))
        if exact:
            assert found == pytest.approx(values)
        pruned += int(np.isnan(found).sum())
    assert (pruned > 0) == (not exact)


def test_it_visits_as_many_positions_as_it_did():
    """Star1 and alpha-beta against trying everything, over all trees: a change of these numbers is a change of the
    search."""
    visited = {}
    for exact in (True, False):
        spaces = [new_workspace(root, 8, exact) for root in SEATS_FIRST]
        for workspace in spaces:
            expectation.deepen(workspace, True)
        visited[exact] = [int(workspace.plan.control[DONE]) for workspace in spaces]
    assert visited == VISITED
    assert sum(visited[True]) < sum(
        sum(count_all(root, depth) for depth in range(1, int(new_depth(root)) + 1)) for root in SEATS_FIRST
    )


def new_depth(root):
    workspace = new_workspace(root, 8)
    expectation.deepen(workspace, True)
    return workspace.plan.depth


VISITED = {True: [101, 41, 53, 139, 62, 91, 78, 138], False: [31, 41, 42, 96, 62, 65, 78, 108]}


@pytest.mark.parametrize("depth", [1, 2, 8])
def test_max_n_averages_and_lets_each_seat_choose(depth):
    for root in GENERAL:
        node = NODES[root]
        if node.mover == CHANCE:
            continue
        workspace = new_workspace(root, depth)
        expectation.deepen(workspace, False)
        reached = int(workspace.plan.depth)
        values = [expect(kid, reached - 1)[node.mover] for kid in node.kids]
        assert workspace.kept == pytest.approx(values)
        assert workspace.values[0] == pytest.approx(expect(root, reached))
        assert int(workspace.plan.control[DONE]) == sum(count_all(root, d) for d in range(1, reached + 1))
        assert bool(workspace.plan.complete) == (not has_horizon(root, reached))
        assert reached == depth or workspace.plan.complete


@pytest.mark.parametrize("zero_sum", [True, False])
def test_stopped_anywhere_it_keeps_the_last_finished_depth(zero_sum):
    root = next(root for root in SEATS_FIRST if new_depth(root) > 2)
    node = NODES[root]
    seen = set()
    for limit in (*range(1, 12), *range(12, 160, 9)):
        workspace = new_workspace(root, 8, True, limit)
        expectation.deepen(workspace, zero_sum)
        depth = int(workspace.plan.depth)
        seen.add(depth)
        if depth > 0:
            values = [sign(node.mover) * expect(kid, depth - 1)[0] for kid in node.kids]
            assert workspace.kept == pytest.approx(values)
        else:
            known = workspace.kept[~np.isnan(workspace.kept)]
            first = [sign(node.mover) * expect(kid, 0)[0] for kid in node.kids]
            assert known == pytest.approx(first[: len(known)]), "what was finished of the first depth"
        assert bool(workspace.plan.control[STOP]) == (int(workspace.plan.control[DONE]) >= limit)
    assert {0, 1, 2} <= seen


def test_a_horizon_is_met_where_memory_ends():
    """With few plies of memory it estimates there, and does not call it complete."""
    root = next(root for root in SEATS_FIRST if new_depth(root) > 2)
    for zero_sum in (True, False):
        full = new_workspace(root, 8)
        short = full._replace(states=full.states[:2])
        expectation.deepen(short, zero_sum)
        assert not short.plan.complete
        assert int(short.plan.depth) == 8
        assert short.kept == pytest.approx([sign(NODES[root].mover) * estimated(kid) for kid in NODES[root].kids])


def estimated(number):
    node = NODES[number]
    return node.payoff[0] if node.mover == OVER else node.estimate


def test_the_agent_tells_what_it_found():
    s = DICE.start()
    s.place[:] = (5, 6)
    s.turns = 8
    found = agents.make("expectiminimax", DICE, nodes=4000).decide(s)
    values = {action: brute_force(DICE, after(DICE, s, action))[0] for action in (0, 1)}
    assert {row.action: row.value for row in found.analysis.actions} == pytest.approx(values)
    assert found.action == found.analysis.line[0] == found.analysis.actions[0].action == max(values, key=values.get)
    assert found.analysis.value == pytest.approx(max(values.values()))
    assert found.analysis.proven
    assert 0 < found.analysis.nodes < 4000


@pytest.mark.parametrize("players", [2, 3])
def test_more_seats_and_returns_that_do_not_add_up(players):
    s = RACE.start(players=players)
    s.place[:players] = (3, 4, 2)[:players]
    found = agents.make("expectiminimax", RACE, nodes=5000, depth=4).decide(s)
    assert found.analysis.value == pytest.approx(look_ahead(s, int(found.analysis.depth))[0])
    assert {row.action: row.value for row in found.analysis.actions} == pytest.approx(
        {a: look_ahead(after(RACE, s, a), int(found.analysis.depth) - 1)[0] for a in RACE.legal_actions(s)}
    )


def look_ahead(s, depth):
    """Max^n by hand, with the game's estimate at the horizon."""
    who = RACE.mover(s)
    if who == OVER:
        return RACE.returns(s)
    if depth == 0:
        return [float(runners.evaluate(s, seat)) for seat in range(RACE.seats(s))]
    return max((look_ahead(after(RACE, s, a), depth - 1) for a in RACE.legal_actions(s)), key=lambda v: v[who])


def test_it_can_be_asked_while_it_runs_and_stopped():
    watch, s = Watch(), RACE.start(players=2)
    agent = agents.make("expectiminimax", RACE, nodes=500)
    assert watch.partial_analysis() is None
    decision = agent.decide(s, None, watch)
    told = watch.partial_analysis()
    assert (told.actions, told.depth) == (decision.analysis.actions, decision.analysis.depth)
    watch = Watch()
    watch.stop()
    decision = agent.decide(s, None, watch)
    assert (decision.action, decision.analysis.depth, decision.analysis.value) == (0, 0, None)
    assert watch.partial_analysis() is None
    assert not decision.analysis.proven


def test_rows_come_best_first_and_ties_at_random():
    s = RACE.start(players=2)
    rows = agents.make("expectiminimax", RACE, nodes=300, depth=2).decide(s).analysis.actions
    assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)
    s.turns = runners.MAX_TURNS - 1
    s.place[:2] = (4, 1)  # the last action, of the one behind: two steps are worth more than one, or a push
    for random_ties in (False, True):
        assert agents.make("expectiminimax", RACE, depth=1, random_ties=random_ties).decide(s).action == runners.RUN
    s.place[:2] = (0, 4)
    chosen = {agents.make("expectiminimax", RACE, depth=1, random_ties=True, seed=k).decide(s).action for k in range(9)}
    assert chosen == {runners.WALK, runners.RUN}, "either reaches the end of the track"
    assert agents.make("expectiminimax", RACE, depth=1).decide(s).action == runners.WALK, "the first of equals"


def test_what_it_cannot_play_and_its_limits():
    from dataclasses import replace

    kind = agents.load("expectiminimax")
    assert kind.refusal(DICE.info) is None
    assert kind.refusal(replace(DICE.info, hidden=True)).endswith("use ismcts")
    assert kind.refusal(replace(DICE.info, simultaneous=True)).endswith("use mcts")
    for depth in (0, 1001):
        with pytest.raises(SettingsError, match="depth must be from 1 to 1000"):
            agents.make("expectiminimax", DICE, depth=depth)
    for depth in (1, 1000):
        agents.make("expectiminimax", DICE, depth=depth)


@pytest.mark.parametrize(("depth", "plies"), [(1, 16 + 64), (3, 48 + 64)])
def test_memory_is_for_sixteen_steps_of_chance_an_action(depth, plies):
    """And for no more than the longest game."""
    endless = max((games.load(name) for name in games.names()), key=lambda game: game.info.longest)
    assert len(agents.make("expectiminimax", endless, depth=depth).workspace.states) == plies + 2
    assert len(agents.make("expectiminimax", DICE, depth=depth).workspace.states) == DICE.info.longest + 2
