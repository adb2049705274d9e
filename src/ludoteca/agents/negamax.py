"""The compiled alpha-beta search behind `alphabeta`: two seats, zero sum, perfect information.

Scores are for the seat to move, on the scale of `scoring.py`. A position's mover may move twice running.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.scoring import MARGIN, STEP, is_proven, score_end, score_leaf
from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol.budget import CONTROL_WORDS, DONE, LIMIT, STOP
from ludoteca.protocol.rules import MAX_SEATS, OVER, apply, is_noisy, key, legal_actions, mover, priority

EXACT, LOWER, UPPER = 0, 1, 2  # what a table entry's value is
NONE = -1
LONGEST_LINE = 64  # of the principal variation; deeper ones are shown cut
HISTORY = 4096  # history scores are kept by seat and action, modulo this
FIRST, KILLER, SECOND_KILLER = 1 << 60, 1 << 40, 1 << 39  # ranks in the ordering; history stays below

ENTRY = np.dtype(
    [
        ("key", np.int64),
        ("value", np.float64),
        ("action", np.int32),
        ("age", np.int32),  # of the decision that wrote it; others do not count
        ("depth", np.int16),
        ("bound", np.int8),  # EXACT, LOWER or UPPER
        ("complete", np.int8),  # whether no horizon was met below
    ],
    align=True,
)
PLAN = np.dtype(
    [
        ("control", np.int64, (CONTROL_WORDS,)),  # stop flag, nodes, limit
        ("low", np.float64),  # least and largest return
        ("high", np.float64),
        ("window", np.float64),  # of aspiration, 0 for none
        ("max_depth", np.int64),
        ("depth", np.int64),  # the last depth that was finished
        ("horizons", np.int64),  # estimates made, or taken from the table, in this iteration
        ("table_mask", np.int64),  # -1 without a table
        ("quiescence", np.int64),
        ("age", np.int32),
        ("iterative", np.int8),
        ("priorities", np.int8),
        ("killers", np.int8),
        ("evaluation", np.int8),
        ("exact", np.int8),
        ("random_ties", np.int8),
        ("complete", np.int8),  # whether the last finished depth met no horizon
        ("scratch", np.float64, (MAX_SEATS,)),
        ("history", np.int64, (2, HISTORY)),
    ],
    align=True,
)


def frame_dtype(actions: int) -> np.dtype[Any]:
    """What the search keeps per ply, for a game with at most so many legal actions."""
    return np.dtype(
        [
            ("moves", np.int32, (actions,)),
            ("ranks", np.int64, (actions,)),  # the order to try them in, largest first
            ("values", np.float64, (actions,)),  # at the root: what each is worth, nan if unknown
            ("count", np.int32),
            ("length", np.int32),  # of the principal variation from here
            ("line", np.int32, (LONGEST_LINE,)),
            ("killers", np.int32, (2,)),
        ],
        align=True,
    )


class Workspace(NamedTuple):
    """Memory that the search writes to."""

    states: Any  # [plies]
    words: Any  # the same memory as 64-bit words
    frames: Any  # [plies] of frame_dtype
    table: Any  # [2**n] of ENTRY
    plan: Any  # one PLAN


# --- the root ------------------------------------------------------------------------------------------------------


@compiled
def deepen(workspace: Workspace) -> None:
    """Search deeper and deeper until the limit, the stop flag, or certainty. Leaves the root's frame sorted."""
    plan, root = workspace.plan, workspace.frames[0]
    root.count = legal_actions(workspace.states[0], root.moves)
    root.length = 0
    plan.depth = 0
    plan.complete = 0
    plan.history[:, :] = 0
    for ply in range(workspace.frames.shape[0]):
        workspace.frames[ply].killers[0] = NONE
        workspace.frames[ply].killers[1] = NONE
    rank_moves(workspace, 0, NONE)
    sort_root(root, root.ranks)
    root.values[:] = np.nan
    depth = as_int(1 if plan.iterative else plan.max_depth)
    while depth <= plan.max_depth:
        plan.horizons = 0
        search_window(workspace, depth)
        if plan.control[STOP] != 0:
            break
        plan.depth = depth
        plan.complete = plan.horizons == 0
        if plan.complete or is_proven(root.values[0], plan.low, plan.high):
            break
        depth += 1


@compiled
def search_window(workspace: Workspace, depth: int) -> None:
    """Search the root around its last value first, and with the full window if the value falls outside."""
    plan, root = workspace.plan, workspace.frames[0]
    if plan.window > 0.0 and plan.exact == 0 and depth > 2 and not np.isnan(root.values[0]):
        alpha, beta = root.values[0] - plan.window, root.values[0] + plan.window
        best = search_root(workspace, depth, alpha, beta)
        if plan.control[STOP] != 0 or alpha < best < beta:
            return
    search_root(workspace, depth, -np.inf, np.inf)


