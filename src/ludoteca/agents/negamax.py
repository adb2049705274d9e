"""The compiled alpha-beta search behind `alphabeta`: two seats, zero sum, perfect information. `move_ordering.py` says
which moves come first, `transpositions.py` what is remembered of positions.

Scores are for the seat to move, on the scale of `scoring.py`. A position's mover may move twice running.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.move_ordering import HISTORY, rank_moves, remember, take_next
from ludoteca.agents.scoring import STEP, is_proven, score_end, score_leaf
from ludoteca.agents.transpositions import EXACT, LOWER, UPPER, Finding, decides, find_place, read_value, store
from ludoteca.core.arrays import Array, FloatArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import State, States
from ludoteca.protocol.budget import CONTROL_WORDS, DONE, LIMIT, STOP
from ludoteca.protocol.rules import MAX_SEATS, OVER, apply, is_noisy, key, legal_actions, mover

NONE = -1
LONGEST_LINE = 64  # of the principal variation; deeper ones are shown cut

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
        ("ends_first", np.int8),  # whether every node looks first for a move that ends the game well enough
        ("complete", np.int8),  # whether the last finished depth met no horizon
        ("scratch", np.float64, (MAX_SEATS,)),
        ("history", np.int64, (2, HISTORY)),
    ],
    align=True,
)
Plan = Any  # one record of PLAN
Frame = Any  # one record of `frame_dtype`


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

    states: States  # [plies]
    words: Any  # the same memory as 64-bit words
    frames: Any  # [plies] of frame_dtype
    table: Array  # [2**n] of ENTRY
    plan: Plan  # one PLAN


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
    rank_moves(workspace.states[0], root, plan, NONE)
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
def bring_to_front(root: Frame, place: int, value: float) -> None:
    move = root.moves[place]
    for i in range(place, 0, -1):
        root.moves[i] = root.moves[i - 1]
        root.values[i] = root.values[i - 1]
    root.moves[0] = move
    root.values[0] = value


@compiled
def sort_root(root: Frame, scores: FloatArray) -> None:
    """Sort the root's moves by score, largest first and unknown last, keeping the order of equals.
    The scores become the moves' values."""
    for i in range(root.count):
        root.values[i] = scores[i]
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
        entry = workspace.table[find_place(position, plan.table_mask)]
        if entry.key == position and entry.age == plan.age:
            hint = as_int(entry.action)
            value = read_value(entry, plan, ply)
            if decides(entry, value, depth, alpha, beta):
                plan.horizons += entry.complete == 0
                return value
    # 5. The moves, likely refutations first
    if depth > 0:
        frame.count = legal_actions(s, frame.moves)
    if plan.ends_first and depth > 0:
        value = find_end(workspace, ply, who)
        if value >= beta:
            return value
    rank_moves(s, frame, plan, hint)
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
                    remember(frame, plan, who, move, depth)
                break
    # 6. Into the table
    if plan.table_mask >= 0 and depth > 0 and plan.control[STOP] == 0:
        bound = LOWER if best >= beta else (EXACT if best > alpha else UPPER)
        finding = Finding(position, depth, best, bound, best_move, plan.horizons == before)
        store(workspace.table, plan, ply, finding)
    return best


@compiled
def find_end(workspace: Workspace, ply: int, who: int) -> float:
    """The best score of the moves of a frame that end the game at once; minus infinity if there are none."""
    plan, frame, best = workspace.plan, workspace.frames[ply], -np.inf
    for i in range(frame.count):
        step_down(workspace, ply, as_int(frame.moves[i]))
        if mover(workspace.states[ply + 1]) == OVER:
            value = score_end(workspace.states[ply + 1], who, ply + 1, plan.low, plan.high, plan.scratch)
            best = max(best, value)
    return best


@compiled
def step_down(workspace: Workspace, ply: int, move: int) -> bool:
    """`states[ply + 1]` becomes the position after a move; tells whether the same seat moves again."""
    workspace.states[ply + 1] = workspace.states[ply]
    apply(workspace.states[ply + 1], move)
    return mover(workspace.states[ply + 1]) == mover(workspace.states[ply])


@compiled
def estimate(plan: Plan, s: State, who: int) -> float:
    plan.horizons += 1
    return score_leaf(s, who, plan.low, plan.high) if plan.evaluation else 0.0


@compiled
def keep_noisy(s: State, frame: Frame) -> bool:
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


@compiled
def keep_line(workspace: Workspace, ply: int, move: int) -> None:
    """The principal variation from here: the move, then the child's."""
    frame, below = workspace.frames[ply], workspace.frames[ply + 1]
    length = min(below.length, frame.line.shape[0] - 1)
    frame.line[0] = move
    for i in range(length):
        frame.line[i + 1] = below.line[i]
    frame.length = length + 1
