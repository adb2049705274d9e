"""The engine's compiled search: principal variation search on bare bit boards.

Iterative deepening with aspiration windows; a transposition table; captures first, then killers and history; late
quiet moves are looked at less deeply; captures are followed beyond the depth. Scores are points for the side to move
(see `evaluation.py`); a forced win `ply` moves ahead is WIN - ply.
"""

from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.prefetch import prefetch
from ludoteca.games.checkers.actions import is_capture
from ludoteca.games.checkers.board import UNISA
from ludoteca.games.checkers.draws import REMEMBERED
from ludoteca.games.checkers.engine.ends import count_left, count_unchanged, is_repeated, score_ending
from ludoteca.games.checkers.engine.evaluation import evaluate
from ludoteca.games.checkers.engine.network import PLIES, evaluate_network, expect_children
from ludoteca.games.checkers.engine.ordering import keep_line, rank_moves, remember, take_next
from ludoteca.games.checkers.engine.transpositions import (
    EXACT,
    LOWER,
    UPPER,
    Entry,
    bucket_of,
    decides,
    look_up,
    read_entry,
    store,
    table_key,
)
from ludoteca.games.checkers.engine.workspace import (
    CERTAIN,
    NONE,
    WIN,
    Memory,
    Node,
    Workspace,
    make_move,
    root_node,
)
from ludoteca.games.checkers.moves import has_capture, has_move, write_captures, write_moves
from ludoteca.protocol.budget import DONE, LIMIT, STOP

ASPIRATION = 30  # points: half the first window around the last score
REDUCED_DEPTH = 2  # from this depth on, late quiet moves are looked at less deeply:
REDUCED_FROM, REDUCED_OPEN_FROM = 1, 3  # a ply from this place on; the second where the window is open
TWICE_FROM = 3  # two plies from this place on, and one more for each DEEPER plies of depth; never in an open window
DEEPER = 7
BELOW_MARGIN = 50  # points: a position that is so far below the window has its late moves reduced a ply more
UNKNOWN_DEPTH = 4  # from this depth on, a position that the table does not know is looked at a ply less deeply
LEAST = 2_000  # nodes, if the clock stops the search before its first depth is finished
CALM_DEPTH, CALM_MARGIN = 5, 40  # up to this depth, so many points a ply above the window are taken as enough

# --- the root ------------------------------------------------------------------------------------------------------


@compiled
def deepen(work: Workspace) -> None:
    """Search deeper and deeper until the limit, the stop flag, or a forced end."""
    memory, root = work.memory, root_node(work.memory)
    memory.depth = 0
    memory.history[:, :] = 0
    memory.killers[:, :] = NONE
    memory.root_count = write_moves(
        as_int(memory.rules), root.side, root.men, root.kings, root.foe_men, root.foe_kings, memory.root_moves
    )
    memory.line[0, 0] = memory.root_moves[0]
    memory.length[0] = 1
    memory.score = 0
    if memory.root_count == 1:
        memory.max_depth = min(memory.max_depth, 1)
    go_deeper(work, root)
    limit = memory.control[LIMIT]
    if memory.depth == 0 and memory.control[DONE] < limit:  # stopped by the clock: a busy machine gave no time at all
        memory.control[LIMIT] = min(limit, memory.control[DONE] + LEAST)
        memory.control[STOP] = 0
        go_deeper(work, root)
        memory.control[LIMIT], memory.control[STOP] = limit, 1


@compiled
def go_deeper(work: Workspace, root: Node) -> None:
    """Iterative deepening."""
    memory = work.memory
    depth = as_int(memory.first_depth)
    while depth <= memory.max_depth:
        if not search_window(work, root, depth):
            break
        memory.depth = depth
        if abs(memory.score) > CERTAIN and WIN - abs(memory.score) <= depth:
            break
        depth += 1


@compiled
def search_window(work: Workspace, root: Node, depth: int) -> bool:
    """One iteration, around the last score first. False if it was stopped."""
    memory = work.memory
    width = as_int(ASPIRATION)
    low, high = -as_int(WIN), as_int(WIN)
    if depth > 3:
        low, high = max(low, memory.score - width), min(high, memory.score + width)
    while True:
        score = search_root(work, root, depth, low, high)
        if memory.control[STOP] != 0:
            return False
        if low < score < high or (score <= low and low <= -WIN) or (score >= high and high >= WIN):
            memory.score = score
            return True
        width *= 4
        if score <= low:
            low = max(-as_int(WIN), score - width)
        else:
            high = min(as_int(WIN), score + width)


@compiled
def search_root(work: Workspace, root: Node, depth: int, alpha: int, beta: int) -> int:
    """Value the root's moves, best first; a better one moves to the front at once, so that it counts when stopped."""
    memory = work.memory
    best = -as_int(WIN) - 1
    expect_children(work.network, as_int(0), root.men, root.kings, root.foe_men, root.foe_kings)
    for i in range(memory.root_count):
        action = as_int(memory.root_moves[i])
        child = make_move(memory, root, action)
        count_unchanged(memory, as_int(0), action, root, child)
        top = beta if i == 0 else alpha + 1  # the first with the whole window; the others only to be refuted
        score = -search(work, child, as_int(1), depth - 1, -top, -alpha)
        if i > 0 and alpha < score < beta and memory.control[STOP] == 0:
            score = -search(work, child, as_int(1), depth - 1, -beta, -alpha)
        if memory.control[STOP] != 0:
            return best
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                keep_line(memory, as_int(0), action)
                bring_to_front(memory, i)
                memory.score = score
            if score >= beta:
                break
    return best


