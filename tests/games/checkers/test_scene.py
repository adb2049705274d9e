"""What front ends draw of checkers, why a move is refused, and games as text."""

import pytest

from ludoteca import games
from ludoteca.core.errors import PositionError, TranscriptError, UnknownName
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.testing import random_positions

GAME = games.load("checkers")


def place(fen, rules="english"):
    return GAME.start(rules=rules, fen=fen)


def test_the_start_is_shown_square_by_square():
    shown = GAME.show(GAME.start(rules="english"))
    assert shown["pieces"]["1"] == "b"
    assert shown["pieces"]["32"] == "w"
    assert "16" not in shown["pieces"]
    assert shown["squares"][0] == {"square": 1, "name": "1", "algebraic": "b8", "row": 0, "column": 1}
    assert (shown["to_move"], shown["quiet"], shown["letters"]) == (1, 0, False)
    assert shown["fen"].startswith("B:W21,22")


def test_letters_and_mirrors_by_rule_set():
    russian, italian = GAME.show(GAME.start(rules="russian")), GAME.show(GAME.start(rules="italian"))
    assert russian["letters"]
    assert russian["squares"][31]["name"] == "g1"
    assert italian["mirrored"]
    assert (italian["squares"][0]["row"], italian["squares"][0]["column"]) == (0, 0)


def test_a_double_jump_is_shown_with_all_hops():
    s = place("W:W24:B19,10,1")
    (action,) = GAME.legal_actions(s)
    assert GAME.show_action(s, action) == {"path": [24, 15, 6], "taken": [19, 10], "capture": True, "crowned": False}


def test_crowning_is_shown():
    s = place("W:W6:B12")
    shown = [GAME.show_action(s, action) for action in GAME.legal_actions(s)]
    assert all(move["crowned"] and not move["capture"] for move in shown)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_shown_way_leads_from_the_piece_to_where_it_stands_afterwards(rules):
    for s in random_positions(GAME, 5, rules=rules):
        before = GAME.show(s)["pieces"]
        for action in GAME.legal_actions(s):
            move, after = GAME.show_action(s, action), GAME.copy(s)
            GAME.play(after, action)
            pieces = GAME.show(after)["pieces"]
            moved = pieces.pop(str(move["path"][-1]))
            assert moved.lower() == before[str(move["path"][0])].lower()
            assert moved.isupper() == (before[str(move["path"][0])].isupper() or move["crowned"])
            gone = {str(square) for square in (move["path"][0], *move["taken"])}
            assert {square: piece for square, piece in before.items() if square not in gone} == pieces


@pytest.mark.parametrize(
    ("fen", "rules", "attempt", "code", "squares"),
    [
        ("W:W22:B1", "english", {"from": 10, "to": 14}, "empty", []),
        ("W:W22:B1", "english", {"from": 1, "to": 5}, "not_yours", []),
        ("W:W22,18:B1", "english", {"from": 22, "to": 18}, "occupied", []),
        ("W:W22:B1", "english", {"from": 22, "to": 26}, "backward", []),
        ("W:W22:B1", "english", {"from": 22, "to": 14}, "not_diagonal", []),
        ("W:W22:B1", "english", {"from": 22, "to": 15}, "too_far", []),
        ("W:W22:B1", "english", {"from": 22, "to": 18}, "legal", []),
        ("W:W22,30:B18,1", "english", {"from": 30, "to": 26}, "must_capture", [22]),
        ("W:W22,30:B18,1", "english", {"from": 30}, "must_capture", [22]),
        ("W:W24:B19,10,1", "english", {"from": 24, "to": 15}, "must_continue", [24]),
        ("W:W21,22:B17,18", "english", {"from": 21}, "legal", []),
        ("W:W22,32:B18,28,19", "italian", {"from": 22, "to": 13}, "must_take_most", [32]),
        ("W:W22,K31:B18,28", "italian", {"from": 22, "to": 13}, "must_take_best", [31]),
        ("W:WK29:B22,1", "russian", {"from": 29, "to": 25}, "must_capture", [29]),
        ("W:WK29:BK1,2", "russian", {"from": 29, "to": 11}, "legal", []),
        ("W:WK29,22:B1", "russian", {"from": 29, "to": 15}, "blocked", []),
        ("W:W29,25,22:B1,18", "unisa", {"from": 29}, "blocked", []),
    ],
)
def test_a_refused_move_is_explained(fen, rules, attempt, code, squares):
    told = GAME.explain(place(fen, rules), attempt)
    assert (told["code"], told["squares"]) == (code, squares)


def test_ends():
    s = place("W:W22:B18,1")
    GAME.play(s, GAME.legal_actions(s)[0])
    assert GAME.end_code(place("W:W21:B17,14")) == {"code": "no_moves", "winner": 1}
    alone = place("W:W22:B18")
    GAME.play(alone, GAME.legal_actions(alone)[0])
    assert GAME.end_code(alone) == {"code": "no_pieces", "winner": 0}
    drawn = GAME.start(rules="english", quiet_moves=1, fen="W:WK32:BK1")
    while not GAME.is_over(drawn):
        GAME.play(drawn, GAME.legal_actions(drawn)[0])
    assert GAME.end_code(drawn) == {"code": "quiet", "winner": None}


def test_a_game_goes_through_pdn_and_back():
    options = {"rules": "italian", "repetition": "on", "quiet_moves": 40, "federation_draws": "off"}
    s, actions = GAME.start(options), []
    for _ in range(12):
        actions.append(GAME.legal_actions(s)[0])
        GAME.play(s, actions[-1])
    text = GAME.export_game("pdn", options, actions, ('Anna "the cat"', "Hard"), None)
    assert '[White "Anna \\"the cat\\""]' in text
    assert GAME.import_game("pdn", text, {"repetition": "on", "quiet_moves": 40}) == (options, actions)


def test_a_result_by_resignation_is_written():
    text = GAME.export_game("pdn", {"rules": "english"}, [], ("a", "b"), {"returns": [-1.0, 1.0], "winner": 1})
    assert '[Result "0-1"]' in text


def test_a_position_goes_through_fen_and_back():
    text = GAME.export_game("fen", {"rules": "russian", "fen": "B:W18:BK1"}, [])
    assert GAME.import_game("fen", text, {"rules": "russian"}) == ({"rules": "russian", "fen": "B:W18:BK1"}, [])


def test_bad_texts_are_refused_with_the_place():
    with pytest.raises(PositionError, match="begin with the side"):
        GAME.import_game("fen", "hello", {"rules": "english"})
    with pytest.raises(TranscriptError, match="line 1"):
        GAME.import_game("pdn", "1. 11-99 22-18", {"rules": "english"})
    with pytest.raises(TranscriptError, match="no game"):
        GAME.import_game("pdn", "  ", {"rules": "english"})
    with pytest.raises(UnknownName, match="format"):
        GAME.import_game("sgf", "x")
    with pytest.raises(UnknownName, match="format"):
        GAME.export_game("sgf", {}, [])
