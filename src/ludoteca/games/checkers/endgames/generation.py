"""Solving endgames backwards (retrograde analysis): losses in 0 plies, wins in 1, losses in 2, until nothing changes.

Two groups that swap sides (a quiet move leads from one to the other) are solved together, after those with fewer
pieces or fewer men. `open_places` looks at each position once: what its captures and crownings lead to is known by
then, and its other quiet moves are counted. From there on everything goes backwards: a position that is lost makes
those from which it is reached won; one that is won takes a move off the count of those, and at 0 they are lost.

A cell is a value (see `index.py`) and, above it, the count. A value in a cell may change until its turn comes: a win
may become quicker, a loss slower.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import Actions, IntArray
from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import MAX_ACTIONS
from ludoteca.games.checkers.board import BLACK, BOARD, KING_ROWS, STEPS, UNISA, WHITE, movers_towards, shift
from ludoteca.games.checkers.endgames.index import (
    DRAW,
    KING_SQUARES,
    MEN_SQUARES,
    MOST,
    Material,
    is_loss,
    list_materials,
    list_sets,
    locate,
    rank_pieces,
)
from ludoteca.games.checkers.moves import has_capture, play_move, write_captures

LOST_AT_ONCE = 1  # the value of a mover without a move
SLOWEST = 255  # the largest value: more plies would not fit into a byte
CLOSED = 255  # a count: there is no quiet move, for a capture is forced
ESCAPES = 100  # a count from here on never gets to 0: a capture or a crowning draws
BLOCK = 12  # bits: cells are searched in blocks of 4096, and only where a block is known to hold the value
COUNT = 8  # bits below the count in a cell


class Work(NamedTuple):
    """The memory in which one or two groups are solved."""

    cells: Any  # uint16 [places of the groups]
    marks: Any  # uint8 [blocks, values]: whether a block may hold a value
    offsets: IntArray  # of the groups in `cells`
    fewer: IntArray  # uint8: the values of all positions with fewer pieces
    fewer_offsets: IntArray
    crowned: IntArray  # uint8: the values of the groups that a crowning leads to
    crowned_offsets: IntArray
    moves: Actions  # int64 [MAX_ACTIONS]


class Sets(NamedTuple):
    """Every way to place the pieces of a group, by kind."""

    men: Any
    foe_men: Any
    kings: Any
    foe_kings: Any


class Turned(NamedTuple):
    """The rank of every set when the board is turned, by kind: the other side sees the pieces so."""

    men: Any
    foe_men: Any
    kings: Any
    foe_kings: Any


def make_sets(material: Material) -> Sets:
    men, kings, foe_men, foe_kings = material
    return Sets(
        list_sets(men, range(4, 4 + MEN_SQUARES)),
        list_sets(foe_men, range(MEN_SQUARES)),
        list_sets(kings, range(KING_SQUARES)),
        list_sets(foe_kings, range(KING_SQUARES)),
    )


def turn_sets(sets: Sets) -> Turned:
    firsts = (0, 4, 0, 0)  # the lowest square that counts for those who see them so
    return Turned(*(rank_all(each, as_int(first)) for each, first in zip(sets, firsts, strict=True)))


@compiled
def rank_all(sets: Any, first: int) -> Any:
    ranks = np.zeros(len(sets), np.int64)
    for i in range(len(sets)):
        ranks[i] = rank_pieces(as_int(sets[i]), True, first)
    return ranks


def swap(material: Material) -> Material:
    """The same pieces with the other side to move."""
    return material[2], material[3], material[0], material[1]


def list_pairs(pieces: int) -> list[tuple[Material, ...]]:
    """Groups that must be solved together, in order."""
    pairs: list[tuple[Material, ...]] = []
    for material in list_materials(pieces):
        twin = swap(material)
        if material <= twin:
            pairs.append((material,) if material == twin else (material, twin))
    return pairs


def list_crowned(pair: tuple[Material, ...]) -> list[Material]:
    """The groups that crowning a man leads to, with the other side to move."""
    return [(c, d, a - 1, b + 1) for a, b, c, d in pair if a > 0]


def new_work(sizes: dict[Material, int], fewer: tuple[IntArray, IntArray], crowned: tuple[IntArray, IntArray]) -> Work:
    """Memory for groups of these sizes, with what is known of others: values and where each group begins."""
    offsets = np.full((MOST + 1,) * 4, -1, np.int64)
    places = 0
    for material, size in sizes.items():
        offsets[material] = places
        places += size
    marks = np.zeros(((places >> BLOCK) + 1, SLOWEST + 1), np.uint8)
    moves = np.zeros(MAX_ACTIONS, np.int64)
    return Work(np.zeros(places, np.uint16), marks, offsets, *fewer, *crowned, moves)


# --- once, forwards ------------------------------------------------------------------------------------------------


@compiled
def open_places(work: Work, rules: int, sets: Sets, offset: int, first: int, last: int) -> int:
    """Fill the cells of a group for the sets of men from `first` to before `last`. Returns the largest value."""
    slowest = as_int(0)
    n_foe_men, n_kings, n_foe_kings = len(sets.foe_men), len(sets.kings), len(sets.foe_kings)
    for i in range(first, last):
        men = as_int(sets.men[i])
        for j in range(n_foe_men):
            foe_men = as_int(sets.foe_men[j])
            for k in range(n_kings):
                kings = as_int(sets.kings[k])
                place = offset + ((i * n_foe_men + j) * n_kings + k) * n_foe_kings
                if men & foe_men | (men | foe_men) & kings != 0:
                    continue
                for m in range(n_foe_kings):
                    foe_kings = as_int(sets.foe_kings[m])
                    if (men | foe_men | kings) & foe_kings == 0:
                        value, count = open_position(work, rules, men, kings, foe_men, foe_kings)
                        work.cells[place + m] = value | count << COUNT
                        work.marks[place + m >> BLOCK, value] = 1
                        slowest = max(slowest, value)
    return slowest


@compiled
def open_position(work: Work, rules: int, men: int, kings: int, foe_men: int, foe_kings: int) -> tuple[int, int]:
    """The value of a position by its captures and crownings, and the count of its other quiet moves."""
    quickest, slowest, drawn = as_int(SLOWEST + 1), as_int(0), False
    captures = has_capture(rules, as_int(WHITE), men, kings, foe_men, foe_kings)
    if captures:
        for i in range(write_captures(rules, as_int(WHITE), men, kings, foe_men, foe_kings, work.moves)):
            value = value_of_capture(work, rules, men, kings, foe_men, foe_kings, as_int(work.moves[i]))
            if is_loss(value):
                quickest = min(quickest, value)
            elif value == DRAW:
                drawn = True
            else:
                slowest = max(slowest, value)
    quiet = as_int(0)
    if not captures or rules == UNISA:
        empty = BOARD & ~(men | kings | foe_men | foe_kings)
        for direction in range(4):
            targets = shift(movers_towards(direction, as_int(WHITE), men, kings), direction) & empty
            crownings = shift(men, direction) & empty & as_int(KING_ROWS[WHITE]) if direction < 2 else as_int(0)
            quiet += count_bits(targets) - count_bits(crownings)
            while crownings != 0:
                value = value_of_crowning(work, men, kings, foe_men, foe_kings, direction, crownings & -crownings)
                crownings &= crownings - 1
                if is_loss(value):
                    quickest = min(quickest, value)
                elif value == DRAW:
                    drawn = True
                else:
                    slowest = max(slowest, value)
    count = as_int(CLOSED) if captures and rules != UNISA else quiet
    if quickest <= SLOWEST:
        return quickest + 1, count
    if drawn:
        return as_int(DRAW), as_int(CLOSED) if count == CLOSED else quiet + ESCAPES
    if slowest > 0:
        return slowest + 1, count
    return as_int(LOST_AT_ONCE) if quiet == 0 else as_int(DRAW), count


@compiled
def value_of_capture(work: Work, rules: int, men: int, kings: int, foe_men: int, foe_kings: int, action: int) -> int:
    own_men, own_kings, his_men, his_kings = play_move(rules, as_int(WHITE), men, kings, foe_men, foe_kings, action)
    if his_men | his_kings == 0:
        return as_int(LOST_AT_ONCE)
    return as_int(work.fewer[locate(work.fewer_offsets, as_int(BLACK), his_men, his_kings, own_men, own_kings)])


@compiled
def value_of_crowning(
    work: Work, men: int, kings: int, foe_men: int, foe_kings: int, direction: int, target: int
) -> int:
    own_men, own_kings = men & ~shift(target, 3 - direction), kings | target
    return as_int(work.crowned[locate(work.crowned_offsets, as_int(BLACK), foe_men, foe_kings, own_men, own_kings)])


# --- then backwards ------------------------------------------------------------------------------------------------


@compiled
def sweep(work: Work, sets: Sets, turned: Turned, offset: int, twin: int, value: int) -> int:
    """Tell those from which they are reached of all positions of a group with this value; `offset` and `twin` are
    where the group and the one with the other side to move begin. Returns the largest value that was written."""
    slowest = as_int(0)
    size = len(sets.men) * len(sets.foe_men) * len(sets.kings) * len(sets.foe_kings)
    for block in range(offset >> BLOCK, (offset + size - 1 >> BLOCK) + 1):
        if work.marks[block, value] == 0:
            continue
        for place in range(max(offset, block << BLOCK), min(offset + size, block + 1 << BLOCK)):
            cell = as_int(work.cells[place])
            if cell & 0xFF == value and (value & 1 == 0 or cell >> COUNT == 0 or cell >> COUNT == CLOSED):
                slowest = max(slowest, tell_predecessors(work, sets, turned, place - offset, twin, value))
    return slowest


@compiled
def tell_predecessors(work: Work, sets: Sets, turned: Turned, place: int, twin: int, value: int) -> int:
    """Write what a decided position means for those from which the other side comes to it by a quiet move. Crownings
    were looked at forwards."""
    n_foe_kings, n_kings, n_foe_men = len(sets.foe_kings), len(sets.kings), len(sets.foe_men)
    m, place = place % n_foe_kings, place // n_foe_kings
    k, place = place % n_kings, place // n_kings
    j, i = place % n_foe_men, place // n_foe_men
    foe_men, foe_kings = as_int(sets.foe_men[j]), as_int(sets.foe_kings[m])
    empty = BOARD & ~(as_int(sets.men[i]) | foe_men | as_int(sets.kings[k]) | foe_kings)
    n_men = len(sets.men)
    slowest = as_int(0)
    base = twin + turned.kings[k] + n_kings * (turned.foe_kings[m] + n_foe_kings * turned.men[i])
    stride = n_kings * n_foe_kings * n_men  # of the men that may have moved
    for direction in range(2, 4):
        came = shift(empty, direction) & foe_men
        while came != 0:
            here = came & -came
            came &= came - 1
            there = 1 << (lowest_bit(here) - as_int(STEPS[direction]))
            p = base + stride * rank_pieces(foe_men ^ here ^ there, True, as_int(4))
            slowest = max(slowest, tell(work, p, value))
    base = twin + turned.kings[k] + n_kings * n_foe_kings * (turned.men[i] + n_men * turned.foe_men[j])
    for direction in range(4):
        came = shift(empty, direction) & foe_kings
        while came != 0:
            here = came & -came
            came &= came - 1
            there = 1 << (lowest_bit(here) - as_int(STEPS[direction]))
            p = base + n_kings * rank_pieces(foe_kings ^ here ^ there, True, as_int(0))
            slowest = max(slowest, tell(work, p, value))
    return slowest


@compiled
def tell(work: Work, place: int, value: int) -> int:
    """A position leads to one with this value, which is decided. Returns its own value now, or 0 if that stays."""
    cell = as_int(work.cells[place])
    known, count = cell & 0xFF, cell >> COUNT
    is_won = known != DRAW and not is_loss(known)
    if count == CLOSED or (is_won and (not is_loss(value) or known <= value + 1)):
        return as_int(0)
    if is_loss(value):
        known = value + 1
    else:
        known, count = max(known, value + 1), count - 1
    work.cells[place] = (known & 0xFF) | count << COUNT
    work.marks[place >> BLOCK, known & 0xFF] = 1
    return known


@compiled
def take_values(work: Work, out: Any, offset: int) -> None:
    """The values of a group that is solved: what is not decided is a draw."""
    for i in range(len(out)):
        cell = as_int(work.cells[offset + i])
        value, count = cell & 0xFF, cell >> COUNT
        out[i] = value if not is_loss(value) or count == 0 or count == CLOSED else DRAW


__all__ = [
    "SLOWEST", "Sets", "Work", "list_crowned", "list_pairs", "make_sets", "new_work", "open_places", "swap", "sweep",
    "take_values", "turn_sets",
]  # fmt: skip
