"""hanab.live's formats: games go out and back; what is wrong is refused with the number of the card or action."""

import json

import pytest

from ludoteca.core.errors import TranscriptError
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.replays import (
    Replay,
    make_replay,
    play_through,
    read_compact,
    read_json,
    write_compact,
    write_json,
)
from ludoteca.testing import random_positions


def last_of(seed, **options):
    *_, s = random_positions(GAME, seed, **options)
    return s


def a_game(**changes):
    """A short game in their JSON: two players, a deck in order, four actions."""
    cards = [
        (suit, rank) for suit in range(5) for rank, n in ((1, 3), (2, 2), (3, 2), (4, 2), (5, 1)) for _ in range(n)
    ]
    game = {
        "players": ["Ann", "Ben"],
        "deck": [{"suitIndex": suit, "rank": rank} for suit, rank in cards],
        "actions": [
            {"type": 0, "target": 0, "value": 0},
            {"type": 3, "target": 0, "value": 2},
            {"type": 0, "target": 3},
            {"type": 2, "target": 0, "value": 0},
        ],
        "options": {"variant": "No Variant"},
    }
    return json.dumps(game | changes)


def edited(what, place, **values):
    game = json.loads(a_game())
    game[what][place] |= values
    return json.dumps(game)


def test_a_game_is_read_with_its_cards():
    s, line = play_through(read_json(a_game()))
    assert int(s.score) == 2
    assert int(s.ply) == 4
    assert len(line) == 4 + int(s.drawn)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_go_out_and_back(players):
    for seed in range(3):
        s = last_of(seed, players=players)
        replay = make_replay(s)
        for again in (read_json(write_json(replay)), read_compact(write_compact(replay))):
            assert again == replay
            t, _ = play_through(again)
            assert t.moves.tolist() == s.moves.tolist()
            assert GAME.returns(t) == GAME.returns(s)
            assert t.hands.tolist() == s.hands.tolist()


def test_the_four_colour_game_goes_out_as_a_variant_of_theirs():
    replay = make_replay(last_of(1, variant="four_colours"))
    assert json.loads(write_json(replay))["options"]["variant"] == "4 Suits"
    assert read_json(write_json(replay)) == replay
    with pytest.raises(TranscriptError, match="use JSON"):
        write_compact(replay)
    with pytest.raises(TranscriptError, match="no such game"):
        make_replay(last_of(1, hand_size=3))
    with pytest.raises(TranscriptError, match="hides cards"):
        make_replay(GAME.observe(last_of(1), 0))


def test_the_compact_form_is_theirs():
    """Two players, ranks 1 to 5, the deck as 50 letters; plays and a rank clue in two letters each; variant 0."""
    replay = read_json(a_game())
    first, second, third = write_compact(replay).replace("-", "").split(",")
    assert first == "215" + "aaabbccdde" + "fffgghhiij" + "kkkllmmnno" + "pppqqrrsst" + "uuuvvwwxxy"
    assert second == "03" + "aa" + "pa" + "ad" + "ga"
    assert third == "0"
    assert write_compact(replay)[20] == "-"
    assert read_compact("https://hanab.live/replay-json/" + write_compact(replay)).deck == replay.deck


def test_a_game_that_somebody_ended_keeps_its_end():
    replay = Replay(("Ann", "Ben"), read_json(a_game()).deck, ((0, 0, 0),), end=(1, 4))
    assert read_json(write_json(replay)).end == (1, 4)
    assert read_compact(write_compact(replay)).end == (1, 4)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (edited("deck", 3, rank=1), "card 4 of the deck: r1 is there 4 times"),
        (edited("deck", 7, suitIndex=5), "card 8 of the deck: there is no suit 5"),
        (edited("deck", 7, rank="two"), "card 8 of the deck: rank must be a whole number"),
        (edited("actions", 2, target=5), "action 3: seat 0 is to act and has no card number 5: seat 1 holds it"),
        (edited("actions", 2, target=40), "action 3: .*nobody holds it"),
        (edited("actions", 1, target=1), "action 2: seat 1 is to act and cannot give a clue to player 1"),
        (edited("actions", 1, value=5), "action 2: tell-0-5 is not legal"),
        (edited("actions", 1, value=9), "action 2: there is no rank 9"),
        (edited("actions", 0, type=7), "action 1: there is no type of action 7"),
        (edited("actions", 0, type=4), "action 1: the game was ended, but actions follow"),
        (a_game(options={"variant": "Rainbow (6 Suits)"}), "variant 'Rainbow"),
        (a_game(options={"emptyClues": True}), "emptyClues"),
        (a_game(players=["Ann"]), "two to five names"),
        (a_game(deck=json.loads(a_game())["deck"][:49]), "49 cards"),
        (a_game(actions="none"), "actions must be a list"),
        ("{", "not JSON"),
        ("[]", "JSON object"),
    ],
)
def test_bad_games_are_refused_with_the_place(text, complaint):
    with pytest.raises(TranscriptError, match=complaint):
        read_json(text)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda t: t[:-1] + "7", "variant number 7"),
        (lambda t: "9" + t[1:], "two to five players"),
        (lambda t: t.replace(",", "!", 1), "compact form"),
        (lambda t: t[:3] + "?" + t[4:], "card 1 of the deck"),
        (lambda t: t[:3] + "z" + t[4:], "card 1 of the deck"),
        (lambda t: t[:-2] + "a" + t[-2:], "two characters each"),
    ],
)
def test_bad_compact_text_is_refused(change, complaint):
    text = write_compact(read_json(a_game())).replace("-", "")
    with pytest.raises(TranscriptError, match=complaint):
        read_compact(change(text))
