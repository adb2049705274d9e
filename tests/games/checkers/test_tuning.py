"""Fitting the engine's weights: the games, the features, the fit."""

import numpy as np
import pytest

from ludoteca.core.jit import as_int, compiles
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.engine import weights
from ludoteca.games.checkers.engine.evaluation import FEATURES, KINGS_AT, MAN, MEN_AT, PHASES, evaluate
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.training import tuning

NODES = 60 if compiles else 5


@pytest.fixture(scope="module")
def sample():
    done = []
    made = tuning.play_games("english", 3 if compiles else 1, NODES, 4, done.append)
    assert done == list(range(1, len(done) + 1))
    return made


def place(fen):
    return GAME.start(rules="english", fen=fen)


def test_calm_positions_are_those_where_neither_side_can_take():
    assert tuning.is_calm(place("W:W22:B1"))
    assert not tuning.is_calm(place("W:W22:B18"))  # White, whose move it is
    assert not tuning.is_calm(place("B:W22:B18"))  # White, although Black is to move
    assert not tuning.is_calm(place("B:W22:BK18"))


def test_blended_features_give_the_evaluation():
    """Weights times features is the evaluation, but for rounding down."""
    table, _ = weights.load_weights(RULE_SETS.index("english"))
    for fen in ("W:W21,22,K32:B1,2", "B:W30,31:BK5,12", "W:W21-32:B1-12"):
        s = place(fen)
        side = int(s.to_move)
        boards = [as_int(board[seat]) for seat in (side, 1 - side) for board in (s.men, s.kings)]
        score = evaluate(table, as_int(s.rules), as_int(side), *boards)
        assert score == np.floor(tuning.blend_features(s) @ table.reshape(-1) + 1e-3)


def test_a_sample_holds_calm_positions_and_the_results_of_their_movers(sample):
    assert sample.features.shape == (len(sample.results), PHASES * FEATURES)
    assert len(sample.results) > 5
    assert set(sample.results.tolist()) <= {0.0, 0.5, 1.0}
    assert np.abs(sample.features[:, MEN_AT:KINGS_AT]).sum() > 0


def test_the_same_seed_plays_the_same_games(sample):
    again = tuning.play_games("english", 3 if compiles else 1, NODES, 4, lambda done: None)
    assert np.array_equal(again.features, sample.features)
    assert np.array_equal(again.results, sample.results)


def test_a_fit_learns_what_wins():
    """Where a man more wins more often than it did, the loss falls, the slope grows, and a man stays the unit."""
    rng = np.random.default_rng(2)
    features = np.zeros((600, PHASES * FEATURES), np.float32)
    men, tempo = rng.integers(-2, 3, 600), FEATURES - 1
    features[:, MEN_AT + 14] = men * 0.5
    features[:, FEATURES + MEN_AT + 14] = men * 0.5
    features[:, tempo] = 0.5
    results = (rng.random(600) < 1 / (1 + np.exp(-2.0 * men))).astype(float)
    fit = tuning.fit_weights("english", tuning.Sample(features, results))
    assert fit.loss_after < fit.loss_before
    assert fit.weights[:, MEN_AT + 14].mean() == pytest.approx(MAN, abs=1)
    assert fit.slope > weights.load_weights(RULE_SETS.index("english"))[1]  # a man decides more than it did


def test_a_fit_moves_nothing_that_was_not_seen(sample):
    before, slope = weights.load_weights(RULE_SETS.index("english"))
    fit = tuning.fit_weights("english", sample)
    unseen = np.abs(sample.features).sum(axis=0).reshape(PHASES, FEATURES) == 0
    assert unseen.any()
    assert np.allclose(fit.weights[unseen] * fit.slope, before[unseen] * slope, atol=fit.slope)


def test_a_tiny_tuning_from_games_to_the_file(sample, tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "FILE", tmp_path / "weights.json")
    weights._read_file.cache_clear()
    try:
        number = RULE_SETS.index("english")
        fit = tuning.fit_weights("english", sample)
        weights.save_weights(number, fit.weights, fit.slope, {"command": "a test"})
        table, slope = weights.load_weights(number)
        assert np.array_equal(table, fit.weights)
        assert slope == pytest.approx(fit.slope, abs=1e-6)
        first_guess, _ = weights.load_weights(RULE_SETS.index("italian"))
        assert np.array_equal(first_guess, weights.first_guess(RULE_SETS.index("italian")))
    finally:
        weights._read_file.cache_clear()
