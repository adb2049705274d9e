"""Squares, moves, positions and whole games as text."""

import pytest

from ludoteca.core.errors import NotationError, PositionError, TranscriptError
from ludoteca.core.rng import below, new_rng
from ludoteca.games.checkers.board import ENGLISH, ITALIAN, RULE_SETS, RUSSIAN, SQUARES
from ludoteca.games.checkers.fen import format_fen, parse_fen
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.notation import format_square, parse_square
from ludoteca.games.checkers.outcomes import find_convention, find_outcome
from ludoteca.games.checkers.pdn import find_rules, format_pdn, parse_pdn, replay


def names_of(s):
    return {GAME.format_action(s, action) for action in GAME.legal_actions(s)}


def random_game(rules, seed, **options):
    """The actions of a random game."""
    rng = new_rng(seed)
    s = GAME.start(rules=rules, **options)
    actions = []
    while not GAME.is_over(s):
        legal = GAME.legal_actions(s)
        actions.append(legal[below(rng, len(legal))])
        GAME.play(s, actions[-1])
    return actions, s


# --- squares -------------------------------------------------------------------------------------------------------


def test_squares_go_out_and_back():
    for rules in range(len(RULE_SETS)):
        for letters in (True, False):
            named = {format_square(cell, rules, letters): cell for cell in SQUARES}
            assert len(named) == 32
            assert all(parse_square(name, rules) == cell for name, cell in named.items())


def test_corners():
    assert parse_square("29", ENGLISH) == parse_square("a1", ENGLISH)
    assert parse_square("4", ENGLISH) == parse_square("h8", ENGLISH)
    assert parse_square("1", ENGLISH) == parse_square("b8", ENGLISH)
    assert parse_square("32", ITALIAN) == parse_square("h1", ITALIAN)
    assert parse_square("1", ITALIAN) == parse_square("a8", ITALIAN)


@pytest.mark.parametrize(
    ("text", "complaint"), [("33", "from 1 to 32"), ("0", "from 1"), ("a2", "light"), ("i9", "no")]
)
def test_bad_squares(text, complaint):
    with pytest.raises(NotationError, match=complaint):
        parse_square(text, RUSSIAN)


# --- moves ---------------------------------------------------------------------------------------------------------


def test_an_ambiguous_capture_names_its_way():
    s = GAME.start(rules="english", fen="W:WK27:B23,14,15,24,1,16")
    everything = names_of(s)
    assert len(everything) == len(GAME.legal_actions(s))
    diamond = GAME.start(rules="english", fen="W:WK31:B26,27,18,19")
    assert names_of(diamond) == {"31x22x15x24x31", "31x24x15x22x31"}
    with pytest.raises(NotationError, match="write all its squares"):
        GAME.parse_action(diamond, "31x31")
    assert GAME.parse_action(diamond, "31x22x24x31") == GAME.parse_action(diamond, "31x22x15x24x31")


def test_other_signs_and_letters_are_read():
    s = GAME.start(rules="russian", fen="W:W22:B18,1")
    action = GAME.parse_action(s, "c3xe5")
    assert GAME.parse_action(s, "c3:e5") == GAME.parse_action(s, "22x15") == GAME.parse_action(s, " C3 x E5 ") == action


@pytest.mark.parametrize("rules", RULE_SETS)
def test_random_games_go_through_notation(rules):
    for seed in range(12):
        s = GAME.start(rules=rules)
        for action in random_game(rules, seed)[0]:
            for legal in GAME.legal_actions(s):
                assert GAME.parse_action(s, GAME.format_action(s, legal)) == legal
            GAME.play(s, action)


def test_the_board_is_drawn_with_white_below():
    rows = GAME.draw(GAME.start(rules="english", fen="W:WK29,30:B4,K1")).splitlines()
    assert rows[0].startswith("8   B   .   .   b")
    assert rows[0].split()[-1] == "1"
    assert rows[7].startswith("1 W   w")
    assert rows[7].split()[-1] == "29"
    assert GAME.draw(GAME.start(rules="italian", fen="W:WK32:B1")).splitlines()[7][16] == "W"


# --- FEN -----------------------------------------------------------------------------------------------------------


def test_fen_goes_out_and_back():
    for rules in RULE_SETS:
        _, s = random_game(rules, 3)
        if not (s.men[0] | s.kings[0]) or not (s.men[1] | s.kings[1]):
            continue
        fen = format_fen(s)
        again = GAME.start(rules=rules, fen=fen)
        assert format_fen(again) == fen
        assert (again.men == s.men).all()
        assert (again.kings == s.kings).all()


def test_other_forms_of_fen_are_read():
    plain = parse_fen("W:W21,22,K3:B1,K2", ENGLISH)
    for text in (
        "W:B1,K2:W22,21,K3.",
        "w:wa3,c3,kf8:bb8,kd8",
        '[FEN "W:W21-22,K3:BK2,1:H0:F1"]',
        " W : W21, 22, K3 : B1,K2 ",
    ):
        assert parse_fen(text, ENGLISH) == plain


