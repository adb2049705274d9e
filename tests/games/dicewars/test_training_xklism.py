"""The training data of xklism, and its network."""

import json

import numpy as np
import pytest

from ludoteca.core.errors import DatasetError, WeightsError
from ludoteca.core.jit import compiles
from ludoteca.games.dicewars.encoders import COUNTS, DICE, PAIRS
from ludoteca.games.dicewars.training.xklism import (
    SHAPE,
    Choice,
    Source,
    collect,
    describe_data,
    save_record,
    train_xklism,
)
from ludoteca.networks.weights import load_network
from ludoteca.training.datasets import gather

pytestmark = pytest.mark.skipif(not compiles, reason="minutes uncompiled")


def test_positions_are_of_turns_and_know_their_winner(tmp_path):
    data = gather(collect(Source(boards=12), tmp_path))
    assert len({int(group) for group in data.groups}) == 12
    areas = data.features[:, COUNTS:PAIRS]
    assert (areas.sum(axis=1) == 34).all()
    assert (data.features[:, DICE:] >= 1).all()
    leading = areas.argmax(axis=1) == data.labels
    assert leading.mean() > 0.5  # the winner mostly has the most land, and not always
    assert leading.mean() < 0.95
    assert 25 < len(data) / 48 < 90  # turns a game


def test_the_same_chance_makes_the_same_game_four_times(tmp_path):
    data = gather(collect(Source(boards=2, same_chance=True), tmp_path / "same"))
    assert all(len(np.unique(data.features[data.groups == g], axis=0)) * 4 <= (data.groups == g).sum() for g in
               np.unique(data.groups))  # fmt: skip


def test_a_killed_collection_loses_one_chunk_at_most_and_resumes(tmp_path):
    source = Source(boards=25)

    def kill(what, done, total):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        collect(source, tmp_path / "cut", kill)
    assert len(list((tmp_path / "cut").glob("*.parquet"))) == 2
    whole, again = gather(collect(source, tmp_path / "whole")), gather(collect(source, tmp_path / "cut"))
    assert np.array_equal(whole.features, again.features)
    assert np.array_equal(whole.labels, again.labels)


def test_every_action_makes_more_positions(tmp_path):
    few = gather(collect(Source(boards=1), tmp_path / "turns"))
    many = gather(collect(Source(boards=1, every_action=True), tmp_path / "actions"))
    assert len(many) > 3 * len(few)


def test_a_collection_is_extended_and_then_holds_what_one_of_that_size_holds(tmp_path):
    collect(Source(boards=3), tmp_path / "grown")
    grown = gather(collect(Source(boards=12), tmp_path / "grown"))
    whole = gather(collect(Source(boards=12), tmp_path / "whole"))
    assert np.array_equal(grown.features, whole.features)
    assert np.array_equal(grown.groups, whole.groups)
    with pytest.raises(DatasetError, match="is for 12 boards, more than 3"):
        collect(Source(boards=3), tmp_path / "grown")


def stop_after_one(what, done, total):
    if done == 1:
        raise KeyboardInterrupt


def test_an_incomplete_data_set_is_named_and_only_taken_when_asked_for(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        collect(Source(boards=12), tmp_path / "data", stop_after_one)
    with pytest.raises(DatasetError, match=r"10 of 12 boards are there.*collect --boards 12.*--incomplete"):
        train_xklism(tmp_path / "data", tmp_path / "net", Choice())
    dataset = collect(Source(boards=12), tmp_path / "data")
    assert describe_data(dataset, False)["boards"] == 12
    (tmp_path / "data" / "chunk-000001.parquet").unlink()
    about = describe_data(dataset, True)
    assert (about["boards"], about["missing_chunks"]) == (10, [1])


def test_the_network_is_trained_and_its_record_says_how(tmp_path):
    pytest.importorskip("torch")
    rates = ((2, 0.01),)
    collect(Source(boards=10), tmp_path / "data")
    curve = train_xklism(tmp_path / "data", tmp_path / "net", Choice("group", 3), rates)
    assert len(curve.loss) == 2
    network = load_network(tmp_path / "net", SHAPE)
    assert network.record["split"] == "group"
    assert network.record["data"]["boards"] == 10
    save_record(tmp_path / "net", tmp_path / "notes" / "record.json")
    assert json.loads((tmp_path / "notes" / "record.json").read_text()) == network.record
    with pytest.raises(WeightsError, match="another training: its plan differs"):
        train_xklism(tmp_path / "data", tmp_path / "net", Choice("group", 4), rates)
