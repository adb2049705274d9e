"""What the value learns of finished games: returns that look back from the end, worked out by hand."""

import numpy as np
import pytest

from ludoteca import games
from ludoteca.training.selfplay_games import Played, new_records
from ludoteca.training.selfplay_rows import choose_rows, label_values, look_back
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
    followed = look_back(make_records(ROWS), RESULTS, 1.0, np.ones(len(ROWS)))
    assert followed.tolist() == [RESULTS[game].tolist() for game, *_ in ROWS]


def test_a_shorter_trace_mixes_in_what_later_searches_expected():
    followed = look_back(make_records(ROWS), RESULTS, 0.8, np.ones(len(ROWS)))
    later = 0.2 * 0.25 + 0.8 * 1.0
    assert followed[:, 0].tolist() == pytest.approx([0.2 * 0.75 + 0.8 * later, 0.2 * 0.2, later, 1.0, 0.0])
    assert followed.sum(1) == pytest.approx(np.ones(len(ROWS)))


def test_without_a_trace_it_is_the_next_search():
    followed = look_back(make_records(ROWS), RESULTS, 0.0, np.ones(len(ROWS)))
    assert followed[:, 0].tolist() == pytest.approx([0.75, 0.2, 0.25, 1.0, 0.0])


def test_a_proof_stands_for_all_that_follows_and_other_rows_do_not_count():
    rows = [*ROWS[:3], (0, 0.5, True), ROWS[4], (NO_GAME, 1.0, True)]
    followed = look_back(make_records(rows), RESULTS, 0.8, np.ones(len(rows)))
    assert followed[2].tolist() == [0.5, 0.5]
    assert followed[0, 0] == pytest.approx(0.2 * 0.75 + 0.8 * 0.5)
    assert followed[4].tolist() == [0.0, 1.0]
    assert RESULTS.tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_what_followed_an_unlikely_action_counts_less():
    """Tree backup: the trace is cut by as much as the search would have left the action alone."""
    weights = np.array([0.5, 1.0, 0.25, 1.0, 1.0])
    followed = look_back(make_records(ROWS), RESULTS, 0.8, weights)
    later = 0.2 * 0.25 + 0.8 * 1.0
    assert followed[:, 0].tolist() == pytest.approx([0.8 * 0.75 + 0.2 * later, 0.2 * 0.2, later, 1.0, 0.0])
    records = make_records(ROWS)
    records.used[0], records.likely[:] = len(ROWS), weights
    played = Played(2.0 * RESULTS - 1.0, None, records, 0)
    cut, plain = (label_values(played, GAME.info, 0.2, 0.8, how)[:, 0] for how in (True, False))
    assert plain == pytest.approx(0.2 * np.array([row[1] for row in ROWS]) + 0.8 * _plain_returns())
    assert cut[0] == pytest.approx(0.6 * 0.5 + 0.4 * followed[0, 0])
    assert cut[3] == pytest.approx(plain[3])
    records.likely[:] = 0.0
    assert label_values(played, GAME.info, 0.2, 0.8, True)[:, 0] == pytest.approx([row[1] for row in ROWS])


def _plain_returns():
    return look_back(make_records(ROWS), RESULTS, 0.8, np.ones(len(ROWS)))[:, 0]


def test_a_share_of_the_proven_rows_is_learned_from():
    """All that are open, and of each game the first that is proven."""
    rows = [(game, 0.5, place >= 3) for game in range(40) for place in range(13)]
    records = make_records(rows + [(NO_GAME, 1.0, True)] * 100)
    records.used[0] = len(rows) + 100
    played = Played(np.zeros((40, 2)), None, records, 0)
    assert choose_rows(played, 1.0, 1).all()
    few = choose_rows(played, 0.0, 1)
    assert np.flatnonzero(few).tolist() == [13 * game + place for game in range(40) for place in range(4)]
    some = choose_rows(played, 0.3, 1)
    assert some[few].all()
    assert 100 < some[~few].sum() < 200  # of 460
    assert (choose_rows(played, 0.3, 1) == some).all()
    assert (choose_rows(played, 0.3, 2) != some).any()
