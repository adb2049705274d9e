"""Encoders: of the length they state, finite, deterministic, and blind to what is hidden."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.protocol import Encoder, Game, State
from ludoteca.testing.positions import convention_positions, random_positions

POSITIONS = 40 if compiles else 6  # of each encoder
GARBAGE = 1e9  # a row before it is written


def list_views(game: Game, encoder: Encoder, most: int = POSITIONS) -> list[State]:
    """Views of the seats to act, from a random game and from one of a convention, evenly spread. Not to be changed."""
    return _find_views(game, tuple(sorted(encoder.setup.items())), most)


@lru_cache(maxsize=64)  # encoders of one setup share their games, which take long to play uncompiled
def _find_views(game: Game, setup: tuple[tuple[str, Any], ...], most: int) -> list[State]:
    lines = [random_positions(game, 3, **dict(setup))]
    if game.info.conventions:
        lines.append(convention_positions(game, 4, **dict(setup)))
    found = []
    for line in lines:
        views = [game.observe(s, game.mover(s)) for s in line if game.mover(s) >= 0]
        found += views[:: 1 + len(views) // most]
    return found


def encode_over(encoder: Encoder, view: State) -> Any:
    """The features, written over a row of garbage."""
    row = np.full(encoder.count_inputs(view), GARBAGE, np.float32)
    encoder.fill(view, row)
    return row


class EncodersContract:
    """For every encoder of a game: those that its plugin names, and the plain one."""

    game: Game

    def encoded(self) -> Iterator[tuple[Encoder, State]]:
        for encoder in games.encoders_of(self.game).values():
            for view in list_views(self.game, encoder):
                yield encoder, view

    def test_a_row_is_whole_finite_and_the_same_again(self) -> None:
        for encoder, view in self.encoded():
            encoder.check(view)
            row = encode_over(encoder, view)
            assert np.isfinite(row).all(), encoder.name
            assert (row != GARBAGE).all(), f"{encoder.name} leaves some of the row as it was"
            assert np.array_equal(row, encoder.encode(view)), encoder.name

    def test_named_slices_are_all_of_the_row(self) -> None:
        for encoder, view in self.encoded():
            places = sorted((part.start, part.stop) for part in encoder.find_slices(view).values())
            covered = [place for start, stop in places for place in range(start, stop)]
            assert covered == list(range(encoder.count_inputs(view))), encoder.name

    def test_data_sets_can_hold_every_feature(self) -> None:
        """On its grid a value is within half a step, and inside the range of the numbers that are kept."""
        for encoder, view in self.encoded():
            if encoder.stored != "float32":
                row, steps = encoder.encode(view), encoder.row_of_steps(view)
                kept = np.round(row / steps)
                assert kept.min() >= 0, encoder.name
                assert kept.max() <= np.iinfo(encoder.stored).max, encoder.name
                assert (np.abs(kept * steps - row) <= 0.51 * steps).all(), encoder.name

    def test_what_is_hidden_changes_no_feature(self) -> None:
        for encoder, view in self.encoded():
            seat = self.game.mover(view)
            told = encoder.encode(view)
            for seed in range(3):
                world = self.game.guess(view, seat, new_rng(seed))
                assert np.array_equal(encoder.encode(self.game.observe(world, seat)), told), encoder.name

    def test_classes_and_actions_are_each_others_inverse(self) -> None:
        for encoder, view in self.encoded():
            legal = self.game.legal_actions(view)
            classes = [int(encoder.output_of(view, action)) for action in legal]
            assert all(0 <= item < encoder.count_outputs(view) for item in classes), encoder.name
            assert [int(encoder.action_of(view, item)) for item in classes] == legal, encoder.name

    def test_symmetries_are_permutations(self) -> None:
        for encoder in games.encoders_of(self.game).values():
            s = self.game.start(**encoder.setup)
            for symmetry in encoder.symmetries:
                assert sorted(symmetry.inputs) == list(range(encoder.count_inputs(s))), symmetry.name
                assert sorted(symmetry.outputs) == list(range(encoder.count_outputs(s))), symmetry.name
