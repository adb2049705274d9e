"""The compiled searches behind `expectiminimax`: expected values over enumerated chance.

`search_zero_sum`: two seats, zero sum: one number, for seat 0, with alpha-beta at the seats' nodes and star1 bounds
(Ballard 1983) at chance nodes. `search_max_n`: any number of seats, max^n: each seat maximises its own number.
Depth counts actions of seats; chance in between is free.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import States
from ludoteca.protocol.budget import CONTROL_WORDS, DONE, LIMIT, STOP
from ludoteca.protocol.rules import CHANCE, MAX_SEATS, OVER, apply, chances, evaluate, legal_actions, mover, returns

EPSILON = 1e-12  # star1's windows are this much wider than they need be: a value on their edge is still exact

PLAN = np.dtype(
    [
        ("control", np.int64, (CONTROL_WORDS,)),  # stop flag, nodes, limit
        ("low", np.float64),  # least and largest return
        ("high", np.float64),
        ("depth", np.int64),  # the last depth that was finished
        ("max_depth", np.int64),
        ("horizons", np.int64),  # estimates made in this iteration
        ("complete", np.int8),  # whether the last finished depth made none
        ("exact", np.int8),  # whether every action of the root gets a true value
        ("scratch", np.float64, (MAX_SEATS,)),
    ],
    align=True,
)
Plan = Any  # one record of PLAN


class Workspace(NamedTuple):
    """Memory that the search writes to, one row a ply."""

    states: States  # [plies]
    moves: Actions  # int32 [plies, actions or outcomes]
    odds: FloatArray  # float64 [plies, outcomes]
    values: FloatArray  # float64 [plies, seats]: for max^n
    found: Any  # float64 [root actions]: what each is worth to the mover in this iteration, nan if unknown
    kept: Any  # float64 [root actions]: the same of the last finished iteration
    plan: Plan  # one PLAN


@compiled
def deepen(workspace: Workspace, two_player_zero_sum: bool) -> None:
    """Search deeper and deeper until the limit, the stop flag, or certainty."""
    plan = workspace.plan
    for depth in range(1, plan.max_depth + 1):
        plan.horizons = 0
        workspace.found[:] = np.nan
        if two_player_zero_sum:
            search_zero_sum(workspace, as_int(0), as_int(depth), -np.inf, np.inf)
        else:
            search_max_n(workspace, as_int(0), as_int(depth))
        if plan.control[STOP] != 0:
            if plan.depth == 0:
                workspace.kept[:] = workspace.found
            return
        workspace.kept[:] = workspace.found
        plan.depth = depth
        plan.complete = plan.horizons == 0
        if plan.complete:
            return


@compiled
def count_node(plan: Plan) -> bool:
    """Count one; False when it is time to stop."""
    plan.control[DONE] += 1
    if plan.control[DONE] >= plan.control[LIMIT]:
        plan.control[STOP] = 1
    return plan.control[STOP] == 0


@compiled
def step_down(workspace: Workspace, ply: int, i: int) -> None:
    """`states[ply + 1]` becomes the position after the i-th move of this ply."""
    workspace.states[ply + 1] = workspace.states[ply]
    apply(workspace.states[ply + 1], as_int(workspace.moves[ply, i]))


# --- two seats, zero sum ---------------------------------------------------------------------------------------------


@compiled
def search_zero_sum(workspace: Workspace, ply: int, depth: int, alpha: float, beta: float) -> float:
    """The expected return of seat 0: exact inside the window, else a bound."""
    plan, s = workspace.plan, workspace.states[ply]
    running = count_node(plan)
    who = mover(s)
    if who == OVER:
        returns(s, plan.scratch)
        return plan.scratch[0]
    if not running and ply > 0:
        return 0.0
    if (depth == 0 and who != CHANCE) or ply + 1 == workspace.states.shape[0]:
        plan.horizons += 1
        return min(max(evaluate(s, 0), plan.low), plan.high)
    # 1. Chance: the mean over outcomes, given up when even the best (worst) of the rest leaves it outside the window
    if who == CHANCE:
        n = chances(s, workspace.moves[ply], workspace.odds[ply])
        known, rest = 0.0, 1.0
        for i in range(n):
            p = workspace.odds[ply, i]
            rest -= p
            floor = max(plan.low, (alpha - known - plan.high * rest) / p) - EPSILON
            ceiling = min(plan.high, (beta - known - plan.low * rest) / p) + EPSILON
            step_down(workspace, ply, i)
            value = search_zero_sum(workspace, ply + 1, depth, floor, ceiling)
            known += p * value
            if value <= floor:
                return known + plan.high * rest
            if value >= ceiling:
                return known + plan.low * rest
        return known
    # 2. A seat: seat 0 raises alpha, seat 1 lowers beta
    sign = 1.0 if who == 0 else -1.0
    n = legal_actions(s, workspace.moves[ply])
    best = -np.inf
    for i in range(n):
        floor, ceiling = alpha, beta
        if who == 0:
            floor = max(alpha, best)
        else:
            ceiling = min(beta, -best)
        if ply == 0 and plan.exact:
            floor, ceiling = -np.inf, np.inf
        step_down(workspace, ply, i)
        value = sign * search_zero_sum(workspace, ply + 1, depth - 1, floor, ceiling)
        if ply == 0 and plan.control[STOP] == 0 and (value > best or plan.exact):
            workspace.found[i] = value
        best = max(best, value)
        if (who == 0 and best >= beta) or (who == 1 and -best <= alpha):
            break
    return sign * best


# --- any number of seats ---------------------------------------------------------------------------------------------


@compiled
def search_max_n(workspace: Workspace, ply: int, depth: int) -> int:
    """Write the expected return of each seat into `values[ply]`. (Returns nothing of use: recursion needs a type.)"""
    plan, s = workspace.plan, workspace.states[ply]
    running = count_node(plan)
    who = mover(s)
    seats = workspace.values.shape[1]
    if who == OVER:
        returns(s, workspace.values[ply])
        return 0
    if not running and ply > 0:
        return 0
    if (depth == 0 and who != CHANCE) or ply + 1 == workspace.states.shape[0]:
        plan.horizons += 1
        for seat in range(seats):
            workspace.values[ply, seat] = evaluate(s, seat)
        return 0
    if who == CHANCE:
        n = chances(s, workspace.moves[ply], workspace.odds[ply])
        workspace.values[ply, :] = 0.0
        for i in range(n):
            step_down(workspace, ply, i)
            search_max_n(workspace, ply + 1, depth)
            for seat in range(seats):
                workspace.values[ply, seat] += workspace.odds[ply, i] * workspace.values[ply + 1, seat]
        return 0
    n = legal_actions(s, workspace.moves[ply])
    for i in range(n):
        step_down(workspace, ply, i)
        search_max_n(workspace, ply + 1, depth - 1)
        value = workspace.values[ply + 1, who]
        if ply == 0 and plan.control[STOP] == 0:
            workspace.found[i] = value
        if i == 0 or value > workspace.values[ply, who]:
            workspace.values[ply, :] = workspace.values[ply + 1, :]
    return 0
