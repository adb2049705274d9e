"""An independent check of endgames: every entry against its successors, by the rules of the game itself.

It shares the index with the generator and nothing else: moves come from `rules.legal_actions` and `rules.apply`.
"""

import numpy as np

from ludoteca.core.arrays import Actions, IntArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers import rules as game_rules
from ludoteca.games.checkers.actions import MAX_ACTIONS
from ludoteca.games.checkers.board import BLACK, RULE_SETS, WHITE
from ludoteca.games.checkers.endgames.files import DRAWN, LOST, WON, Endgames
from ludoteca.games.checkers.endgames.generation import Sets, make_sets
from ludoteca.games.checkers.endgames.index import Material, locate
from ludoteca.protocol import State, States, new_states

NOT_OVER = 10_000  # more plies than any ending


def count_errors(endgames: Endgames, material: Material) -> int:
    """How many entries of a group contradict the positions that they lead to."""
    states = new_states(game_rules.STATE, 3)
    states[0].rules = RULE_SETS.index(endgames.rules)
    moves = np.zeros((2, MAX_ACTIONS), np.int64)
    offset = as_int(endgames.offsets[material])
    return int(check_group(endgames.codes, endgames.offsets, make_sets(material), offset, states, moves))


@compiled
def check_group(codes: IntArray, offsets: IntArray, sets: Sets, offset: int, states: States, moves: Actions) -> int:
    errors = 0
    place = offset - 1
    for men in sets.men:
        for foe_men in sets.foe_men:
            for kings in sets.kings:
                for foe_kings in sets.foe_kings:
                    place += 1
                    if men & foe_men | (men | foe_men) & kings | (men | foe_men | kings) & foe_kings != 0:
                        continue
                    s = states[0]
                    s.men[WHITE], s.men[BLACK], s.kings[WHITE], s.kings[BLACK] = men, foe_men, kings, foe_kings
                    s.to_move = WHITE
                    s.winner = game_rules.NOBODY
                    errors += codes[place] != value_by_successors(codes, offsets, states, moves)
    return errors


@compiled
def value_by_successors(codes: IntArray, offsets: IntArray, states: States, moves: Actions) -> int:
    """The code of `states[0]` by its successors; how long a loss takes by theirs."""
    if not game_rules.can_move(states[0]):
        return as_int(LOST)
    drawn, slowest = False, as_int(0)
    for i in range(game_rules.legal_actions(states[0], moves[0])):
        states[1] = states[0]
        game_rules.apply(states[1], as_int(moves[0, i]))
        code = read_code(codes, offsets, states[1])
        if code >= LOST:
            return as_int(WON)
        if code == DRAWN:
            drawn = True
        else:
            slowest = max(slowest, quickest_win(codes, offsets, states, moves))
    return as_int(DRAWN) if drawn else as_int(LOST) + (slowest + 1) // 2


@compiled
def quickest_win(codes: IntArray, offsets: IntArray, states: States, moves: Actions) -> int:
    """How many plies the winning side needs from `states[1]`."""
    quickest = as_int(NOT_OVER)
    for i in range(game_rules.legal_actions(states[1], moves[1])):
        states[2] = states[1]
        game_rules.apply(states[2], as_int(moves[1, i]))
        code = read_code(codes, offsets, states[2])
        if code >= LOST:
            quickest = min(quickest, 2 * (code - LOST) + 1)
    return quickest


@compiled
def read_code(codes: IntArray, offsets: IntArray, s: State) -> int:
    side = as_int(s.to_move)
    if s.men[side] | s.kings[side] == 0:
        return as_int(LOST)
    place = locate(
        offsets, side, as_int(s.men[side]), as_int(s.kings[side]), as_int(s.men[1 - side]), as_int(s.kings[1 - side])
    )
    return as_int(codes[place])
