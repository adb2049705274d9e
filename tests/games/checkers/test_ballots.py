"""The three-move openings of English checkers."""

import json

import pytest
from typer.testing import CliRunner

from ludoteca.core.errors import SetupError
from ludoteca.games.checkers.ballots import find_ballot, list_ballots, load_deck, reach
from ludoteca.games.checkers.cli import app
from ludoteca.games.checkers.fen import format_fen
from ludoteca.games.checkers.game import GAME


def test_the_deck_has_156_ballots_in_play():
    assert [ballot.number for ballot in load_deck()] == list(range(1, 175))
    decks = [ballot.deck for ballot in load_deck()]
    assert (decks.count("board"), decks.count("mail"), decks.count("barred")) == (144, 12, 18)
    assert len(list_ballots()) == 156


def test_every_ballot_is_legal_and_no_two_lead_to_the_same_position():
    positions = {format_fen(reach(ballot)) for ballot in load_deck()}
    assert len(positions) == 174
    assert all(fen.startswith("W:") for fen in positions), "White moves after three plies"


def test_the_deck_is_in_order_of_its_moves():
    """The federation numbers them by the squares; so a line that was mistyped would be out of place."""
    keys = [[tuple(map(int, move.replace("x", "-").split("-"))) for move in item.moves] for item in load_deck()]
    assert keys == sorted(keys)


def test_a_game_starts_from_a_ballot():
    s = GAME.start(rules="english", ballot=68)  # the White Doctor
    assert format_fen(s) == format_fen(reach(find_ballot(68)))
    assert find_ballot("68").moves == ("10-14", "22-18", "12-16")
    setup = GAME.parse_setup({"rules": "english", "ballot": "68"})
    assert GAME.start(GAME.format_setup(setup)).tobytes() == s.tobytes()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"rules": "english", "ballot": 3}, "ballot 3, 9-13 21-17 10-14, is barred"),
        ({"rules": "english", "ballot": 175}, "from 1 to 174, not 175"),
        ({"rules": "english", "ballot": "x" * 5000}, "from 1 to 174"),
        ({"rules": "english", "ballot": 10**5000}, "from 1 to 174"),
        ({"rules": "english", "ballot": [1]}, "from 1 to 174"),
        ({"rules": "italian", "ballot": 1}, "needs rules=english"),
        ({"ballot": 1}, "needs rules=english"),
        ({"rules": "english", "ballot": 1, "fen": "B:W18:B1"}, "no fen beside it"),
    ],
)
def test_bad_ballots_are_refused(options, complaint):
    with pytest.raises(SetupError, match=complaint):
        GAME.start(options)


def test_the_command_lists_them():
    told = json.loads(CliRunner().invoke(app, ["ballots", "--json"]).stdout)
    assert len(told) == 156
    assert told[0] == {"number": 1, "moves": ["9-13", "21-17", "5-9"], "deck": "board", "fen": told[0]["fen"]}
    lines = CliRunner().invoke(app, ["ballots", "--all"]).stdout.splitlines()
    assert len(lines) == 174
    assert lines[2].split()[:5] == ["3", "9-13", "21-17", "10-14", "barred"]
