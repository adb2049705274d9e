"""The training of warlord: weights by playing, a value network from its games; the same again from the same seed."""

import pytest

from ludoteca.core.errors import WeightsError
from ludoteca.core.jit import compiles
from ludoteca.games.dicewars.agents.warlord.features import DICE_SHARE, FEATURES, LAND
from ludoteca.games.dicewars.agents.warlord.lookahead import SHAPE, WIN
from ludoteca.games.dicewars.agents.warlord.weights import load_weights
from ludoteca.games.dicewars.training import warlord
from ludoteca.games.dicewars.training.tuning import GUESS
from ludoteca.games.dicewars.training.warlord import FIRST_BOARD, collect_turns, count_wins, set_up, train_value
from ludoteca.lab.match import ASK
from ludoteca.networks.weights import load_network

pytestmark = pytest.mark.skipif(not compiles, reason="minutes uncompiled")


def test_the_strategy_sits_at_every_seat_of_every_board_and_its_games_are_left_as_they_were():
    games = set_up(500, 6, 1)
    assert len(games.seats) == 24
    assert (games.places == ASK).sum(axis=1).tolist() == [1] * 24
    assert sorted(games.seats[:4].tolist()) == [0, 1, 2, 3]
    assert sorted(set(games.boards.tolist())) == list(range(500, 506))
    assert count_wins(games, GUESS) == count_wins(games, GUESS)


def test_the_tuned_strategy_wins_more_than_its_share_and_than_one_that_never_attacks():
    games = set_up(900_000, 50, 1)
    assert count_wins(games, load_weights()) > 0.4 * 200
    assert count_wins(games, load_weights()._replace(least=100.0, lead=0.0)) == 0


def test_positions_are_those_at_the_ends_of_turns_and_know_who_won():
    data = collect_turns(load_weights(), 20, 3)
    assert data.features.shape == (len(data), FEATURES)
    assert set(data.groups.tolist()) == set(range(FIRST_BOARD, FIRST_BOARD + 20))
    assert 4 < len(data) / 80 < 20  # turns a game
    won = data.labels == WIN
    assert 0.3 < won.mean() < 0.9
    assert data.features[won, DICE_SHARE].mean() > 1.3 * data.features[~won, DICE_SHARE].mean()
    assert data.features[:, LAND].max() < 1.0  # the last conquest ends the game, not a turn


def test_a_value_network_is_trained_and_can_be_loaded(tmp_path):
    pytest.importorskip("torch")
    path = tmp_path / "value.safetensors"
    curve = train_value(load_weights(), path, boards=40)
    assert curve.loss[-1] < curve.loss[0]
    network = load_network(path, SHAPE)
    assert network.record["split"] == "group"
    assert network.record["strategy"] == pytest.approx(load_weights()._asdict())


def test_a_value_network_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.setattr(warlord, "collect_turns", lambda *_: pytest.fail("played"))
    with pytest.raises(WeightsError, match="No such file"):
        train_value(load_weights(), tmp_path / "nowhere" / "value.safetensors", boards=5)
