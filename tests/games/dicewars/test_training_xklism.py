"""Positions of Dicewars games: who won is beside each; a killed collection goes on."""

import numpy as np
import pytest

from ludoteca.core.jit import compiles
from ludoteca.games.dicewars.encoders import COUNTS, DICE, PAIRS
from ludoteca.games.dicewars.training.xklism import Source, collect
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


def test_a_killed_collection_loses_a_chunk_at_the_most(tmp_path):
    source = Source(boards=25)

    def kill(done, total):
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
