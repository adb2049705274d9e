"""Openings of self-play: of several that are drawn for a game, the one that the network finds most even."""

from dataclasses import replace

import numpy as np
import pytest

from ludoteca import games
from ludoteca.agents.network_evaluator import NetworkEvaluator
from ludoteca.core.errors import PlanError
from ludoteca.training.selfplay import SelfPlayLearner
from ludoteca.training.selfplay_games import Search, play_games
from ludoteca.training.selfplay_network import SelfPlayTask
from ludoteca.training.selfplay_openings import choose_openings, judge_unevenness
from ludoteca.training.selfplay_plan import SelfPlayPlan, read_selfplay_plan
from tiny import kuhn, lanterns, runners

pytest.importorskip("torch")

C4 = games.load("connect_four")
SEARCH = Search(simulations=4, opening=12, opening_share=1.0, opening_choices=5)


def make_network(game, encoder):
    task = SelfPlayTask.make(game, game.start(), encoder, SelfPlayPlan(hidden=(8,)))
    return NetworkEvaluator(game, SelfPlayLearner(task, SelfPlayPlan(hidden=(8,))).network({"game": game.info.name}))


@pytest.fixture(scope="module")
def network():
    return make_network(C4, games.encoder("connect_four", "planes"))


def test_the_most_even_of_those_drawn_is_chosen(network):
    seeds = range(40)
    chosen = choose_openings(C4, C4.start(), network, SEARCH, seeds)
    single = choose_openings(C4, C4.start(), network, replace(SEARCH, opening_choices=1), seeds)
    assert chosen.ply.tolist() == single.ply.tolist()  # as long as the first that was drawn
    assert len(set(chosen.ply.tolist())) > 8
    found, before = judge_unevenness(network, chosen), judge_unevenness(network, single)
    assert (found <= before + 1e-6).all()
    assert (found < before).mean() > 0.5  # the first of five is seldom the most even


def test_an_opening_follows_from_the_seed_of_its_game(network):
    together = choose_openings(C4, C4.start(), network, SEARCH, [3, 4, 5])
    alone = choose_openings(C4, C4.start(), network, SEARCH, [4])
    assert together[1].tobytes() == alone[0].tobytes()


def test_games_begin_with_the_openings_that_were_chosen(network):
    seeds = [7, 8, 9]
    chosen = choose_openings(C4, C4.start(), network, SEARCH, seeds)
    played = play_games(C4, C4.start(), [network], SEARCH, seeds)
    used = int(played.records.used[0])
    for number in range(len(seeds)):
        row = np.flatnonzero(played.records.game[:used] == number)[0]
        assert played.records.states[row].tobytes() == chosen[number].tobytes()


@pytest.mark.parametrize("game", [runners.GAME, kuhn.GAME], ids=["three seats", "hidden cards"])
def test_other_games_have_openings_too(game):
    network = make_network(game, games.plain_encoder_of(game))
    chosen = choose_openings(game, game.start(), network, replace(SEARCH, opening=1), range(20))
    assert all(not game.is_over(s) and game.mover(s) >= 0 for s in chosen)
    uneven = judge_unevenness(network, chosen)
    assert ((uneven >= 0.0) & (uneven <= 2.0)).all()
    assert len(play_games(game, game.start(), [network], replace(SEARCH, opening=1), range(20)).returns) == 20


def test_what_makes_no_sense_is_refused():
    with pytest.raises(PlanError, match=r"search\.opening_choices must be from 1"):
        read_selfplay_plan({"search": {"opening_choices": 0}})
    task = SelfPlayTask.make(
        lanterns.GAME, lanterns.GAME.start(), games.plain_encoder_of(lanterns.GAME), SelfPlayPlan(hidden=(8,))
    )
    with pytest.raises(PlanError, match="opening_choices is for rivals; in lanterns all seats are one team"):
        SelfPlayLearner(task, SelfPlayPlan(hidden=(8,), search=SEARCH))
