"""The dice that people see fit the outcome, are reproducible, and are as likely as real ones."""

from collections import Counter

import pytest

from games.dicewars.scenes import say, set_up
from ludoteca.core.errors import SetupError
from ludoteca.games.dicewars import state
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.rolls import draw_roll


@pytest.mark.parametrize("won", [True, False])
def test_they_fit_the_outcome(won):
    for battle in range(200):
        roll = draw_roll(3, 2, won, 5, battle)
        assert (len(roll.attacker), len(roll.defender)) == (3, 2)
        assert all(1 <= die <= 6 for die in (*roll.attacker, *roll.defender))
        assert (sum(roll.attacker) > sum(roll.defender)) == won


def test_they_are_as_likely_as_dice_that_decide():
    """Two dice against one that win: 181 of 216 rolls, each as likely as the next."""
    seen = Counter((*roll.attacker, *roll.defender) for roll in (draw_roll(2, 1, True, 9, i) for i in range(5000)))
    assert len(seen) == 181
    statistic = sum((seen[key] - 5000 / 181) ** 2 / (5000 / 181) for key in seen)
    assert 100 < statistic < 270  # chi-square with 180 degrees of freedom: mean 180, deviation 19


def test_equal_records_show_equal_dice():
    s = say(set_up([0, 1], [4, 3]), "attack 1>2")
    assert GAME.show_roll(s, state.WON, 11) == GAME.show_roll(s, state.WON, 11)
    assert GAME.show_roll(s, state.WON, 11) != GAME.show_roll(s, state.WON, 12)
    with pytest.raises(SetupError, match="only in a battle"):
        GAME.show_roll(set_up([0, 1], [4, 3]), state.WON, 11)
