"""Solving endgames backwards (retrograde analysis): losses in 0 plies, wins in 1, losses in 2, until nothing changes.

Two groups that swap sides (a quiet move leads from one to the other) are solved together, after those with fewer
pieces or fewer men. A position is looked at again only once one that it leads to is solved: `due` says which.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import Actions, IntArray
from ludoteca.core.bits import lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import MAX_ACTIONS
from ludoteca.games.checkers.board import BLACK, BOARD, KING_ROWS, STEPS, WHITE, movers_towards, shift
from ludoteca.games.checkers.endgames.index import (
    DRAW,
    KING_SQUARES,
    MEN_SQUARES,
    Material,
    is_loss,
    lay_out,
    list_materials,
    list_sets,
    locate,
    size_of,
)
from ludoteca.games.checkers.moves import play_move, write_moves

LOST_AT_ONCE = 1  # the value of a mover without a move
LONGEST = 254  # plies: more would not fit into a byte


class Workspace(NamedTuple):
    """The memory that solving writes to."""

    values: IntArray  # uint8 [places]
    due: Any  # uint8 [places]: whether to look again
    offsets: IntArray
    moves: Actions  # int64 [MAX_ACTIONS]


class Sets(NamedTuple):
    """Every way to place the pieces of a group, by kind."""

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


def new_workspace(pieces: int) -> Workspace:
    offsets, places = lay_out(pieces)
    return Workspace(np.zeros(places, np.uint8), np.zeros(places, np.uint8), offsets, np.zeros(MAX_ACTIONS, np.int64))


def list_pairs(pieces: int) -> list[tuple[Material, ...]]:
    """Groups that must be solved together, in order."""
    pairs: list[tuple[Material, ...]] = []
    for material in list_materials(pieces):
        twin = (material[2], material[3], material[0], material[1])
        if material <= twin:
            pairs.append((material,) if material == twin else (material, twin))
    return pairs


def solve_pair(work: Workspace, rules: int, pair: tuple[Material, ...], longest: int) -> int:
    """Solve one or two groups; `longest` is the largest value so far. Returns the largest value now."""
    sets = [make_sets(material) for material in pair]
    for material in pair:
        begin = int(work.offsets[material])
        work.due[begin : begin + size_of(material)] = 1
    plies, idle = 0, 0
    while idle < 2 or plies <= longest:
        changed = 0
        for material, places in zip(pair, sets, strict=True):
            changed += int(sweep(work, as_int(rules), places, as_int(work.offsets[material]), as_int(plies)))
        idle = 0 if changed else idle + 1
        longest = max(longest, plies + 1) if changed else longest
        plies += 1
        if plies > LONGEST:
            raise OverflowError("an ending takes more plies than a byte can count")
    return longest


@compiled
def sweep(work: Workspace, rules: int, sets: Sets, offset: int, plies: int) -> int:
    """Look at every due position of a group; settle those that end in `plies` plies. Returns how many."""
    settled = 0
    place = offset - 1
    for men in sets.men:
        for foe_men in sets.foe_men:
            for kings in sets.kings:
                if men & foe_men != 0 or (men | foe_men) & kings != 0:
                    place += len(sets.foe_kings)
                    continue
                for foe_kings in sets.foe_kings:
                    place += 1
                    if work.due[place] == 0 or work.values[place] != DRAW or (men | foe_men | kings) & foe_kings != 0:
                        continue
                    value, waits = value_of(work, rules, men, kings, foe_men, foe_kings, plies)
                    work.due[place] = waits
                    if value != DRAW:
                        work.values[place] = value
                        settled += 1
                        mark_predecessors(work, men, kings, foe_men, foe_kings)
    return settled


@compiled
def value_of(
    work: Workspace, rules: int, men: int, kings: int, foe_men: int, foe_kings: int, plies: int
) -> tuple[int, int]:
    """The value of a position by what it leads to, as far as that is known to end within fewer than `plies` plies;
    and whether an ending that is longer may decide it later."""
    n = write_moves(rules, as_int(WHITE), men, kings, foe_men, foe_kings, work.moves)
    if n == 0:
        return as_int(LOST_AT_ONCE), as_int(0)
    quickest, slowest, waits, escapes = as_int(LONGEST), as_int(0), as_int(0), False
    for i in range(n):
        own_men, own_kings, his_men, his_kings = play_move(
            rules, as_int(WHITE), men, kings, foe_men, foe_kings, as_int(work.moves[i])
        )
        value = as_int(LOST_AT_ONCE)
        if his_men | his_kings != 0:
            value = as_int(work.values[locate(work.offsets, as_int(BLACK), his_men, his_kings, own_men, own_kings)])
        if value > plies:  # known, but longer than this sweep may use
            waits = as_int(1)
            escapes = True
        elif is_loss(value):
            quickest = min(quickest, value)
        elif value == DRAW:
            escapes = True
        else:
            slowest = max(slowest, value)
    if quickest < LONGEST:
        return quickest + 1, as_int(0)
    if not escapes:
        return slowest + 1, as_int(0)
    return as_int(DRAW), waits


@compiled
def mark_predecessors(work: Workspace, men: int, kings: int, foe_men: int, foe_kings: int) -> None:
    """Make due every position from which the other side could have come here by a quiet move."""
    empty = BOARD & ~(men | kings | foe_men | foe_kings)
    for direction in range(4):
        step = as_int(STEPS[direction])
        movers = movers_towards(direction, as_int(BLACK), foe_men, foe_kings)
        came = shift(empty, direction) & movers  # those that may have come in this direction, from an empty square
        while came != 0:
            here = came & -came
            came &= came - 1
            there = 1 << (lowest_bit(here) - step)
            if here & foe_kings != 0:
                place = locate(work.offsets, as_int(BLACK), foe_men, foe_kings ^ here ^ there, men, kings)
                work.due[place] = 1
            elif there & KING_ROWS[BLACK] == 0:
                place = locate(work.offsets, as_int(BLACK), foe_men ^ here ^ there, foe_kings, men, kings)
                work.due[place] = 1
