"""What front ends draw of connect four."""

from ludoteca import games
from ludoteca.games.connect_four.presentation import find_line

GAME = games.load("connect_four")


def after(text, **options):
    s = GAME.start(**options)
    for word in text:
        GAME.play(s, GAME.parse_action(s, word))
    return s


def test_cells_are_shown_from_the_top_left():
    shown = GAME.show(after("ddc"))
    assert [(row, cells) for row, cells in enumerate(shown["cells"]) if any(cell is not None for cell in cells)] == [
        (4, [None, None, None, 1, None, None, None]),
        (5, [None, None, 0, 0, None, None, None]),
    ]
    assert shown["line"] is None


def test_a_disc_is_shown_where_it_lands():
    assert GAME.show_action(after("ddc"), 3) == {"column": 3, "row": 3}
    assert GAME.show_action(after("ddc"), 0) == {"column": 0, "row": 5}


def test_the_winning_line_and_the_end():
    s = after("aabbccd")
    assert GAME.show(s)["line"] == [[5, 0], [5, 1], [5, 2], [5, 3]]
    assert GAME.end_code(s) == {"code": "four_in_line", "winner": 0}
    lost = after("aabbccd", variant="misere")
    assert GAME.end_code(lost) == {"code": "made_four", "winner": 1}
    assert GAME.show(lost)["variant"] == "misere"


def test_a_rising_diagonal_is_found():
    assert find_line([1 << 0 | 1 << 8 | 1 << 16 | 1 << 24, 0]) == [[5, 0], [4, 1], [3, 2], [2, 3]]


def test_a_full_column_is_explained():
    s = after("aaaaaa")
    assert GAME.explain(s, {"column": 0})["code"] == "column_full"
    assert GAME.explain(s, {"column": 1})["code"] == "legal"
    assert GAME.explain(s, {"column": True})["code"] == "not_legal"
