"""Answers in 8-bit whole numbers: near those in float32, exact where nothing has to be rounded, and each the same
whatever else is in its batch."""

from dataclasses import replace

import numpy as np
import pytest

from ludoteca import games
from ludoteca.core.errors import PlanError
from ludoteca.lab.selfplay import Limits, train_game
from ludoteca.lab.selfplay.tasks import Table, open_evaluator
from ludoteca.networks.batches import Inference
from ludoteca.networks.declaration import Declaration, Head, Layer
from ludoteca.training.quantised import QuantisedInference, quantise_rows, quantise_weights
from ludoteca.training.selfplay import SelfPlayLearner
from ludoteca.training.selfplay_games import Search
from ludoteca.training.selfplay_network import SelfPlayTask
from ludoteca.training.selfplay_plan import Doctor, Gate, SelfPlayPlan, read_selfplay_plan

pytest.importorskip("torch")

GAME = games.load("connect_four")
PLAN = SelfPlayPlan(hidden=(64, 32, 32))
SIDES = games.encoders_of(GAME)["sides"]


@pytest.fixture(scope="module")
def network():
    task = SelfPlayTask.make(GAME, GAME.start(), SIDES, PLAN)
    return SelfPlayLearner(task, PLAN).network({})


def encode_positions(count):
    """Features of positions of random games."""
    rng, rows = np.random.default_rng(1), []
    while len(rows) < count:
        s = GAME.start()
        for _ in range(rng.integers(0, 25)):
            if not GAME.is_over(s):
                GAME.play(s, int(rng.choice(GAME.legal_actions(s))))
        if not GAME.is_over(s):
            rows.append(SIDES.encode(s))
    return np.array(rows)


def answers_of(inference, x):
    return {name: found.copy() for name, found in inference.run_batch(x).items()}


def test_answers_are_near_to_those_in_float32(network):
    x = encode_positions(200)
    plain = answers_of(Inference(network.declaration, network.tensors), x)
    quantised = answers_of(QuantisedInference(network.declaration, network.tensors), x)
    for name, found in plain.items():
        assert (quantised[name] != found).any()  # it does round
        assert np.corrcoef(quantised[name].ravel(), found.ravel())[0, 1] > 0.999


def test_an_answer_does_not_depend_on_its_batch(network):
    x = encode_positions(60)
    inference = QuantisedInference(network.declaration, network.tensors)
    together = answers_of(inference, x)
    for part in (slice(0, 1), slice(7, 40)):
        for name, found in answers_of(inference, x[part]).items():
            assert found == pytest.approx(together[name][part], abs=1e-6)
    assert inference.run(x[3])["value"] == pytest.approx(together["value"][3], abs=0.05)


def test_whole_numbers_stay_as_they_are():
    rows = np.array([[0.0, 3.0, -127.0], [1.0, 0.5, 0.0], [0.0, 0.0, 0.0], [300.0, 1.0, -300.0]], np.float32)
    whole, scales = np.zeros(rows.shape, np.int8), np.zeros(len(rows), np.float32)
    quantise_rows(rows, np.float32(1.0), whole, scales)
    assert whole[0].tolist() == [0, 3, -127]
    assert scales[[0, 2]].tolist() == [1.0, 1.0]
    assert whole[1].tolist() == [127, 64, 0]
    assert whole[3].tolist() == [127, 0, -127]
    assert whole * scales[:, None] == pytest.approx(rows, abs=300.0 / 127 / 2)
    wide = np.random.default_rng(1).normal(size=(5, 41)).astype(np.float32)  # no multiple of the lanes
    wide[:, 40] = 9.0
    whole, scales = np.zeros(wide.shape, np.int8), np.zeros(5, np.float32)
    quantise_rows(wide, np.float32(2.0), whole, scales)
    assert scales == pytest.approx(np.full(5, 18.0 / 127))
    assert whole * scales[:, None] == pytest.approx(2.0 * wide, abs=0.5 * 18.0 / 127 + 1e-5)


def test_weights_that_need_no_rounding_give_exact_answers():
    """Features with a scale, a layer with a skip, and one that rounds nothing."""
    rng = np.random.default_rng(2)
    layers = (Layer(6, name="0"), Layer(6, add="0"))
    declaration = Declaration(5, (Head("policy", 3),), layers, scales=(1.0, 1.0, 1.0, 1 / 3, 1 / 3))
    tensors = {name: rng.normal(size=shape).astype(np.float32) for name, shape in declaration.tensors().items()}
    first = rng.integers(-126, 127, (6, 5)).astype(np.float32)
    first[:, 0] = 127.0
    tensors["trunk.0.weight"] = first / 127.0
    tensors["trunk.1.weight"] = np.zeros((6, 6), np.float32)
    x = np.array([[1, 0, 1, 3, 2], [0, 1, 0, 1, 0], [0, 0, 0, 0, 0]], np.float32)
    plain = answers_of(Inference(declaration, tensors), x)["policy"]
    quantised = answers_of(QuantisedInference(declaration, tensors), x)["policy"]
    assert quantised == pytest.approx(plain, abs=1e-4)
    whole, scales = quantise_weights(np.zeros((4, 2), np.float32))
    assert not whole.any()
    assert np.isfinite(scales).all()


def test_self_play_in_int8_resumes_to_the_same_network(tmp_path):
    plan = SelfPlayPlan(
        hidden=(16, 16), games=24, batch=64, cut=True, precision="bfloat16",
        search=Search(simulations=6, opening=4, opening_share=0.5, precision="int8", proof_nodes=50, proof_share=0.5),
        gate=Gate(every=2, simulations=2, pairs=32), doctor=Doctor(every=9, games=4, simulations=4, rollouts=10),
    )  # fmt: skip
    table = Table("connect_four", {})
    whole = train_game(table, plan, Limits(iterations=3), tmp_path / "whole")
    train_game(table, plan, Limits(iterations=2), tmp_path / "other")
    calls = iter(range(1, 5))

    def stop(what, done, total):
        if next(calls) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_game(table, plan, Limits(iterations=3), tmp_path / "parts", report=stop)
    parts = train_game(table, plan, Limits(iterations=3), tmp_path / "parts")
    assert parts.network.read_bytes() == whole.network.read_bytes()
    game, first = table.open()
    network = SelfPlayLearner(SelfPlayTask.make(game, first, SIDES, plan), plan).network({})
    assert isinstance(open_evaluator(game, network, plan.search).batches, QuantisedInference)
    plain = open_evaluator(game, network, replace(plan.search, precision="float32"))
    assert plain.batches is plain.inference


def test_an_unknown_precision_is_refused():
    with pytest.raises(PlanError, match=r"search\.precision 'int9' is not known; did you mean int8"):
        read_selfplay_plan({"search": {"precision": "int9"}})
    with pytest.raises(PlanError, match=r"search\.proof_share must be from 0.0 to 1.0, not 2.0"):
        read_selfplay_plan({"search": {"proof_share": 2.0}})
