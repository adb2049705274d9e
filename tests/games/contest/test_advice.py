"""Advice: the order of the moves, and the reason in words."""

import pytest

from ludoteca.games.contest.cli.advice import explain_advice, rank_moves
from ludoteca.games.contest.study.estimates import MoveEstimate
from ludoteca.protocol import ActionValue, Analysis, Decision

NAMES = ("Mimic", "Round", "Gleam", "Voice")


def rank(action, visits, wins):
    actions = tuple(ActionValue(move, 0.5, n) for move, n in enumerate(visits))
    estimates = [MoveEstimate(move, 1.0, 20.0, share, 4000) for move, share in enumerate(wins)]
    return rank_moves(Decision(action, Analysis(actions)), estimates, NAMES)


def test_the_advised_move_is_first_and_the_others_go_by_visits():
    rows = rank(2, (100, 3000, 6000, 900), (0.10, 0.47, 0.45, 0.30))
    assert [(row.name, row.visits) for row in rows] == [
        ("Gleam", 6000),
        ("Round", 3000),
        ("Voice", 900),
        ("Mimic", 100),
    ]
    assert [row.advised for row in rows] == [True, False, False, False]


def test_a_move_that_wins_more_simulations_is_named_with_the_reason_against_it():
    text = explain_advice(rank(2, (100, 3000, 6000, 900), (0.10, 0.47, 0.45, 0.30)))
    assert text.startswith("Gleam is advised: the search spent 60 % of its 10,000 visits on it.")
    assert "Round wins 2.0 points more of the simulations, no more than chance explains (95 %: 2.2)." in text
    assert "prudent for you, console for the others" in text


def test_a_clear_difference_is_not_put_down_to_chance():
    text = explain_advice(rank(2, (100, 3000, 6000, 900), (0.10, 0.52, 0.45, 0.30)))
    assert "Round wins 7.0 points more of the simulations, more than chance explains (95 %: 2.2)." in text


def test_where_both_agree_there_is_nothing_to_explain():
    text = explain_advice(rank(1, (100, 6000, 3000, 900), (0.10, 0.47, 0.45, 0.30)))
    assert text.endswith("of its 10,000 visits on it. No other move wins more of the simulations.")


@pytest.mark.parametrize("actions", [(), (ActionValue(3, probability=1.0),)])
def test_an_agent_without_counts_is_believed(actions):
    estimates = [MoveEstimate(move, 1.0, 20.0, 0.4 + move / 100, 4000) for move in range(4)]
    rows = rank_moves(Decision(3, Analysis(actions)), estimates, NAMES)
    assert [row.name for row in rows] == ["Voice", "Gleam", "Round", "Mimic"]
    assert explain_advice(rows).startswith("Voice is what the agent would pick; it gives no counts.")
