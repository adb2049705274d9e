"""The guided search where seats see different things: its values against exact ones, and that it sees no more than its
seat does."""

from itertools import pairwise

import numpy as np
import pytest

from agents.test_neural import write_network
from ludoteca import agents, games
from ludoteca.agents.network_evaluator import NetworkEvaluator
from ludoteca.agents.neural import load_weights
from ludoteca.core.rng import new_rng
from ludoteca.lab.exploitability import best_answer, expected_value, measure_exploitability
from ludoteca.training.selfplay_games import Search, play_games
from ludoteca.training.selfplay_rows import make_rows
from tiny import auction, kuhn, lanterns, pennies

PASS, BET = 0, 1
JACK, QUEEN, KING = range(3)


def deal(*actions):
    s = kuhn.GAME.start()
    for action in actions:
        kuhn.GAME.play(s, action)
    return s


def decide(game, s, **options):
    view = game.observe(s, game.mover(s))
    return agents.make("guided", game, seed=3, **{"evaluator": "rollouts", **options}).decide(view).analysis


@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_it_finds_the_best_answer_to_how_the_others_play(root):
    """Against one who passes and bets alike often, whatever the card."""
    told = decide(kuhn.GAME, deal(JACK, KING), iterations=3000, root=root)
    values = {row.action: row.value for row in told.actions}
    assert told.actions[0].action == BET  # half of the time the other gives up
    assert values[BET] == pytest.approx(-0.5, abs=0.1)
    assert values[PASS] == pytest.approx(-1.0, abs=0.1)
    assert not told.proven
    faced = decide(kuhn.GAME, deal(QUEEN, KING, PASS, BET), iterations=2000, root=root)
    assert {row.action: row.value for row in faced.actions}[BET] == pytest.approx(0.0, abs=0.2)
    assert decide(kuhn.GAME, deal(KING, JACK, PASS, BET), iterations=50, root=root).actions[0].action == BET


@pytest.mark.parametrize(
    "game", [kuhn.GAME, lanterns.GAME, pennies.GAME, auction.GAME], ids=lambda game: game.info.name
)
def test_what_is_hidden_changes_no_decision(game):
    s, rng = game.start(), new_rng(4)
    while not game.is_over(s):
        if game.mover(s) >= 0:
            seat, view = game.mover(s), game.observe(s, game.mover(s))
            worlds = [game.guess(view, seat, new_rng(seed)) for seed in range(4)]
            told = [decide(game, world, iterations=40).actions for world in worlds]
            assert all(one == other for one, other in pairwise(told))
            assert sum(row.visits for row in told[0]) == 40
        legal = game.legal_actions(s)
        game.play(s, legal[int(rng[0]) % len(legal)])


def test_the_network_is_shown_what_the_mover_sees(tmp_path):
    """Games of self-play: rows hold no card of the other, though the games knew both."""
    plain = games.encoders_of(kuhn.GAME)["plain"]
    weights = write_network(tmp_path / "kuhn.safetensors", kuhn.GAME, plain)
    network = NetworkEvaluator(kuhn.GAME, load_weights(kuhn.GAME, str(weights)))
    played = play_games(kuhn.GAME, kuhn.GAME.start(), [network], Search(simulations=8), range(1, 41))
    n = int(played.records.used[0])
    cards = np.array([state.card for state in played.records.states[:n]])
    assert ((cards == kuhn.HIDDEN).sum(1) == 1).all()
    rows = make_rows(kuhn.GAME, plain, played, 0.5, 1.0)
    assert rows.policy.sum(1) == pytest.approx(np.ones(n), abs=1e-5)
    assert 20 <= n <= 60  # one seat of each game searches
    assert played.returns.sum(1) == pytest.approx(np.zeros(40))


def uniform(view):
    return {PASS: 0.5, BET: 0.5}


def solution(view):
    """One of Kuhn's equilibria."""
    card, ply = int(view.card[view.ply & 1]), int(view.ply)
    faced = bool(ply) and view.bets[ply - 1] == BET
    bet = {JACK: 0.0, QUEEN: 1 / 3, KING: 1.0}[card] if faced else {JACK: 1 / 3, QUEEN: 0.0, KING: 1.0}[card]
    return {PASS: 1 - (bet if ply else 0.0), BET: bet if ply else 0.0}


def test_exploitability_is_that_of_the_books():
    first = kuhn.GAME.start()
    assert measure_exploitability(kuhn.GAME, first, uniform) == pytest.approx(11 / 24)
    assert measure_exploitability(kuhn.GAME, first, solution) == pytest.approx(0.0, abs=1e-9)
    assert expected_value(kuhn.GAME, first, solution) == pytest.approx(-1 / 18)
    assert best_answer(kuhn.GAME, first, solution, 1) == pytest.approx(1 / 18)


def test_it_keeps_the_time_where_no_position_needs_an_evaluation():
    """The last decision of a game: every simulation ends there."""
    view = kuhn.GAME.observe(deal(QUEEN, KING, PASS, BET), 0)
    told = agents.make("guided", kuhn.GAME, evaluator="rollouts", seconds=0.01).decide(view).analysis
    assert told.iterations > 0
