"""Connect four against independent numbers: counts of positions, open_spiel's rules, and play known by heart."""

from pathlib import Path

import pytest

from helpers import after
from ludoteca import games
from ludoteca.core.errors import NotationError
from ludoteca.core.rng import below, new_rng
from ludoteca.games.connect_four import rules
from ludoteca.protocol import OVER

GAME = games.load("connect_four")
# Distinct positions after n discs: OEIS A212693 (J. Tromp).
POSITIONS = [1, 7, 49, 238, 1120, 4263]


def position(text, **options):
    s = GAME.start(**options)
    for letter in text:
        GAME.play(s, GAME.parse_action(s, letter))
    return s


def test_the_number_of_positions_is_the_published_one():
    level = {GAME.start().tobytes()}
    for count in POSITIONS:
        assert len(level) == count
        states = [GAME.from_bytes(data) for data in level]
        level = {after(GAME, s, action).tobytes() for s in states for action in GAME.legal_actions(s)}


@pytest.mark.parametrize(
    ("moves", "line"),
    [("abababa", "up"), ("aabbccd", "across"), ("abbcdccdgdd", "rising"), ("gffedeedadd", "falling")],
)
def test_four_in_a_line_wins(moves, line):
    s = position(moves[:-1])
    assert not GAME.is_over(s)
    s = position(moves)
    winner = (len(moves) - 1) % 2
    assert GAME.is_over(s)
    assert GAME.returns(s)[winner] == 1.0


def test_every_line_of_four_is_found_and_no_other_four_cells():
    assert len(rules.LINES) == 69
    for line in rules.LINES:
        assert rules.has_line(int(line))
    rng = new_rng(1)
    lines = [int(line) for line in rules.LINES]
    for _ in range(3000):
        discs = 0
        for _ in range(4 + below(rng, 10)):
            discs |= 1 << (below(rng, 7) * rules.SPAN + below(rng, 6))
        assert rules.has_line(discs) == any(discs & line == line for line in lines)


def test_lines_do_not_wrap_round_the_edge():
    column_tops = sum(1 << (column * rules.SPAN + 5) for column in range(2)) | 0b11 << 2 * rules.SPAN
    assert not rules.has_line(column_tops)


def test_a_full_column_takes_no_more():
    s = position("dddddd")
    assert 3 not in GAME.legal_actions(s)
    assert len(GAME.legal_actions(s)) == 6


def test_a_full_board_is_a_draw():
    moves = "abababbababa" + "cdcdcddcdcdc" + "efefeffefefe" + "gggggg"
    s = position(moves)
    assert GAME.returns(s) == [0.0, 0.0]
    assert GAME.describe_result(s) == "a draw"


def test_misere_turns_the_result_round():
    assert GAME.returns(position("abababa", variant="misere")) == [-1.0, 1.0]


@pytest.mark.parametrize(("text", "column"), [("a", 0), ("G", 6), (" d ", 3), ("4", 3)])
def test_columns_are_letters_or_numbers(text, column):
    assert GAME.parse_action(GAME.start(), text) == column


@pytest.mark.parametrize("text", ["h", "0", "8", "dd", "", "d4"])
def test_other_texts_are_refused_with_what_would_be_right(text):
    with pytest.raises(NotationError, match="a letter from a to g"):
        GAME.parse_action(GAME.start(), text)


def test_the_board_is_drawn_from_below():
    assert GAME.draw(position("dde")).splitlines()[-3:] == [". . . O . . .", ". . . X X . .", "a b c d e f g"]


def test_the_estimate_is_fair_and_knows_threats():
    assert rules.evaluate(GAME.start(), 0) == 0
    for text in ("d", "dcdc", "abcdefg"):
        s = position(text)
        assert rules.evaluate(s, 0) == -rules.evaluate(s, 1)
    assert rules.evaluate(position("dada"), 0) > 0


def test_a_won_game_is_estimated_by_its_result():
    s = position("abcbdbeb")
    assert [rules.evaluate(s, seat) for seat in range(2)] == [-1.0, 1.0] == GAME.returns(s)


def test_the_middle_comes_first():
    assert sorted(range(7), key=lambda column: -rules.priority(GAME.start(), column)) == [3, 2, 4, 1, 5, 0, 6]


def test_random_games_agree_with_open_spiel():
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel comes with the bench extra, which `make test` installs")
    theirs = pyspiel.load_game("connect_four")
    rng = new_rng(8)
    for _ in range(300):
        s, state = GAME.start(), theirs.new_initial_state()
        while not state.is_terminal():
            assert GAME.legal_actions(s) == state.legal_actions()
            assert GAME.mover(s) == state.current_player()
            action = state.legal_actions()[below(rng, len(state.legal_actions()))]
            GAME.play(s, action)
            state.apply_action(action)
        assert GAME.mover(s) == OVER
        assert GAME.returns(s) == list(state.returns())


def test_no_two_positions_share_a_key():
    level, keys = {GAME.start().tobytes()}, {}
    for _ in range(6):
        for data in level:
            s = GAME.from_bytes(data)
            assert keys.setdefault(int(rules.key(s, None)), data) == data
        states = [GAME.from_bytes(data) for data in level]
        level = {after(GAME, s, action).tobytes() for s in states for action in GAME.legal_actions(s)}
    assert len(keys) == sum(POSITIONS)


@pytest.mark.parametrize(("moves", "points"), [("d", 7), ("a", 3), ("de", 4 - 2), ("da", 6 - 2), ("dcd", 15 - 1)])
def test_the_estimate_counts_open_lines_by_the_square_of_their_discs(moves, points):
    """A disc in the middle of the bottom row lies on seven lines, one in the corner on three. Lines with discs of both
    sides count for nobody: d and e share three of them."""
    assert rules.evaluate(position(moves), 0) == pytest.approx(points / rules.ESTIMATE_UNIT)


def test_the_picture_of_the_readme_is_a_position():
    text = (Path(rules.__file__).parent / "README.md").read_text()
    picture = [line[4:17] for line in text.splitlines() if line.startswith("    ")]
    assert "\n".join(picture) == GAME.draw(position("dcdcddbe"))
