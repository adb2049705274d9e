"""What networks see of connect four: the cells where a disc would make four, against trying each of them."""

import numpy as np
import pytest

from ludoteca import games
from ludoteca.core.rng import below, new_rng
from ludoteca.games.connect_four.rules import CELLS, COLUMNS, LINES, ROWS, SPAN

GAME = games.load("connect_four")


def draw_position(rng):
    s = GAME.start()
    for _ in range(below(rng, 36)):
        legal = GAME.legal_actions(s)
        if legal:
            GAME.play(s, legal[below(rng, len(legal))])
    return s


def cells_that_make_four(s, seat):
    """By hand: every empty cell with a line of which this seat has the other three."""
    own, board = int(s.discs[seat]), int(s.discs[0] | s.discs[1])
    bits = [column * SPAN + row for column in range(COLUMNS) for row in range(ROWS)]
    lines = [int(line) for line in LINES]
    return [
        float(not board >> bit & 1 and any(line >> bit & 1 and line & ~(1 << bit) & ~own == 0 for line in lines))
        for bit in bits
    ]


@pytest.mark.parametrize("seed", range(20))
def test_threats_are_the_cells_that_would_make_four(seed):
    s = draw_position(new_rng(seed, "encoders"))
    row = games.encoder("connect_four", "threats").encode(s)
    mover = int(s.ply) & 1
    assert row[2 * CELLS : 3 * CELLS].tolist() == cells_that_make_four(s, mover)
    assert row[3 * CELLS :].tolist() == cells_that_make_four(s, 1 - mover)
    assert np.array_equal(row[: 2 * CELLS], games.encoder("connect_four", "planes").encode(s))


def count_alone(s, seat):
    """By hand: of every line the discs of this seat, if the other has none in it."""
    own, other = int(s.discs[seat]), int(s.discs[1 - seat])
    return [float((own & line).bit_count()) if not other & line else 0.0 for line in map(int, LINES)]


@pytest.mark.parametrize("seed", range(20))
def test_lines_are_counted_for_who_has_them_alone(seed):
    s = draw_position(new_rng(seed, "encoders"))
    row = games.encoder("connect_four", "lines").encode(s)
    mover, board = int(s.ply) & 1, int(s.discs[0] | s.discs[1])
    assert np.array_equal(row[: 4 * CELLS], games.encoder("connect_four", "threats").encode(s))
    lowest = [next((row for row in range(ROWS) if not board >> column * SPAN + row & 1), ROWS) for column in range(7)]
    landing = [float(lowest[column] == row) for column in range(COLUMNS) for row in range(ROWS)]
    assert row[4 * CELLS : 5 * CELLS].tolist() == landing
    assert row[5 * CELLS :].tolist() == count_alone(s, mover) + count_alone(s, 1 - mover)


@pytest.mark.parametrize("seed", range(20))
def test_sides_are_the_same_numbers_of_who_began(seed):
    s = draw_position(new_rng(seed, "encoders"))
    row = games.encoder("connect_four", "sides").encode(s)
    lines = games.encoder("connect_four", "lines").encode(s)
    second = int(s.ply) & 1
    if second:
        halves = [(0, CELLS), (2 * CELLS, CELLS), (5 * CELLS, len(LINES))]
        for at, size in halves:
            lines[at : at + 2 * size] = np.roll(lines[at : at + 2 * size], size)
    assert row.tolist() == [*lines.tolist(), float(second)]


@pytest.mark.parametrize("name", ["threats", "lines", "sides"])
def test_the_mirror_of_a_row_is_the_row_of_the_mirror(name):
    encoder = games.encoder("connect_four", name)
    (mirror,) = encoder.symmetries
    s, turned = GAME.start(), GAME.start()
    for letter in "dcdcbdeef":
        GAME.play(s, "abcdefg".index(letter))
        GAME.play(turned, int(mirror.outputs["abcdefg".index(letter)]))
        assert np.array_equal(encoder.encode(s)[mirror.inputs], encoder.encode(turned))
