"""What the value learns of finished games: returns that look back from the end, worked out by hand."""

import numpy as np
import pytest

from ludoteca import games
from ludoteca.training.selfplay_games import new_records
from ludoteca.training.selfplay_rows import look_back
from ludoteca.training.selfplay_tables import NO_GAME

GAME = games.load("connect_four")


def make_records(rows):
    """(game, what the search expects for the first seat, proven)"""
    records = new_records(GAME, 2, len(rows))
    for i, (game, value, proven) in enumerate(rows):
        records.game[i], records.values[i], records.proven[i] = game, (value, 1.0 - value), proven
    return records


ROWS = [(0, 0.5, False), (1, 0.9, False), (0, 0.75, False), (0, 0.25, False), (1, 0.2, False)]
RESULTS = np.array([[1.0, 0.0], [0.0, 1.0]])


def test_with_a_trace_of_one_it_is_the_result():
    followed = look_back(make_records(ROWS), RESULTS, 1.0, len(ROWS))
    assert followed.tolist() == [RESULTS[game].tolist() for game, *_ in ROWS]


def test_a_shorter_trace_mixes_in_what_later_searches_expected():
    followed = look_back(make_records(ROWS), RESULTS, 0.8, len(ROWS))
    later = 0.2 * 0.25 + 0.8 * 1.0
    assert followed[:, 0].tolist() == pytest.approx([0.2 * 0.75 + 0.8 * later, 0.2 * 0.2, later, 1.0, 0.0])
    assert followed.sum(1) == pytest.approx(np.ones(len(ROWS)))


def test_without_a_trace_it_is_the_next_search():
    followed = look_back(make_records(ROWS), RESULTS, 0.0, len(ROWS))
    assert followed[:, 0].tolist() == pytest.approx([0.75, 0.2, 0.25, 1.0, 0.0])


def test_a_proof_stands_for_all_that_follows_and_other_rows_do_not_count():
    rows = [*ROWS[:3], (0, 0.5, True), ROWS[4], (NO_GAME, 1.0, True)]
    followed = look_back(make_records(rows), RESULTS, 0.8, len(rows))
    assert followed[2].tolist() == [0.5, 0.5]
    assert followed[0, 0] == pytest.approx(0.2 * 0.75 + 0.8 * 0.5)
    assert followed[4].tolist() == [0.0, 1.0]
    assert RESULTS.tolist() == [[1.0, 0.0], [0.0, 1.0]]
