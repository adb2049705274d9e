"""The thesis's player forgets who has left; the table does not, and other players do not."""

import pytest

from ludoteca import agents, games
from ludoteca.core.errors import UnknownName
from ludoteca.core.rng import new_rng
from ludoteca.games.contest import state as st
from ludoteca.games.contest.game import GAME
from ludoteca.games.contest.levels import THESIS
from ludoteca.protocol import CHANCE, Budget
from ludoteca.protocol.published import find_known_bugs

LEAVES = "Destiny Bond"


def one_has_left():
    """Betta has left at the end of the first turn, and another contestant is to pick."""
    s, rng = GAME.start(contestants=["Betta", "Plumy", "Macy", "Trod"]), new_rng(3)
    while int(s.turn) < 1 or GAME.mover(s) == CHANCE:
        who = GAME.mover(s)
        if who == CHANCE:
            GAME.play(s, GAME.draw_chance(s, rng))
        else:
            names = {GAME.format_action(s, action): action for action in GAME.legal_actions(s)}
            GAME.play(s, names.get(LEAVES, min(names.values())))
    assert int(s.status[0]) & st.RETIRED
    return s


def play_on(s, spec):
    seat = GAME.mover(s)
    view = GAME.observe(s, seat)
    before = view.tobytes()
    agent = agents.make_from_spec(spec, GAME, seed=5)
    found = agent.decide(view, Budget(iterations=2000)).analysis
    assert view.tobytes() == before
    return [row.value for row in found.actions]


def test_a_known_bug_brings_back_who_has_left():
    s = one_has_left()
    copy = GAME.copy(s)
    find_known_bugs(GAME)["absentees"](copy)
    assert not any(int(marks) & (st.RESTING | st.RETIRED) for marks in copy.status)
    assert int(s.status[0]) & st.RETIRED


def test_the_thesis_player_reckons_with_who_has_left_and_others_do_not():
    s = one_has_left()
    assert play_on(s, THESIS) != play_on(s, THESIS.replace(",known_bug=absentees", ""))
    back = GAME.copy(s)
    find_known_bugs(GAME)["absentees"](back)
    assert play_on(s, THESIS) == play_on(back, THESIS.replace(",known_bug=absentees", ""))


def test_a_bug_that_a_game_does_not_know_is_refused():
    with pytest.raises(UnknownName, match="there is no known bug of connect_four 'absentees'; there are none here"):
        agents.make("mcts", games.load("connect_four"), known_bug="absentees")
    with pytest.raises(UnknownName, match="did you mean absentees"):
        agents.make("mcts", GAME, slip="absentee")