@pytest.mark.parametrize(
    ("fen", "complaint"),
    [
        ("W:W13-25:B1-12", "White has 13 pieces"),
        ("W:Wa2:B1", "White's piece 1, 'a2': a2 is a light square"),
        ("W:W21,3:B1", "White's piece 2, '3': a man on its king row must be a king, written K3"),
        ("B:W21:B30", "Black's piece 1, '30': a man on its king row"),
        ("W:WQ21:B1", "White's piece 1, 'Q21': 'Q21' is no square"),
        ("W:W21,21:B1", "taken already"),
        ("W:W21:B21", "Black's piece 1, '21': the square is taken"),
        ("W:W40:B1", "no square 40"),
        ("W:W:B1", "White has 0 pieces"),
        ("X:W21:B1", "side to move"),
        ("W:W21", "both sides"),
        ("W:W21-:B1", "range"),
        ("", "side to move"),
    ],
)
def test_bad_fen_is_refused_by_name_and_place(fen, complaint):
    with pytest.raises(PositionError, match=complaint.replace("'", ".")):
        GAME.start(rules="english", fen=fen) if fen else parse_fen(fen, ENGLISH)


# --- PDN -----------------------------------------------------------------------------------------------------------

SAMPLE = """[Event "A \\"quoted\\" match"]
[GameType "21"]
[Result "1-0"]

{first} 1. 11-15 23-19 2. 8-11 {a comment
over two lines} (2. 9-14 {inside ) it} 22-17 (2... 24-20)) 22-17 $1 3. 11-16! 24-20 ; to the end of the line
1-0

[Event "second"]
1. 12-16 24-20 *
"""


def test_pdn_is_read_without_losing_the_main_line():
    first, second = parse_pdn(SAMPLE)
    assert first.tags["Event"] == 'A "quoted" match'
    assert first.moves == ["11-15", "23-19", "8-11", "22-17", "11-16", "24-20"]
    assert first.comments == {0: "first", 3: "a comment over two lines"}
    assert first.result == "1-0"
    assert second.moves == ["12-16", "24-20"]
    assert second.result == "*"
    assert len(replay(first).actions) == 6


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1. 11-15 {never closed", "line 1, column 10: the comment that begins here is never closed"),
        ("1. 11-15\n(2. 22-18 {x} ", "line 2, column 1: the variation that begins here is never closed"),
        ("1. 11-15 )", "column 10: a \\) without"),
        ('[Event "x]\n1. 11-15', "line 1, column 1: a tag must look like"),
        ("1. 11-15 banana", "line 1, column 10: 'banana' is no move"),
    ],
)
def test_bad_pdn_is_refused_by_place(text, complaint):
    with pytest.raises(TranscriptError, match=complaint):
        parse_pdn(text)


def test_an_illegal_move_is_refused_by_place():
    (game,) = parse_pdn("1. 11-15 23-19\n2. 15-22 *")
    with pytest.raises(TranscriptError, match="line 2, column 4: move 2, 15-22: 15-22 is not legal here"):
        replay(game)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_random_games_go_through_pdn(rules):
    for seed in range(6):
        actions, s = random_game(rules, seed, repetition="off", quiet_moves=0)
        options = {"rules": rules, "repetition": "off", "quiet_moves": 0}
        text = format_pdn(options, actions, {"White": "A", "Black": "B"})
        assert all(len(line) < 80 for line in text.splitlines())
        (game,) = parse_pdn(text)
        played = replay(game)
        assert played.actions == actions
        assert played.options["rules"] == rules
        assert find_outcome(game, played) == {0: 1, 1: -1}.get(int(s.winner), 0)


def test_a_position_and_comments_are_written():
    s = GAME.start(rules="italian", fen="W:W30,K6:B25,28")
    action = GAME.legal_actions(s)[0]
    text = format_pdn({"rules": "italian", "fen": "W:W30,K6:B25,28"}, [action], {"Event": 'x"y'}, {0: "well } now"})
    (game,) = parse_pdn(text)
    assert game.tags["FEN"] == "W:WK6,30:B25,28"
    assert game.tags["Event"] == 'x"y'
    assert game.comments == {0: "well ) now"}
    assert replay(game).actions == [action]
    assert game.result == "*"


WHITE_WINS = '[GameType "21"]\n[FEN "W:W22:B18"]\n1. 22x15 {}'


def test_both_conventions_of_results():
    decided = [(game, replay(game)) for game in parse_pdn(WHITE_WINS.format("0-1"))]
    assert find_outcome(*decided[0]) == 1, "the final position decides"
    assert find_convention(decided) == "first"
    usual = [(game, replay(game)) for game in parse_pdn(WHITE_WINS.format("1-0"))]
    assert find_convention(usual) == "white"
    (resigned,) = parse_pdn("1. 11-15 23-19 2-0")
    played = replay(resigned)
    assert find_outcome(resigned, played, "white") == 1
    assert find_outcome(resigned, played, "first") == -1
    (drawn,) = parse_pdn("1. 11-15 23-19 1-1")
    assert find_outcome(drawn, replay(drawn)) == 0


def test_rule_sets_are_found_by_tags():
    assert find_rules({}) == "english"
    assert find_rules({"GameType": "22,W,8,8,N2,1"}) == "italian"
    assert find_rules({"Variant": "unisa"}) == "unisa"
    with pytest.raises(TranscriptError, match="GameType 40"):
        find_rules({"GameType": "40"})
