"""warlord: its strategy does what its weights say, its look ahead sees what a game shows, and it answers in time."""

import json
import time

import numpy as np
import pytest

from games.dicewars.scenes import set_up, settle
from ludoteca import agents
from ludoteca.core.errors import WeightsError
from ludoteca.core.jit import compiles
from ludoteca.games.dicewars import land
from ludoteca.games.dicewars.agents.warlord import attacks, features, strategy, transfers, weights
from ludoteca.games.dicewars.agents.warlord.lookahead import CANDIDATES, write_candidates
from ludoteca.games.dicewars.constants import MAX_PLAYERS
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.state import END
from ludoteca.protocol import Budget

W = weights.load_weights()


def name(s, action):
    return GAME.format_action(s, action)


def test_it_takes_the_last_area_and_leaves_a_hopeless_attack():
    s = set_up([0, 0, 1], [2, 8, 1])
    warlord = agents.make("warlord", GAME, iterations=200 if compiles else 20)
    decision = warlord.decide(s)
    assert name(s, decision.action) == "attack 2>3"
    assert decision.analysis.value == 1.0
    hopeless = set_up([0, 0, 1], [2, 2, 8])
    assert name(hopeless, warlord.decide(hopeless).action) != "attack 2>3"


def test_candidates_are_legal_and_each_is_there_once():
    for seed in range(1, 40 if compiles else 3):
        s = settle(GAME.start(map_seed=seed, variant="original" if seed % 3 == 0 else "standard"), seed)
        out = np.zeros(CANDIDATES, np.int64)
        found = out[: write_candidates(s, W, out)].tolist()
        assert len(set(found)) == len(found) > 1
        assert set(found) <= set(GAME.legal_actions(s))
        assert found[0] == strategy.decide(s, W)
        assert END in found