@compiled
def search_root(workspace: Workspace, depth: int, alpha: float, beta: float) -> float:
    """Value the root's moves and sort them, best first. Stopped midway, only a better move already found comes to the
    front; the others keep what the last finished depth said of them."""
    plan, root = workspace.plan, workspace.frames[0]
    floor, best = alpha, -np.inf
    slack = STEP * 0.5 * (plan.high - plan.low) if plan.random_ties else 0.0
    found = np.full(root.count, np.nan)
    for i in range(root.count):
        bound = -np.inf if plan.exact else floor - slack
        if step_down(workspace, 0, as_int(root.moves[i])):
            value = search(workspace, as_int(1), depth - 1, bound, beta)
        else:
            value = -search(workspace, as_int(1), depth - 1, -beta, -bound)
        if plan.control[STOP] != 0:
            break
        if value > bound:
            found[i] = value
        if value > best:
            best = value
            floor = max(floor, value)
            if value > alpha:
                keep_line(workspace, 0, as_int(root.moves[i]))
        if best >= beta:
            break
    if plan.control[STOP] != 0:
        for i in range(root.count):
            if found[i] == best and best > alpha:
                bring_to_front(root, i, best)
                break
    elif best > alpha:  # otherwise every value is only a bound: the old order stands
        sort_root(root, found)
        if best < beta and plan.exact == 0:
            for i in range(root.count):
                if root.values[i] < best - slack:
                    root.values[i] = np.nan  # a bound met on the way, not a value
    return best


@compiled
def bring_to_front(root: Any, place: int, value: float) -> None:
    move = root.moves[place]
    for i in range(place, 0, -1):
        root.moves[i] = root.moves[i - 1]
        root.values[i] = root.values[i - 1]
    root.moves[0] = move
    root.values[0] = value


@compiled
def sort_root(root: Any, merits: Any) -> None:
    """Sort the root's moves by merit, largest first and unknown last, keeping the order of equals.
    Their merits become the moves' values."""
    for i in range(root.count):
        root.values[i] = merits[i]
    for i in range(1, root.count):
        value, move = root.values[i], root.moves[i]
        j = i
        while j > 0 and (root.values[j - 1] < value or (np.isnan(root.values[j - 1]) and not np.isnan(value))):
            root.values[j] = root.values[j - 1]
            root.moves[j] = root.moves[j - 1]
            j -= 1
        root.values[j] = value
        root.moves[j] = move


# --- inside --------------------------------------------------------------------------------------------------------


@compiled
def search(workspace: Workspace, ply: int, depth: int, alpha: float, beta: float) -> float:
    """The score of `states[ply]` for its mover, exact inside the window, else a bound."""
    plan, frame, s = workspace.plan, workspace.frames[ply], workspace.states[ply]
    # 1. Count, and stop when asked
    plan.control[DONE] += 1
    if plan.control[DONE] >= plan.control[LIMIT]:
        plan.control[STOP] = 1
    frame.length = 0
    who = as_int(mover(s))
    # 2. The end of the game, or the horizon
    if who == OVER:
        return score_end(s, 1 - mover(workspace.states[ply - 1]), ply, plan.low, plan.high, plan.scratch)
    if plan.control[STOP] != 0:
        return 0.0
    if depth <= 0 and (plan.quiescence + depth <= 0 or ply + 1 >= workspace.states.shape[0]):
        return estimate(plan, s, who)
    # 3. Quiescence: stand pat, unless every action is noisy
    best = -np.inf
    if depth <= 0:
        frame.count = legal_actions(s, frame.moves)
        if keep_noisy(s, frame):
            best = estimate(plan, s, who)
            if best >= beta:
                return best
    # 4. The table
    before = plan.horizons
    hint = as_int(NONE)
    position = as_int(0)
    if plan.table_mask >= 0 and depth > 0:
        position = as_int(key(s, workspace.words[ply]))
        entry = workspace.table[(position ^ (position >> 17) ^ (position >> 31)) & plan.table_mask]
        if entry.key == position and entry.age == plan.age:
            hint = as_int(entry.action)
            value = from_table(entry.value, ply, plan.low, plan.high)
            if entry.depth >= depth and (
                entry.bound == EXACT
                or (entry.bound == LOWER and value >= beta)
                or (entry.bound == UPPER and value <= alpha)
            ):
                plan.horizons += entry.complete == 0
                return value
    # 5. The moves, likely refutations first
    if depth > 0:
        frame.count = legal_actions(s, frame.moves)
    rank_moves(workspace, ply, hint)
    floor = max(alpha, best)
    best_move = as_int(NONE)
    for i in range(frame.count):
        move = take_next(frame, i)
        if step_down(workspace, ply, move):
            value = search(workspace, ply + 1, depth - 1, floor, beta)
        else:
            value = -search(workspace, ply + 1, depth - 1, -beta, -floor)
        if value > best:
            best, best_move = value, move
            if value > floor:
                floor = value
                if depth > 0:
                    keep_line(workspace, ply, move)
            if value >= beta:
                if depth > 0 and plan.killers:
                    remember(workspace, ply, who, move, depth)
                break
    # 6. Into the table
    if plan.table_mask >= 0 and depth > 0 and plan.control[STOP] == 0:
        bound = LOWER if best >= beta else (EXACT if best > alpha else UPPER)
        store(workspace, ply, position, depth, best, bound, best_move, plan.horizons == before)
    return best


