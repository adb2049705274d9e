"""The engine's compiled search: principal variation search on bare bit boards.

Iterative deepening with aspiration windows; a transposition table; captures first, then killers and history; late
quiet moves are looked at less deeply; captures are followed beyond the depth. Scores are points for the side to move
(see `evaluation.py`); a forced win `ply` moves ahead is WIN - ply.
"""

from typing import Any

import numpy as np

from ludoteca.core.bits import count_bits, lowest_bit
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import MAX_ACTIONS, dst_of, is_capture, src_of
from ludoteca.games.checkers.draws import NEAR, NEVER, REMEMBERED, material_limit, plies_to_draw
from ludoteca.games.checkers.endgames.files import DRAWN, LOST
from ludoteca.games.checkers.endgames.index import MOST, locate
from ludoteca.games.checkers.engine.evaluation import FEATURES, PHASES, evaluate
from ludoteca.games.checkers.moves import (
    PROMOTED,
    find_victims,
    has_capture,
    has_move,
    play_move,
    write_captures,
    write_moves,
)
from ludoteca.games.checkers.tables import CELLS, KING_ROWS, UNISA
from ludoteca.protocol.budget import CONTROL_WORDS, DONE, LIMIT, STOP

WIN = 30_000
CERTAIN = WIN - 1_000  # scores beyond this are forced wins or losses
NONE = 0  # no action: 0 would be a step from a cell to itself
PLIES = 128  # deepest line
EXACT, LOWER, UPPER = 0, 1, 2  # what a table entry's score is
FIRST, CAPTURE, KILLER, SECOND_KILLER = 1 << 40, 1 << 30, 1 << 29, 1 << 28  # ranks; history stays below
ASPIRATION = 30
MAN_KEY, KING_KEY = 0, 1

DESK = np.dtype(
    [
        ("control", np.int64, (CONTROL_WORDS,)),  # stop flag, nodes, limit
        ("rules", np.int64),
        ("side", np.int64),  # at the root
        ("men", np.int64, (2,)),
        ("kings", np.int64, (2,)),
        ("hash", np.int64),
        ("quiet", np.int64),  # plies at the root since the last capture or man's move
        ("quiet_limit", np.int64),  # in plies; NEVER for none
        ("federation_draws", np.int64),  # whether endings without a change of material are drawn
        ("repetition", np.int64),
        ("max_depth", np.int64),
        ("depth", np.int64),  # the last depth that was finished
        ("score", np.int64),  # of the root, at that depth or better
        ("table_mask", np.int64),
        ("reductions", np.int64),  # whether late moves are reduced
        ("table_pieces", np.int64),  # positions with so few pieces are looked up; 0 for none
        ("offsets", np.int64, (MOST + 1,) * 4),  # into the codes of the endgames
        ("root_count", np.int64),
        ("root_moves", np.int64, (MAX_ACTIONS,)),  # best first
        ("past", np.int64, (REMEMBERED + PLIES + 8,)),  # hashes: of the game, then of the line being searched
        ("moves", np.int64, (PLIES + 2, MAX_ACTIONS)),
        ("ranks", np.int64, (PLIES + 2, MAX_ACTIONS)),
        ("killers", np.int64, (PLIES + 2, 2)),
        ("history", np.int64, (2, 4096)),
        ("line", np.int64, (PLIES + 2, PLIES + 2)),  # principal variation from each ply
        ("length", np.int64, (PLIES + 2,)),
        ("weights", np.int64, (PHASES, FEATURES)),
        ("keys", np.int64, (2, 2, CELLS)),  # Zobrist keys: side, MAN_KEY or KING_KEY, cell
        ("turn_key", np.int64),
        ("draw_keys", np.int64, (2, NEAR + 1)),  # by the plies left before a draw: by quiet moves, by the material
        ("unchanged", np.int64, (PLIES + 2,)),  # plies since a capture or a crowning, at each ply of the line
    ],
    align=True,
)


# --- the root ------------------------------------------------------------------------------------------------------


@compiled
def deepen(desk: Any, table: Any, codes: Any) -> None:
    """Search deeper and deeper until the limit, the stop flag, or a forced end."""
    side = as_int(desk.side)
    desk.depth = 0
    desk.history[:, :] = 0
    desk.killers[:, :] = NONE
    desk.root_count = write_moves(
        as_int(desk.rules), side, as_int(desk.men[side]), as_int(desk.kings[side]),
        as_int(desk.men[1 - side]), as_int(desk.kings[1 - side]), desk.root_moves,
    )  # fmt: skip
    desk.line[0, 0] = desk.root_moves[0]
    desk.length[0] = 1
    desk.score = 0
    if desk.root_count == 1:
        desk.max_depth = min(desk.max_depth, 1)
    depth = as_int(1)
    while depth <= desk.max_depth:
        if not search_window(desk, table, codes, depth):
            break
        desk.depth = depth
        if abs(desk.score) > CERTAIN and WIN - abs(desk.score) <= depth:
            break
        depth += 1


