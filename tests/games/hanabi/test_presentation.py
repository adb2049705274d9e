"""What front ends are shown: what the view shows, no more."""

import json

import pytest

from ludoteca.core.errors import TranscriptError, UnknownName
from ludoteca.games.hanabi.game import GAME
from ludoteca.protocol import CHANCE
from ludoteca.testing import random_positions

SETUPS = [{}, {"players": 5}, {"variant": "four_colours"}, {"colours": 2, "ranks": 3, "hand_size": 3}]
DECK = "r1 y2 g1 w2 b2 r2 b1 w1 r2 y1 g3 b2 r3"


def play(*names, **options):
    s = GAME.start(deck=DECK, **options)
    for name in names:
        while GAME.mover(s) == CHANCE:
            GAME.play(s, GAME.legal_actions(s)[0])
        GAME.play(s, GAME.parse_action(s, name))
    return s


@pytest.mark.parametrize("options", SETUPS)
def test_a_position_shows_all_cards_but_the_own(options):
    for s in random_positions(GAME, 1, **options):
        for seat in range(int(s.players)):
            shown = GAME.show(GAME.observe(s, seat))
            for owner, hand in enumerate(shown["hands"]):
                assert all((card["colour"] is None) == (owner == seat) for card in hand)
                assert len(hand) == int(s.held[owner])
        full = GAME.show(s)
        json.dumps(full)
        cards = [card for hand in full["hands"] for card in hand]
        assert all(card["colour"] in card["may_colours"] and card["rank"] in card["may_ranks"] for card in cards)
        on_table = sum(full["piles"]) + sum(kind["copies"] for kind in full["discarded"])
        assert on_table + len(cards) + full["deck"] == int(s.deck)
        assert full["score"] == sum(full["piles"])
        assert (full["turn"] is None) == (GAME.mover(s) < 0)


@pytest.mark.parametrize("options", SETUPS)
def test_the_last_move_is_shown_alike_to_all(options):
    for s in random_positions(GAME, 2, **options):
        shown = [GAME.show(GAME.observe(s, seat))["last"] for seat in range(int(s.players))]
        assert all(last == shown[0] for last in shown)
        if s.ply == 0:
            assert shown[0] is None
        elif "touched" in shown[0]:
            what = "colour" if shown[0]["kind"] == "tell_colour" else "rank"
            hand = GAME.show(s)["hands"][shown[0]["target"]]
            assert shown[0]["touched"] == [card["order"] for card in hand if card[what] == shown[0]["value"]] != []
        else:
            assert shown[0]["colour"] is not None


def test_a_play_that_fits_and_one_that_does_not():
    assert GAME.show(play("play-1"))["last"] == {
        "seat": 0,
        "kind": "play",
        "colour": 0,
        "rank": 0,
        "slot": 0,
        "order": 0,
        "built": True,
    }
    s = play("play-2")
    assert GAME.show(s)["last"]["built"] is False
    assert GAME.show(s)["lives"] == 2
    assert GAME.show(s)["discarded"] == [{"colour": 1, "rank": 1, "copies": 1}]
    assert GAME.show(play("tell-1-red"))["last"]["touched"] == [5, 8]


@pytest.mark.parametrize("options", SETUPS)
def test_recent_actions_are_what_the_steps_told(options):
    """Read from a view after the fact, or told when it happened: the same, for every seat and without a hidden card."""
    told, before = [], None
    for s in random_positions(GAME, 6, **options):
        if before is not None and GAME.mover(before) != CHANCE:
            action = int(s.moves[int(s.ply) - 1])
            told += [
                {key: value for key, value in step.items() if key != "type"} for step in GAME.steps(before, action)
            ]
        for seat in range(int(s.players)):
            assert GAME.show(GAME.observe(s, seat))["recent"] == told[-int(s.players) :]
        assert GAME.show(GAME.spectate(s))["recent"] == told[-int(s.players) :]
        before = GAME.copy(s)
    assert len(told) > 2


def test_a_drawn_card_is_not_told():
    s = play("play-1")
    assert GAME.steps(s, 13) == GAME.steps(s, 7) == [{"type": "draw", "seat": 0, "order": 10}]


@pytest.mark.parametrize("options", SETUPS)
def test_what_is_possible_is_true_and_no_more_than_clues_and_sight_allow(options):
    for s in random_positions(GAME, 5, **options):
        full = GAME.show(s)
        for seat in range(int(s.players)):
            shown = GAME.show(GAME.observe(s, seat))
            for owner, hand in enumerate(full["hands"]):
                for card, seen in zip(hand, shown["hands"][owner], strict=True):
                    assert seen["possible"][card["colour"]] >> card["rank"] & 1
                    allowed = sum(1 << rank for rank in card["may_ranks"])
                    assert all(
                        not ranks & ~(allowed if colour in card["may_colours"] else 0)
                        for colour, ranks in enumerate(seen["possible"])
                    )
                    if owner == seat:
                        assert seen["possible"] == card["possible"]  # who owns it sees all that others hold


