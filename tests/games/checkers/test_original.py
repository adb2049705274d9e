"""The original program's player, re-created with the generic agents, against a plain reading of its description."""

import numpy as np
import pytest

from ludoteca import agents
from ludoteca.core.errors import UnknownName
from ludoteca.core.jit import compiles
from ludoteca.core.rng import below, new_rng
from ludoteca.games.checkers import levels, rules
from ludoteca.games.checkers.board import WHITE
from ludoteca.games.checkers.game import GAME

PLAIN = dict(item.split("=") for item in levels.PLAIN.split(","))
WIN = 300


def count_points(s, seat):
    """Twice the material, a king for two men, and the number of moves."""
    turned = GAME.copy(s)
    turned.to_move, turned.winner = seat, rules.NOBODY
    pieces = int(s.men[seat]).bit_count() + 2 * int(s.kings[seat]).bit_count()
    return 2 * pieces + len(GAME.legal_actions(turned))


def minimax(s, depth):
    """The score for White: a win is 300 and the depth that is left."""
    if GAME.is_over(s):
        return {0: WIN + depth, 1: -WIN - depth}.get(int(s.winner), 0)
    if depth == 0:
        return count_points(s, 0) - count_points(s, 1)
    scores = list(score_moves(s, depth).values())
    return max(scores) if GAME.mover(s) == WHITE else min(scores)


def score_moves(s, depth):
    scores = {}
    for action in GAME.legal_actions(s):
        child = GAME.copy(s)
        GAME.play(child, action)
        scores[action] = minimax(child, depth - 1)
    return scores


def random_states(n, seed):
    rng = new_rng(seed)
    found = []
    while len(found) < n:
        s = GAME.start()
        for _ in range(10 + below(rng, 60)):
            legal = GAME.legal_actions(s)
            if not legal:
                break
            GAME.play(s, legal[below(rng, len(legal))])
        if not GAME.is_over(s):
            found.append(s)
    return found


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "captures first"])
@pytest.mark.parametrize("depth", [1, 2, 3] if compiles else [1])
def test_every_form_of_it_gives_every_move_the_value_of_plain_minimax(name, depth):
    options = {"depth": depth, "random_ties": "yes", "nodes": 10**8}
    if name != "minimax":
        options = {**PLAIN, "depth": depth, "priorities": "yes" if name == "captures first" else "no"}
    agent = agents.make("minimax" if name == "minimax" else "alphabeta", GAME, **options)
    for s in random_states(12 if compiles else 3, 5):
        sign = 1 if GAME.mover(s) == WHITE else -1
        wanted = score_moves(s, depth)
        decision = agent.decide(s)
        found = {row.action: row.value for row in decision.analysis.actions}
        assert found.keys() == wanted.keys()
        for action, score in wanted.items():
            expected = np.sign(score) if abs(score) >= WIN else score / rules.EVALUATION_UNIT
            assert found[action] == pytest.approx(sign * expected)
        assert sign * wanted[decision.action] == max(sign * score for score in wanted.values())


def test_it_chooses_among_equal_moves_at_random():
    agent = agents.make("alphabeta", GAME, seed=3, depth=1, **PLAIN)
    s = GAME.start()
    scores = score_moves(s, 1)
    best = {action for action, score in scores.items() if score == max(scores.values())}
    assert {agent.decide(s).action for _ in range(60)} == best
    assert len(best) > 1


def test_pruning_saves_nodes_and_captures_first_saves_more():
    depth = 5 if compiles else 2
    totals = {"minimax": 0, "plain": 0, "ordered": 0}
    made = {
        "minimax": agents.make("minimax", GAME, depth=depth, nodes=10**8),
        "plain": agents.make("alphabeta", GAME, depth=depth, priorities="no", **PLAIN),
        "ordered": agents.make("alphabeta", GAME, depth=depth, **PLAIN),
    }
    for s in random_states(10, 9):
        for name, agent in made.items():
            totals[name] += agent.decide(s).analysis.nodes
    assert totals["minimax"] > totals["plain"]
    assert totals["plain"] > totals["ordered"] or not compiles


def test_levels_are_made_by_name():
    made = {level.name: level for level in levels.LEVELS}
    assert list(made) == [
        "Beginner", "Easy", "Casual", "Intermediate", "Seasoned", "Hard", "Expert", "Master", "Grandmaster",
    ]  # fmt: skip
    for name, depth in (("Easy", 2), ("Intermediate", 3), ("Hard", 5)):
        assert made[name].agent == f"alphabeta:depth={depth},{levels.PLAIN}"
        assert agents.make_from_spec(name, GAME).settings.depth == depth
    for level in levels.LEVELS[-3:]:
        name, options = agents.parse_spec(level.agent)
        assert agents.make(name, GAME, **options).budget.seconds < 1
    assert agents.make_from_spec("hard", GAME).settings.depth == 5
    with pytest.raises(UnknownName, match="Easy"):
        agents.make_from_spec("Esy", GAME)
