"""Nothing hidden reaches a program in the lab: its lines are the same in worlds that its seat may not tell apart."""

import json

import pytest

from ludoteca import games
from ludoteca.programs.telling import list_public, tell_event, tell_start, tell_turn
from tiny import kuhn, pennies

HANABI = games.load("hanabi")


def lines(game, actions, seat):
    """Every line that a program at `seat` gets in a game of these actions, up to and with its last turn."""
    s, events, told = game.start(), [], []
    for ply, action in enumerate([*actions, None]):
        if game.mover(s) == seat:
            view = game.observe(s, seat)
            told += [] if told else [tell_start(game, view, seat, game.format_setup(game.parse_setup({})))]
            turn = {"id": len(told), "ply": ply, "events": events}
            told.append(tell_turn(game, view, turn, with_state=True))
            events = []
        if action is not None:
            events.append(tell_event(game, s, ply, action, seat))
            game.play(s, action)
    assert told
    return json.dumps(told)


def test_cards_of_others_are_not_told():
    deals = {own: [(own, other, 0, 1) for other in range(3) if other != own] for own in range(3)}
    for worlds in deals.values():
        assert len({lines(kuhn.GAME, world, 0) for world in worlds}) == 1
    assert len({lines(kuhn.GAME, worlds[0], 0) for worlds in deals.values()}) == 3  # its own it does see


def test_a_pending_pick_is_not_told():
    assert lines(pennies.GAME, (0,), 1) == lines(pennies.GAME, (1,), 1)


def hanabi(annas, *moves):
    s, actions = HANABI.start(), []
    for name in [*annas.split(), *["r3", "b1", "w1", "r4", "y1"], *moves]:
        actions.append(HANABI.parse_action(s, name))
        HANABI.play(s, actions[-1])
    return actions


def test_ones_own_hand_is_not_told_in_hanabi():
    """Clues, a discard, a play and draws: cards that stay in the program's hand may be any that fit."""
    moves = "tell-1-1", "tell-0-2", "discard-2", "g4", "discard-1", "w3", "tell-1-blue", "tell-0-yellow"
    worlds = [hanabi(annas, *moves) for annas in ("r1 y2 y1 w2 b2", "b1 y2 y4 w2 g2", "g3 y2 y3 r2 g2")]
    # the discarded card is another one in each world, so compare before it is shown
    hidden = [world[:12] for world in worlds]
    assert len({lines(HANABI, world, 0) for world in hidden}) == 1
    assert len({lines(HANABI, world, 1) for world in hidden}) == 3


@pytest.mark.parametrize("deck", ["r1 r1 r1 y2 y3", ""])
def test_a_deck_that_is_given_is_not_among_the_options(deck):
    options = HANABI.format_setup(HANABI.parse_setup({"deck": deck, "players": 3}))
    told = list_public(HANABI, options)
    assert told["players"] == 3
    assert "r1 r1" not in json.dumps(told)