def test_a_card_whose_copies_are_all_in_sight_is_ruled_out():
    s = play("tell-1-red")  # Bert holds both red 2s
    anna, bert = (GAME.show(GAME.observe(s, seat))["hands"] for seat in (0, 1))
    assert all(card["possible"][0] == 0b11101 for card in anna[0])
    assert anna[1][0]["possible"] == bert[1][0]["possible"] == [0b11111, 0, 0, 0, 0]


def test_what_is_left_critical_and_within_reach():
    shown = GAME.show(play("tell-1-1", "tell-0-1", "discard-2", "discard-1", "tell-1-1", "discard-3"))
    assert shown["left"][0] == [3, 0, 2, 2, 1]  # both red 2s are gone
    assert shown["reach"] == [1, 5, 5, 5, 5]
    assert shown["critical"] == [[], [1, 4], [4], [4], [4]]
    assert shown["pace"] == shown["score"] + shown["deck"] + 2 - 21
    assert shown["turns_left"] is None


def test_the_pace_counts_the_last_turns():
    s = GAME.start(colours=1, ranks=3, hand_size=2, deck="r1 r1 r2 r1 r2 r3")
    while not GAME.is_over(s) and not (GAME.mover(s) != CHANCE and int(s.drawn) == int(s.deck)):
        GAME.play(s, GAME.legal_actions(s)[0])
    shown = GAME.show(s)
    assert (shown["deck"], shown["turns_left"]) == (0, 2)
    assert (shown["score"], shown["reach"], shown["pace"]) == (2, [3], 1)


def test_actions_are_shown_by_what_they_pick():
    s = play("tell-1-2")
    shown = {GAME.format_action(s, action): GAME.show_action(s, action) for action in GAME.legal_actions(s)}
    assert shown["play-2"] == {"kind": "play", "slot": 1}
    assert shown["discard-5"] == {"kind": "discard", "slot": 4}
    assert shown["tell-0-green"] == {"kind": "tell_colour", "target": 0, "value": 2}
    assert shown["tell-0-1"] == {"kind": "tell_rank", "target": 0, "value": 0}


@pytest.mark.parametrize(
    ("moves", "attempt", "code"),
    [
        ((), {"kind": "discard", "slot": 0}, "tokens_full"),
        (("tell-1-1",), {"kind": "tell_colour", "target": 0, "value": 3}, "not_legal"),
        (("tell-1-1",), {"kind": "tell_rank", "target": 0, "value": 4}, "touches_nothing"),
        (("tell-1-1",), {"kind": "tell_rank", "target": 7, "value": "x"}, "touches_nothing"),
        (("tell-1-1", "tell-0-1"), {"kind": "tell_rank", "target": 1, "value": 0}, "no_tokens"),
        ((), {"kind": ["nonsense"]}, "not_legal"),
        ((), {}, "not_legal"),
    ],
)
def test_what_is_not_legal_is_explained(moves, attempt, code):
    s = play(*moves, tokens=2)
    told = GAME.explain(GAME.observe(s, GAME.mover(s)), attempt)
    assert told["code"] == code
    assert len(told["message"]) > 20


def test_a_game_goes_to_hanab_live_and_comes_back():
    *_, over = random_positions(GAME, 4, players=3)
    actions = play_again(over)
    text = GAME.export_game("hanab.live", {"players": 3}, actions, ("Anna", "Computer", "Computer"))
    assert json.loads(text)["players"] == ["Anna", "Computer 2", "Computer 3"]
    options, line = GAME.import_game("hanab.live", text)
    assert line == actions
    assert GAME.setup_reveals_hidden(options)
    with pytest.raises(TranscriptError, match="no such game"):
        GAME.export_game("hanab.live", {"colours": 2}, [])
    with pytest.raises(TranscriptError, match="not JSON"):
        GAME.import_game("hanab.live", "hello")
    for call in (lambda: GAME.import_game("pdn", "x"), lambda: GAME.export_game("pdn", {}, [])):
        with pytest.raises(UnknownName, match="format"):
            call()


def play_again(over):
    """Every action of a finished game, deals included."""
    s = GAME.start(players=int(over.players))
    moves, actions = iter(over.moves.tolist()), []
    while not GAME.is_over(s):
        actions.append(int(over.cards[int(s.drawn)]) if GAME.mover(s) == CHANCE else next(moves))
        GAME.play(s, actions[-1])
    return actions


def test_ends():
    s = GAME.start(colours=1, ranks=1, hand_size=1, deck="r1 r1 r1")
    while GAME.mover(s) == CHANCE:
        GAME.play(s, GAME.legal_actions(s)[0])
    GAME.play(s, GAME.parse_action(s, "play-1"))
    assert GAME.end_code(s) == {"code": "complete", "winner": None, "most": 1}
    assert GAME.end_code(play("play-2", "play-1", "play-3"))["code"] == "struck_out"
    *_, over = random_positions(GAME, 3, lives=5, tokens=1)
    assert GAME.end_code(over)["code"] == ("struck_out" if over.lives == 0 else "deck_out")
    assert GAME.setup_reveals_hidden({"deck": DECK})
    assert not GAME.setup_reveals_hidden({"players": 3})