@compiled
def step_down(workspace: Workspace, ply: int, move: int) -> bool:
    """`states[ply + 1]` becomes the position after a move; tells whether the same seat moves again."""
    workspace.states[ply + 1] = workspace.states[ply]
    apply(workspace.states[ply + 1], move)
    return mover(workspace.states[ply + 1]) == mover(workspace.states[ply])


@compiled
def estimate(plan: Any, s: Any, who: int) -> float:
    plan.horizons += 1
    return score_leaf(s, who, plan.low, plan.high) if plan.evaluation else 0.0


@compiled
def keep_noisy(s: Any, frame: Any) -> bool:
    """Keep only the noisy moves; False (and all are kept) if there are no others, so one must be made."""
    n = 0
    for i in range(frame.count):
        if is_noisy(s, as_int(frame.moves[i])):
            frame.moves[n] = frame.moves[i]
            n += 1
    if n == frame.count:
        return False
    frame.count = n
    return True


# --- ordering ------------------------------------------------------------------------------------------------------


@compiled
def rank_moves(workspace: Workspace, ply: int, hint: int) -> None:
    plan, frame, s = workspace.plan, workspace.frames[ply], workspace.states[ply]
    who = mover(s)
    for i in range(frame.count):
        move = as_int(frame.moves[i])
        rank = as_int(0)
        if plan.priorities:
            rank += (as_int(priority(s, move)) + 512) << 41
        if plan.killers:
            if move == frame.killers[0]:
                rank += KILLER
            elif move == frame.killers[1]:
                rank += SECOND_KILLER
            rank += plan.history[who, move % HISTORY]
        if move == hint:
            rank = FIRST
        frame.ranks[i] = rank


@compiled
def take_next(frame: Any, i: int) -> int:
    """Bring the move with the largest rank among those from place i on to place i (the first of equals)."""
    top = i
    for j in range(i + 1, frame.count):
        if frame.ranks[j] > frame.ranks[top]:
            top = j
    move, rank = frame.moves[top], frame.ranks[top]
    for j in range(top, i, -1):
        frame.moves[j] = frame.moves[j - 1]
        frame.ranks[j] = frame.ranks[j - 1]
    frame.moves[i] = move
    frame.ranks[i] = rank
    return as_int(move)


@compiled
def remember(workspace: Workspace, ply: int, who: int, move: int, depth: int) -> None:
    """A move that refuted: a killer at this ply, and a little more history."""
    frame = workspace.frames[ply]
    if frame.killers[0] != move:
        frame.killers[1] = frame.killers[0]
        frame.killers[0] = move
    workspace.plan.history[who, move % HISTORY] = min(
        workspace.plan.history[who, move % HISTORY] + depth * depth, SECOND_KILLER - 1
    )


@compiled
def keep_line(workspace: Workspace, ply: int, move: int) -> None:
    """The principal variation from here: the move, then the child's."""
    frame, below = workspace.frames[ply], workspace.frames[ply + 1]
    length = min(below.length, frame.line.shape[0] - 1)
    frame.line[0] = move
    for i in range(length):
        frame.line[i + 1] = below.line[i]
    frame.length = length + 1


# --- the table -----------------------------------------------------------------------------------------------------


@compiled
def store(
    workspace: Workspace, ply: int, position: int, depth: int, value: float, bound: int, move: int, complete: bool
) -> None:
    """Write a position into its place, unless a deeper one of this decision is there."""
    plan = workspace.plan
    entry = workspace.table[(position ^ (position >> 17) ^ (position >> 31)) & plan.table_mask]
    if entry.age == plan.age and entry.key != position and entry.depth > depth:
        return
    entry.key = position
    entry.value = to_table(value, ply, plan.low, plan.high)
    entry.action = move
    entry.age = plan.age
    entry.depth = depth
    entry.bound = bound
    entry.complete = complete


@compiled
def to_table(value: float, ply: int, low: float, high: float) -> float:
    """A score as counted from the position itself, not from the root."""
    return shift(value, ply, low, high)


@compiled
def from_table(value: float, ply: int, low: float, high: float) -> float:
    return shift(value, -ply, low, high)


@compiled
def shift(value: float, plies: int, low: float, high: float) -> float:
    """Move a proven score nearer to its end by so many plies; leave estimates alone."""
    margin = MARGIN * (high - low)
    if value > high - margin:
        return value + plies * STEP * (high - low)
    if value < low + margin:
        return value - plies * STEP * (high - low)
    return value