def test_the_best_attacks_come_first_and_lead_with_the_one_that_is_made():
    s = settle(GAME.start(map_seed=5), 5)
    out = np.zeros(4, np.int64)
    view = attacks.summarise(s, W)
    n = attacks.find_attacks(s, W, out, 4)
    rated = [attacks.rate_attack(s, W, view, (a - 1) // 34, (a - 1) % 34) for a in out[:n].tolist()]
    everything = [a for a in GAME.legal_actions(s) if a and s.owner[(a - 1) % 34] != s.turn]
    best = max(attacks.rate_attack(s, W, view, (a - 1) // 34, (a - 1) % 34) for a in everything)
    assert rated == sorted(rated, reverse=True)
    assert rated[0] == best
    assert attacks.find_attack(s, W._replace(least=-10.0)) == out[0]
    assert attacks.find_attack(s, W._replace(least=10.0)) == END


def test_each_consideration_moves_a_rating_the_way_its_name_says():
    s = set_up([0, 0, 1, 1, 0], [1, 5, 3, 4, 2], turn=0)  # 2>3 joins no land; 5>4 is from a small region
    view = attacks.summarise(s, W)
    base = attacks.rate_attack(s, W, view, 1, 2)
    for field, better in (("growth", 1), ("kill", 1), ("leader", 1), ("cut", 1), ("home", 1), ("risk", -1)):
        more = W._replace(**{field: getattr(W, field) + 1.0})
        assert (attacks.rate_attack(s, more, view, 1, 2) - base) * better > 0, field
    for field in ("exposed", "full"):  # no other foe is near the source, and it has not eight dice
        assert attacks.rate_attack(s, W._replace(**{field: 9.0}), view, 1, 2) == base


def test_dice_travel_to_the_border_over_several_hops():
    s = set_up([0, 0, 0, 0, 1], [8, 1, 1, 1, 8])
    for expected in ("transfer 1>2", "transfer 2>3", "transfer 3>4"):
        action = transfers.find_advance(s, W)
        assert name(s, action) == expected
        GAME.play(s, action)
    assert s.dice[:5].tolist() == [1, 1, 1, 8, 8]
    assert transfers.find_advance(s, W) == END


def test_the_last_transfers_leave_what_cannot_be_held():
    s = set_up([0, 0, 1], [1, 4, 8])
    assert name(s, transfers.find_settlement(s, W._replace(settle=0.0))) == "transfer 2>1"
    safe = set_up([0, 0, 1], [1, 8, 2])
    assert transfers.find_settlement(safe, W._replace(settle=0.0)) == END


def rotate(s, by):
    """The same position with every seat so many places further."""
    turned = s.copy()
    n = int(s.players)
    turned.land[:] = 0
    for area in range(int(s.areas)):
        turned.owner[area] = -1
        land.assign(turned, area, (int(s.owner[area]) + by) % n)
    turned.reserve[:] = 0
    for seat in range(n):
        turned.reserve[(seat + by) % n] = s.reserve[seat]
    turned.turn = (int(s.turn) + by) % n
    return turned


def test_features_do_not_depend_on_the_names_of_seats():
    s = settle(GAME.start(map_seed=9), 9)
    s.reserve[:4] = [3, 0, 7, 1]
    x, y = np.zeros(features.FEATURES, np.float32), np.zeros(features.FEATURES, np.float32)
    features.describe(s, 1, x)
    for by in (1, 2, 3):
        features.describe(rotate(s, by), (1 + by) % 4, y)
        assert np.array_equal(x, y)
    features.describe(s, 2, y)
    assert not np.array_equal(x, y)
    assert x[features.LAND] * 34 == pytest.approx(int(s.land[1]).bit_count())


@pytest.mark.parametrize("players", [2, 3, MAX_PLAYERS])
def test_it_plays_with_any_number_of_players(players):
    warlord = agents.make("warlord", GAME, iterations=20)
    s = settle(GAME.start(players=players, map_seed=players), players)
    decision = warlord.decide(s)
    assert decision.action in GAME.legal_actions(s)
    assert all(-1.0 <= row.value <= 1.0 for row in decision.analysis.actions if row.value is not None)


def test_equal_seeds_decide_alike():
    s = settle(GAME.start(map_seed=4), 4)
    games = 30 if compiles else 8
    first, again = (agents.make("warlord", GAME, 7, iterations=games).decide(s) for _ in range(2))
    assert first.analysis.actions == again.analysis.actions


@pytest.mark.alone
@pytest.mark.skipif(not compiles, reason="seconds each uncompiled")
def test_it_keeps_to_a_budget_in_seconds():
    warlord = agents.make("warlord", GAME)
    s = settle(GAME.start(map_seed=4))
    warlord.decide(s)
    started = time.perf_counter()
    warlord.decide(s, Budget(seconds=0.05))
    assert time.perf_counter() - started < 2.0


def test_weights_are_saved_and_read_and_bad_ones_are_named(tmp_path):
    path = tmp_path / "weights.json"
    weights.save_weights(path, W, {"seed": 1})
    assert weights.load_weights(path) == W
    content = json.loads(path.read_text())
    for change, told in (
        ({"growth": None}, "growth must be a number"),
        ({"luck": 1.0}, "has 'luck', which warlord does not know"),
    ):
        bad = {**content, "weights": {**content["weights"], **change}}
        with pytest.raises(WeightsError, match=told):
            weights.parse_weights(bad, "mine")
    with pytest.raises(WeightsError, match="format"):
        weights.parse_weights({}, "mine")
    with pytest.raises(WeightsError, match="cannot read"):
        weights.load_weights(tmp_path / "none.json")


def test_a_weight_that_is_no_reasonable_number_is_refused():
    for value in (None, "1", True, float("nan"), float("inf"), 10**400, 10**5000, -1e7, [1.0]):
        content = {"format": weights.FORMAT, "weights": {**W._asdict(), "kill": value}}
        with pytest.raises(WeightsError, match="mine: kill must be a number from -1,000,000 to 1,000,000, not "):
            weights.parse_weights(content, "mine")


def test_weights_that_are_no_mapping_and_files_that_are_no_json_are_refused(tmp_path):
    for values in ([1.0] * len(W), None, 7):
        with pytest.raises(WeightsError, match="mine: weights must map names to numbers, not be "):
            weights.parse_weights({"format": weights.FORMAT, "weights": values}, "mine")
    path = tmp_path / "weights.json"
    for text in ("[" * 10**5, '{"format": ' + "1" * 5000 + "}"):
        path.write_text(text)
        with pytest.raises(WeightsError, match="cannot read the weights"):
            weights.load_weights(path)