@compiled
def bring_to_front(memory: Memory, place: int) -> None:
    action = memory.root_moves[place]
    for i in range(place, 0, -1):
        memory.root_moves[i] = memory.root_moves[i - 1]
    memory.root_moves[0] = action


# --- inside --------------------------------------------------------------------------------------------------------


@compiled
def search(work: Workspace, node: Node, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The score of a position for its mover, exact inside the window, else a bound."""
    memory = work.memory
    rules = as_int(memory.rules)
    side, men, kings, foe_men, foe_kings = node.side, node.men, node.kings, node.foe_men, node.foe_kings
    # 1. Count, and stop when asked
    if memory.control[STOP] != 0:
        return as_int(0)
    memory.control[DONE] += 1
    if memory.control[DONE] >= memory.control[LIMIT]:
        memory.control[STOP] = 1
        return as_int(0)
    memory.length[ply] = 0
    # 2. Ends: no move, a draw, the deepest line
    if is_repeated(memory, node, ply):
        return as_int(0)
    captures = has_capture(rules, side, men, kings, foe_men, foe_kings)
    if not captures and not has_move(rules, side, men, kings, foe_men, foe_kings):
        return ply - WIN
    plies_left = count_left(memory, node, ply)
    if node.quiet >= memory.quiet_limit or plies_left <= 0:
        return as_int(0)
    # 3. The endgames that are known
    if count_bits(men | kings | foe_men | foe_kings) <= memory.endgame_pieces:
        return score_ending(work, node, ply)
    # 4. The horizon: stand pat where nothing must be taken
    best = -as_int(WIN)
    floor = alpha
    quiescent = depth <= 0 and (not captures or rules == UNISA)
    if quiescent or ply >= PLIES:
        best = estimate(work, node, ply)
        if best >= beta or not captures or ply >= PLIES:
            return best
        floor = max(floor, best)
    # 5. The transposition table
    hint, key, place = as_int(NONE), as_int(0), as_int(0)
    if depth > 0:
        key = table_key(memory, node, plies_left)
        place = bucket_of(memory, key)
        data = look_up(work.table, place, key)
        if data != 0:
            known = read_entry(data, ply)
            hint = known.action
            if decides(known, depth, alpha, beta):
                return known.score
    # 6. Far above the window already: a few plies will not change that. Far below: late moves are reduced a ply more
    below = False
    if memory.reductions and depth > 0 and not captures and beta - alpha == 1 and abs(beta) < CERTAIN:
        points = estimate(work, node, ply)
        if depth <= CALM_DEPTH and points - CALM_MARGIN * depth >= beta:
            return points
        below = points + BELOW_MARGIN <= alpha
    if memory.reductions and hint == NONE and depth >= UNKNOWN_DEPTH and not captures:
        depth -= 1
    # 7. The moves
    if quiescent:
        n = write_captures(rules, side, men, kings, foe_men, foe_kings, memory.moves[ply])
    else:
        n = write_moves(rules, side, men, kings, foe_men, foe_kings, memory.moves[ply])
    rank_moves(memory, side, ply, n, hint)
    memory.past[REMEMBERED + ply] = node.hash
    if memory.networked:
        expect_children(work.network, ply, men, kings, foe_men, foe_kings)
    best_move = as_int(NONE)
    deeper = depth if n == 1 and depth > 0 and not quiescent else depth - 1
    for i in range(n):
        action = take_next(memory, ply, i, n)
        less = as_int(0)
        if memory.reductions and not captures and not is_capture(action):
            less = reduce(i, depth, beta - alpha > 1, below)
        child = make_move(memory, node, action)
        if deeper > 0:
            prefetch(work.table, bucket_of(memory, child.hash))
        count_unchanged(memory, ply, action, node, child)
        if i == 0 or depth <= 0:
            score = -search(work, child, ply + 1, deeper, -beta, -floor)
        else:
            score = -search(work, child, ply + 1, deeper - less, -floor - 1, -floor)
            if less > 0 and score > floor:
                score = -search(work, child, ply + 1, deeper, -floor - 1, -floor)
            if floor < score < beta:
                score = -search(work, child, ply + 1, deeper, -beta, -floor)
        if memory.control[STOP] != 0:
            return as_int(0)
        if score > best:
            best, best_move = score, action
            if score > floor:
                floor = score
                keep_line(memory, ply, action)
                if score >= beta:
                    if depth > 0 and not is_capture(action):
                        remember(memory, side, ply, action, depth)
                    break
    # 8. Into the transposition table
    if depth > 0:
        bound = as_int(LOWER if best >= beta else (EXACT if best > alpha else UPPER))
        store(work.table, place, key, Entry(best_move, bound, depth, best), ply, as_int(memory.age))
    return best


@compiled
def estimate(work: Workspace, node: Node, ply: int) -> int:
    """Points for the mover, without looking further."""
    side, men, kings, foe_men, foe_kings = node.side, node.men, node.kings, node.foe_men, node.foe_kings
    if work.memory.networked:
        return evaluate_network(work.network, ply, side, men, kings, foe_men, foe_kings)
    return evaluate(work.memory.weights, as_int(work.memory.rules), side, men, kings, foe_men, foe_kings)


@compiled
def reduce(place: int, depth: int, is_open: bool, below: bool) -> int:
    """How many plies less deeply a late quiet move is looked at; `is_open`: between two bounds, not against one;
    `below`: the position is far below the window."""
    if depth < REDUCED_DEPTH or place < (REDUCED_OPEN_FROM if is_open else REDUCED_FROM):
        return as_int(0)
    if is_open:
        return as_int(1)
    return min(depth - 1, as_int(1 if place < TWICE_FROM else 2) + depth // DEEPER + as_int(below))
