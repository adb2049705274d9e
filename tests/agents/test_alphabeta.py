"""Alpha-beta as an anytime search: what it says when it is stopped is never nonsense."""

import pytest

from agents.test_values import C4
from helpers import is_two_player_zero_sum, select
from ludoteca import agents
from ludoteca.testing import random_positions
from ludoteca.testing.agents import quick_agent


@pytest.mark.parametrize("nodes", [1, 2, 5, 20, 100, 700, 5000, 40_000])
@pytest.mark.parametrize("exact", [False, True])
def test_stopped_anywhere_its_values_are_values(nodes, exact):
    for game in select(is_two_player_zero_sum):
        for s in list(random_positions(game, 3))[:-1]:
            decision = quick_agent("alphabeta", game, nodes=nodes, exact=exact).decide(s)
            rows = decision.analysis.actions
            assert decision.action in game.legal_actions(s)
            assert sorted(row.action for row in rows) == sorted(game.legal_actions(s))
            known = [row.value for row in rows if row.value is not None]
            assert all(game.info.min_return <= value <= game.info.max_return for value in known)
            if decision.analysis.depth >= 1:
                assert rows[0].value is not None
            if exact and decision.analysis.depth >= 1:
                assert None not in [row.value for row in rows]


def test_more_nodes_play_better():
    """A hundred times the nodes must win clearly: at least 10 points of 20."""
    from ludoteca.lab.match import play_series

    deep = agents.make("alphabeta", C4, nodes=20_000, random_ties=True)
    flat = agents.make("alphabeta", C4, nodes=200, random_ties=True)
    score = 0.0
    for _, seating, match in play_series(C4, [deep, flat], 20, seed=5):
        score += match.record.result.returns[seating.index(0)]
    assert score >= 10