@compiled
def search_window(desk: Any, table: Any, codes: Any, depth: int) -> bool:
    """One iteration, around the last score first. False if it was stopped."""
    width = as_int(ASPIRATION)
    low, high = -as_int(WIN), as_int(WIN)
    if depth > 3:
        low, high = max(low, desk.score - width), min(high, desk.score + width)
    while True:
        score = search_root(desk, table, codes, depth, low, high)
        if desk.control[STOP] != 0:
            return False
        if low < score < high or (score <= low and low <= -WIN) or (score >= high and high >= WIN):
            desk.score = score
            return True
        width *= 4
        if score <= low:
            low = max(-as_int(WIN), score - width)
        else:
            high = min(as_int(WIN), score + width)


@compiled
def search_root(desk: Any, table: Any, codes: Any, depth: int, alpha: int, beta: int) -> int:
    """Value the root's moves, best first; a better one moves to the front at once, so that it counts when stopped."""
    side = as_int(desk.side)
    best = -as_int(WIN) - 1
    for i in range(desk.root_count):
        action = as_int(desk.root_moves[i])
        men, kings, foe_men, foe_kings, hashed, quiet = make_move(
            desk, side, as_int(desk.men[side]), as_int(desk.kings[side]), as_int(desk.men[1 - side]),
            as_int(desk.kings[1 - side]), as_int(desk.hash), as_int(desk.quiet), action,
        )  # fmt: skip
        count_unchanged(desk, as_int(0), action, as_int(desk.men[side]), men)
        top = beta if i == 0 else alpha + 1  # the first with the whole window; the others only to be refuted
        score = -search(desk, table, codes, 1 - side, foe_men, foe_kings, men, kings, hashed, quiet, as_int(1),
            depth - 1, -top, -alpha)  # fmt: skip
        if i > 0 and alpha < score < beta and desk.control[STOP] == 0:
            score = -search(desk, table, codes, 1 - side, foe_men, foe_kings, men, kings, hashed, quiet, as_int(1),
                depth - 1, -beta, -alpha)  # fmt: skip
        if desk.control[STOP] != 0:
            return best
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                keep_line(desk, as_int(0), action)
                for j in range(i, 0, -1):
                    desk.root_moves[j] = desk.root_moves[j - 1]
                desk.root_moves[0] = action
                desk.score = score
            if score >= beta:
                break
    return best


# --- inside --------------------------------------------------------------------------------------------------------


@compiled
def make_move(
    desk: Any, side: int, men: int, kings: int, foe_men: int, foe_kings: int, hashed: int, quiet: int, action: int
) -> tuple[int, int, int, int, int, int]:
    """The four boards after a move (still from the side that made it), their hash, and the quiet plies."""
    src, dst = src_of(action), dst_of(action)
    other = 1 - side
    is_king = as_int(kings >> src & 1)
    crowned = is_king | as_int(KING_ROWS[side] >> dst & 1)
    quiet = quiet + 1 if is_king else as_int(0)
    if is_capture(action):
        victims = find_victims(as_int(desk.rules), side, men, kings, foe_men, foe_kings, action)
        crowned |= as_int(victims & PROMOTED != 0)
        quiet = as_int(0)
        hashed ^= hash_pieces(desk.keys, other, as_int(MAN_KEY), victims & foe_men)
        hashed ^= hash_pieces(desk.keys, other, as_int(KING_KEY), victims & foe_kings)
        foe_men &= ~victims
        foe_kings &= ~victims
    hashed ^= desk.keys[side, is_king, src] ^ desk.keys[side, crowned, dst] ^ desk.turn_key
    men &= ~(1 << src)
    kings &= ~(1 << src)
    if crowned:
        kings |= 1 << dst
    else:
        men |= 1 << dst
    return men, kings, foe_men, foe_kings, hashed, quiet


@compiled
def hash_pieces(keys: Any, side: int, kind: int, pieces: int) -> int:
    hashed = as_int(0)
    while pieces != 0:
        hashed ^= keys[side, kind, lowest_bit(pieces)]
        pieces &= pieces - 1
    return hashed


