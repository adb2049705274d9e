"""The commands of `ludoteca dicewars`."""

import json

import pytest
from typer.testing import CliRunner

from ludoteca.core.errors import UnknownName
from ludoteca.core.jit import compiles
from ludoteca.games.dicewars import maps
from ludoteca.games.dicewars.agents.warlord.weights import load_weights
from ludoteca.games.dicewars.cli import app

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
