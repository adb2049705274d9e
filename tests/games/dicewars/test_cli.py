"""The commands of `ludoteca dicewars`."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from games.dicewars.scenes import settle
from ludoteca import agents
from ludoteca.core.errors import DatasetError, ExtraMissing, UnknownName, WeightsError
from ludoteca.core.jit import compiles
from ludoteca.games.dicewars import maps
from ludoteca.games.dicewars.agents.warlord.weights import load_weights
from ludoteca.games.dicewars.agents.xklism import SHAPE
from ludoteca.games.dicewars.cli import app
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.training import warlord
from ludoteca.games.dicewars.training.xklism import LAYOUT
from ludoteca.networks.weights import load_network
from ludoteca.training.datasets import Chunk, Dataset

run = CliRunner().invoke


def test_a_map_is_shown_saved_and_another_one_is_named(tmp_path):
    path = tmp_path / "map.json"
    result = run(app, ["map", "--seed", "7", "--save", str(path)])
    assert result.exit_code == 0, result.output
    assert "34 areas" in result.stdout
    assert f"--seed {maps.reroll(7)}" in result.stdout
    assert maps.parse(json.loads(path.read_text())).neighbours == maps.grow(7).neighbours
    assert isinstance(run(app, ["map", "--variant", "chess"]).exception, UnknownName)


@pytest.mark.skipif(not compiles, reason="minutes uncompiled")
def test_positions_are_collected_and_counted(tmp_path):
    result = run(app, ["collect", "--out", str(tmp_path), "--boards", "1"])
    assert result.exit_code == 0, result.output
    assert "positions; won by seat" in result.stdout
    assert (tmp_path / "chunk-000000.parquet").exists()


@pytest.mark.skipif(not compiles, reason="minutes uncompiled")
def test_tuned_weights_can_be_played_with(tmp_path):
    path = tmp_path / "weights.json"
    result = run(app, ["tune", "--out", str(path), "--generations", "1", "--boards", "1"])
    assert result.exit_code == 0, result.output
    assert load_weights(path) != load_weights()


def make_positions(number, n=40):
    """Positions in which the largest of the first four features names the winner, for ten boards."""
    random = np.random.default_rng(number)
    features = random.integers(0, 8, (n, LAYOUT.inputs)).astype(np.int8)
    return Chunk(
        features, features[:, :4].argmax(axis=1).astype(np.int8), np.arange(n, dtype=np.int32) % 10 + 10 * number
    )


def test_an_incomplete_data_set_is_not_trained_on_without_a_word(tmp_path):
    data = tmp_path / "data"
    Dataset(data, LAYOUT).fill({"boards": 25}, make_positions)
    (data / "chunk-000001.parquet").unlink()
    result = run(app, ["train", "--data", str(data), "--out", str(tmp_path / "net")])
    assert isinstance(result.exception, DatasetError)
    assert "15 of 25 boards are there" in str(result.exception)
    assert not (tmp_path / "net").exists()


def test_the_network_of_xklism_is_trained_on_what_is_there_when_asked_for(tmp_path):
    pytest.importorskip("torch")
    data, net, record = tmp_path / "data", tmp_path / "net", tmp_path / "record.json"
    Dataset(data, LAYOUT).fill({"boards": 25}, make_positions)
    (data / "chunk-000001.parquet").unlink()
    arguments = ["train", "--data", str(data), "--out", str(net), "--split", "state", "--record", str(record)]
    result = run(app, [*arguments, "--incomplete"])
    assert result.exit_code == 0, result.output
    assert "split by state" in result.stdout
    kept = json.loads(record.read_text())
    assert kept == load_network(net, SHAPE).record
    assert (kept["data"]["boards"], kept["data"]["missing_chunks"], kept["split"]) == (15, [1], "state")
    assert len(kept["curve"]["loss"]) == 128


def test_train_value_tests_its_output_before_it_plays(tmp_path, monkeypatch):
    monkeypatch.setattr(warlord, "collect_turns", lambda *_: pytest.fail("played"))
    result = run(app, ["train-value", "--out", str(tmp_path / "nowhere" / "net"), "--boards", "5"])
    assert isinstance(result.exception, WeightsError | ExtraMissing)  # no such folder, or no torch


@pytest.mark.skipif(not compiles, reason="minutes uncompiled")
def test_a_value_network_is_trained_and_an_agent_plays_with_it(tmp_path):
    pytest.importorskip("torch")
    path = tmp_path / "value.safetensors"
    result = run(app, ["train-value", "--out", str(path), "--boards", "10"])
    assert result.exit_code == 0, result.output
    assert "on other boards" in result.stdout
    s = settle(GAME.start(map_seed=3))
    decision = agents.make("warlord", GAME, network=str(path), iterations=20).decide(s)
    assert decision.action in GAME.legal_actions(s)


@pytest.mark.skipif(not compiles, reason="minutes uncompiled")
def test_tuning_again_with_more_generations_extends_the_search(tmp_path):
    path = tmp_path / "weights.json"
    for generations in ("1", "2"):
        result = run(app, ["tune", "--out", str(path), "--generations", generations, "--boards", "1"])
        assert result.exit_code == 0, result.output
        assert len(json.loads(path.read_text())["record"]["won by the mean"]) == int(generations)