@compiled
def search(
    desk: Any, table: Any, codes: Any, side: int, men: int, kings: int, foe_men: int, foe_kings: int, hashed: int,
    quiet: int, ply: int, depth: int, alpha: int, beta: int,
) -> int:  # fmt: skip
    """The score of a position for its mover, exact inside the window, else a bound."""
    rules = as_int(desk.rules)
    # 1. Count, and stop when asked
    desk.control[DONE] += 1
    if desk.control[DONE] >= desk.control[LIMIT]:
        desk.control[STOP] = 1
    if desk.control[STOP] != 0:
        return as_int(0)
    desk.length[ply] = 0
    # 2. Ends: no move, a draw, the deepest line
    if is_repeated(desk, hashed, quiet, ply):
        return as_int(0)
    captures = has_capture(rules, side, men, kings, foe_men, foe_kings)
    if not captures and not has_move(rules, side, men, kings, foe_men, foe_kings):
        return ply - WIN
    unchanged, limit = as_int(desk.unchanged[ply]), as_int(NEVER)
    if desk.federation_draws:
        limit = material_limit(rules, men, kings, foe_men, foe_kings)
    if quiet >= desk.quiet_limit or unchanged >= limit:
        return as_int(0)
    # 3. The tables of endgames
    if count_bits(men | kings | foe_men | foe_kings) <= desk.table_pieces:
        return score_ending(desk, codes, side, men, kings, foe_men, foe_kings, ply)
    # 4. The horizon: stand pat where nothing must be taken
    best = -as_int(WIN)
    floor = alpha
    quiescent = depth <= 0 and (not captures or rules == UNISA)
    if quiescent or ply >= PLIES:
        best = evaluate(desk.weights, rules, side, men, kings, foe_men, foe_kings)
        if best >= beta or not captures or ply >= PLIES:
            return best
        floor = max(floor, best)
    # 5. The transposition table
    hint = as_int(NONE)
    entry = hashed ^ key_of_draws(desk, quiet, limit - unchanged)
    place = 2 * (entry & desk.table_mask)
    if depth > 0 and table[place] == entry:
        data = as_int(table[place + 1])
        hint = data & 0x7FFFFFFF
        score = score_from_table(data, ply)
        bound = data >> 31 & 3
        decides = bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
        if decides and (data >> 33 & 255) >= depth:
            return score
    # 6. The moves
    if quiescent:
        n = write_captures(rules, side, men, kings, foe_men, foe_kings, desk.moves[ply])
    else:
        n = write_moves(rules, side, men, kings, foe_men, foe_kings, desk.moves[ply])
    rank_moves(desk, side, ply, n, hint)
    desk.past[REMEMBERED + ply] = hashed
    best_move = as_int(NONE)
    deeper = depth if n == 1 and depth > 0 and not quiescent else depth - 1
    for i in range(n):
        action = take_next(desk, ply, i, n)
        less = as_int(0)
        if i >= 3 and depth >= 3 and desk.reductions and not captures and not is_capture(action):
            less = as_int(1 if i < 8 or depth < 6 else 2)
        own_men, own_kings, his_men, his_kings, after, calm = make_move(
            desk, side, men, kings, foe_men, foe_kings, hashed, quiet, action
        )
        count_unchanged(desk, ply, action, men, own_men)
        other = 1 - side
        if i == 0 or depth <= 0:
            score = -search(desk, table, codes, other, his_men, his_kings, own_men, own_kings, after, calm, ply + 1,
                deeper, -beta, -floor)  # fmt: skip
        else:
            score = -search(desk, table, codes, other, his_men, his_kings, own_men, own_kings, after, calm, ply + 1,
                deeper - less, -floor - 1, -floor)  # fmt: skip
            if less > 0 and score > floor:
                score = -search(desk, table, codes, other, his_men, his_kings, own_men, own_kings, after, calm, ply + 1,
                    deeper, -floor - 1, -floor)  # fmt: skip
            if floor < score < beta:
                score = -search(desk, table, codes, other, his_men, his_kings, own_men, own_kings, after, calm, ply + 1,
                    deeper, -beta, -floor)  # fmt: skip
        if desk.control[STOP] != 0:
            return as_int(0)
        if score > best:
            best, best_move = score, action
            if score > floor:
                floor = score
                keep_line(desk, ply, action)
                if score >= beta:
                    if depth > 0 and not is_capture(action):
                        remember(desk, side, ply, action, depth)
                    break
    # 7. Into the transposition table
    if depth > 0:
        bound = as_int(LOWER if best >= beta else (EXACT if best > alpha else UPPER))
        store(desk, table, place, entry, ply, depth, best, bound, best_move)
    return best


@compiled
def count_unchanged(desk: Any, ply: int, action: int, men: int, men_after: int) -> None:
    """Count the plies of the line without a capture or a crowning, where they can make a draw."""
    if desk.federation_draws:
        changed = is_capture(action) or count_bits(men) != count_bits(men_after)
        desk.unchanged[ply + 1] = 0 if changed else desk.unchanged[ply] + 1


@compiled
def key_of_draws(desk: Any, quiet: int, plies_left: int) -> int:
    """What tells positions near a draw by counting apart in the table; 0 where draws are far off."""
    by_quiet = plies_to_draw(as_int(desk.quiet_limit), quiet)
    by_material = min(plies_left, as_int(NEAR))
    return as_int(desk.draw_keys[0, by_quiet] ^ desk.draw_keys[1, by_material])


