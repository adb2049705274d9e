"""xklism: its two modes, its candidates, its settings."""

import numpy as np
import pytest

from games.dicewars.scenes import set_up, settle
from ludoteca import agents
from ludoteca.core.errors import SettingsError, UnknownName, UnsupportedGame, WeightsError
from ludoteca.games.dicewars.agents.xklism import SHAPE, read_network
from ludoteca.games.dicewars.agents.xklism.estimate import estimate, prepare_map
from ludoteca.games.dicewars.encoders import FEATURES, encode_position
from ludoteca.games.dicewars.game import GAME
from ludoteca.networks.inference import infer, softmax
from ludoteca.networks.weights import Shape, save_network


def make(**options):
    return agents.make("xklism", GAME, **options)


def ask(s, **options):
    return GAME.format_action(s, make(estimate="areas", **options).decide(s).action)


def test_the_estimate_is_the_networks_for_the_whole_position():
    agent = make()
    network = read_network("")
    for seed in range(1, 4):
        s = settle(GAME.start(map_seed=seed), seed)
        prepare_map(s, agent.workspace)
        x, out = np.zeros(FEATURES, np.float32), np.zeros(4, np.float32)
        encode_position(s, x)
        infer(network.flat, network.sizes, x, out)
        softmax(out, 4)
        for seat in range(4):
            assert estimate(s, seat, agent.workspace) == pytest.approx(float(out[seat]), rel=1e-4)


def test_first_it_strengthens_the_weakest_border_of_its_largest_region():
    s = set_up([1, 0, 0, 0, 1], [2, 3, 6, 2, 8])
    assert ask(s) == "transfer 3>4"
    s.transfers = 5
    assert ask(s) != "transfer 3>4"
    assert ask(s, kept=0) == "transfer 3>4"
    s.transfers = 4
    assert ask(s, kept=2) != "transfer 3>4"


def test_an_attack_must_be_likely_and_likely_to_hold_or_come_from_eight_dice():
    assert ask(set_up([0, 1, 2], [5, 2, 1], players=3)) == "attack 1>2"
    assert ask(set_up([0, 1, 2], [5, 2, 8], players=3)) == "end"  # 5 beat 2, but 4 do not hold against 8
    assert ask(set_up([0, 1, 2], [8, 8, 8], players=3)) == "attack 1>2"


def test_then_it_evacuates_or_reinforces_and_attacks_no_more():
    s = set_up([0, 0, 1], [1, 4, 8])
    assert ask(s) == "transfer 2>1"
    s = set_up([0, 0, 1], [4, 2, 8])
    s.retreated = 1
    assert ask(s, closing="reinforce") == "transfer 1>2"
    s = set_up([0, 0, 1], [1, 4, 1])
    assert ask(s) == "attack 2>3"
    s.retreated = 1
    assert not ask(s).startswith("attack")


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_every_depth_decides(depth):
    s = settle(GAME.start(map_seed=2))
    decision = make(depth=depth).decide(s)
    assert decision.action in GAME.legal_actions(s)


def test_bad_settings_and_weights_are_refused(tmp_path):
    with pytest.raises(SettingsError, match="depth must be from 1 to 3"):
        make(depth=4)
    with pytest.raises(UnknownName, match="closing"):
        make(closing="sleep")
    other = Shape((637, 64, 64, 32, 4))
    tensors = {name: np.zeros(size, np.float32) for name, size in other.tensors().items()}
    save_network(tmp_path / "other.safetensors", other, tensors, {})
    with pytest.raises(WeightsError, match=r"layer0.weight has the shape \[64, 637\]; this network needs \[128, 637\]"):
        make(weights=str(tmp_path / "other.safetensors"))
    assert SHAPE.sizes == (637, 128, 64, 32, 4)
    with pytest.raises(UnsupportedGame, match="4 players, not of 3"):
        make().decide(settle(GAME.start(players=3)))
