"""How games are drawn: too many quiet moves, an ending that leads nowhere, a position for the third time.

Two counters are enough: `quiet`, plies since a capture or a man's move, and `unchanged`, plies since a capture or a
crowning. "Fifteen moves" are fifteen of each side, thirty plies. The rules of the federations:

- Russian: FMJD, section 64, rules 7.2.4 to 7.2.6. Fifteen moves with kings only; three kings or more against a king
  alone, fifteen moves; where both sides have kings, thirty moves without a change of material with four or five
  pieces on the board, sixty with six or seven. (7.2.7 and 7.2.8 ask an arbiter whether a position is won.)
- Brazilian: Confederação Brasileira de Damas. Twenty moves with kings only; five moves in the endings of one or two
  kings against one or two kings, or against a king and a man.
"""

from typing import Any

import numpy as np

from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.board import BLACK, RUSSIAN, WHITE
from ludoteca.protocol import State

QUIET_LIMIT = 40  # moves of each side without a capture or a man's move that make a draw, at the most
REMEMBERED = 2 * QUIET_LIMIT  # positions kept, so that the third time is noticed
LONGEST = 20_000  # plies: above any game that the limit of quiet moves ends; without that limit, a draw
NEAR = 40  # plies: a draw by counting that is no further off is part of a position's key
NEVER = 1 << 20  # plies: no limit

NOT_DRAWN, QUIET, KINGS_ONLY, SAME_MATERIAL, TOO_LONG, REPEATED = range(6)  # what `find_draw` finds
KINGS_ONLY_LIMITS = np.array([NEVER, NEVER, NEVER, 2 * 15, 2 * 20], np.int64)  # plies, by rule set


@compiled
def find_draw(s: State) -> int:
    """Why the position that was reached is a draw, or NOT_DRAWN."""
    quiet = as_int(s.quiet)
    if s.quiet_moves > 0 and quiet >= 2 * as_int(s.quiet_moves):
        return as_int(QUIET)
    if s.federation_draws != 0:
        if quiet >= KINGS_ONLY_LIMITS[s.rules]:
            return as_int(KINGS_ONLY)
        if s.unchanged >= limit_of(s):
            return as_int(SAME_MATERIAL)
    if s.ply >= LONGEST:
        return as_int(TOO_LONG)
    if s.repetition != 0 and quiet >= 8 and count_past(s, quiet) >= 3:
        return as_int(REPEATED)
    return as_int(NOT_DRAWN)


@compiled
def quiet_limit(rules: int, quiet_moves: int, federation_draws: int) -> int:
    """The plies without a capture or a man's move that make a draw."""
    limit = 2 * quiet_moves if quiet_moves > 0 else as_int(NEVER)
    return min(limit, as_int(KINGS_ONLY_LIMITS[rules])) if federation_draws != 0 else limit


@compiled
def limit_of(s: State) -> int:
    """The plies without a change of material after which this ending is a draw, by the federation's rules."""
    return material_limit(
        as_int(s.rules), as_int(s.men[WHITE]), as_int(s.kings[WHITE]), as_int(s.men[BLACK]), as_int(s.kings[BLACK])
    )


@compiled
def material_limit(rules: int, men: int, kings: int, foe_men: int, foe_kings: int) -> int:
    """The same from the boards of both sides, whichever is first."""
    if kings == 0 or foe_kings == 0:
        return as_int(NEVER)
    own, foes = count_bits(men | kings), count_bits(foe_men | foe_kings)
    if rules == RUSSIAN:
        if (foes == 1 and count_bits(kings) >= 3) or (own == 1 and count_bits(foe_kings) >= 3):
            return as_int(2 * 15)
        if 4 <= own + foes <= 5:
            return as_int(2 * 30)
        return as_int(2 * 60) if 6 <= own + foes <= 7 else as_int(NEVER)
    is_level = own <= 2 and foes <= 2 and (men == 0 or foe_men == 0)
    return as_int(2 * 5) if is_level else as_int(NEVER)


@compiled
def plies_to_draw(limit: int, counted: int) -> int:
    """The plies that are left before a draw by counting, NEAR at the most."""
    return min(as_int(NEAR), limit - counted)


# --- repetition ----------------------------------------------------------------------------------------------------


@compiled
def remember_position(s: State) -> None:
    """Keep the position that was reached: since the last capture or man's move only kings have moved."""
    s.past[as_int(s.quiet) % REMEMBERED] = pack_boards(s.kings)


@compiled
def count_past(s: State, quiet: int) -> int:
    """How often these kings stood, with the same side to move, since the men did (and within REMEMBERED plies)."""
    here = s.past[quiet % REMEMBERED]
    n = 0
    for back in range(quiet, max(-1, quiet - REMEMBERED), -2):
        n += s.past[back % REMEMBERED] == here
    return n


@compiled
def pack_boards(boards: Any) -> int:
    """White's and Black's men, or their kings, in one word of 64 bits, none lost."""
    return squeeze(as_int(boards[WHITE])) | squeeze(as_int(boards[BLACK])) << 32


@compiled
def squeeze(bits: int) -> int:
    """A board without the cells that are no squares: 32 bits."""
    return bits & 0xFF | bits >> 1 & 0xFF00 | bits >> 2 & 0xFF0000 | bits >> 3 & 0xFF000000