@compiled
def score_ending(desk: Any, codes: Any, side: int, men: int, kings: int, foe_men: int, foe_kings: int, ply: int) -> int:
    """The exact score of a position that the tables hold."""
    code = as_int(codes[locate(desk.offsets, side, men, kings, foe_men, foe_kings)])
    if code == DRAWN:
        return as_int(0)
    if code >= LOST:
        return ply + 2 * (code - LOST) - WIN
    quickest = as_int(WIN)  # a win takes one ply more than the quickest loss that it can lead to
    rules = as_int(desk.rules)
    for i in range(write_moves(rules, side, men, kings, foe_men, foe_kings, desk.moves[ply])):
        own_men, own_kings, his_men, his_kings = play_move(
            rules, side, men, kings, foe_men, foe_kings, as_int(desk.moves[ply, i])
        )
        if his_men | his_kings == 0:
            return WIN - ply - 1
        code = as_int(codes[locate(desk.offsets, 1 - side, his_men, his_kings, own_men, own_kings)])
        if code >= LOST:
            quickest = min(quickest, 2 * (code - LOST) + 1)
    return WIN - ply - quickest


@compiled
def is_repeated(desk: Any, hashed: int, quiet: int, ply: int) -> bool:
    """Whether this position stood before, in the game or on this line: as good as a draw."""
    if desk.repetition == 0:
        return False
    for back in range(4, min(quiet, REMEMBERED - 2) + 1, 2):
        if desk.past[REMEMBERED + ply - back] == hashed:
            return True
    return False


# --- ordering ------------------------------------------------------------------------------------------------------


@compiled
def rank_moves(desk: Any, side: int, ply: int, n: int, hint: int) -> None:
    for i in range(n):
        action = as_int(desk.moves[ply, i])
        if action == hint:
            desk.ranks[ply, i] = FIRST
        elif is_capture(action):
            desk.ranks[ply, i] = CAPTURE + (action >> 12)
        elif action == desk.killers[ply, 0]:
            desk.ranks[ply, i] = KILLER
        elif action == desk.killers[ply, 1]:
            desk.ranks[ply, i] = SECOND_KILLER
        else:
            desk.ranks[ply, i] = desk.history[side, action]


@compiled
def take_next(desk: Any, ply: int, i: int, n: int) -> int:
    """Swap the best-ranked move from place i on to place i."""
    top = i
    for j in range(i + 1, n):
        if desk.ranks[ply, j] > desk.ranks[ply, top]:
            top = j
    action = as_int(desk.moves[ply, top])
    if top != i:
        desk.moves[ply, top], desk.ranks[ply, top] = desk.moves[ply, i], desk.ranks[ply, i]
        desk.moves[ply, i] = action
    return action


@compiled
def remember(desk: Any, side: int, ply: int, action: int, depth: int) -> None:
    """A quiet move that refuted: a killer at this ply, and more history."""
    if desk.killers[ply, 0] != action:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = action
    desk.history[side, action] = min(desk.history[side, action] + depth * depth, SECOND_KILLER - 1)


@compiled
def keep_line(desk: Any, ply: int, action: int) -> None:
    """The principal variation from here: the move, then the child's."""
    length = as_int(desk.length[ply + 1])
    desk.line[ply, 0] = action
    for i in range(length):
        desk.line[ply, i + 1] = desk.line[ply + 1, i]
    desk.length[ply] = min(length + 1, PLIES)


# --- the table: two words an entry, the hash and (action, bound, depth, score) --------------------------------------


@compiled
def store(
    desk: Any, table: Any, place: int, hashed: int, ply: int, depth: int, score: int, bound: int, action: int
) -> None:
    if score > CERTAIN:
        score += ply
    elif score < -CERTAIN:
        score -= ply
    table[place] = hashed
    table[place + 1] = action | bound << 31 | min(depth, as_int(255)) << 33 | (score + WIN + PLIES) << 41


@compiled
def score_from_table(data: int, ply: int) -> int:
    """A score as counted from the root again: a forced end is nearer from the position itself."""
    score = (data >> 41) - WIN - PLIES
    if score > CERTAIN:
        return score - ply
    if score < -CERTAIN:
        return score + ply
    return score


@compiled
def hash_boards(keys: Any, turn_key: int, side: int, boards: Any) -> int:
    """The Zobrist hash of four boards: men of White and Black, kings of White and Black."""
    hashed = turn_key if side else as_int(0)
    for seat in range(2):
        for kind in range(2):
            hashed ^= hash_pieces(keys, as_int(seat), as_int(kind), as_int(boards[kind, seat]))
    return hashed


__all__ = ["CERTAIN", "DESK", "WIN", "deepen", "hash_boards"]
