"""Proofs for finished games of self-play: alpha-beta says what their last positions are worth.

The result of a game says little of its early positions where one mistake has followed another. So a game is gone
through from its end: each position is searched to the end of the game, until one is too hard. What is proven is what
the value learns there, the first proven position gives the result of all before it, and the policy learns no action
that gives away what was proven. The search has proven other actions, too: some of the positions that they lead to
become rows of their own, from which only the value learns. Only rules are used. For two seats with zero sum and
perfect information.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.alphabeta import AlphaBeta, AlphaBetaSettings
from ludoteca.agents.negamax import Workspace, search, step_down
from ludoteca.agents.scoring import MARGIN
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below
from ludoteca.protocol import Game, new_actions, new_states
from ludoteca.protocol.budget import LIMIT, STOP
from ludoteca.protocol.rules import OVER, apply, legal_actions, mover
from ludoteca.training.selfplay_games import Played, make_room
from ludoteca.training.selfplay_tables import NO_GAME, Records

DEEPEST = 1000  # plies; a search that meets this horizon proves nothing
TABLE = 20  # the table holds 2 to the power of this many positions
UNKNOWN = 1e30  # the value of an action that the search did not come to


class Prover(NamedTuple):
    """Memory for proofs."""

    workspace: Workspace
    values: Any  # float64 [action]: of the actions of `workspace.states[0]`
    exact: Any  # bool [action]: whether the value is that, and not only a bound
    look: Any  # [2] states: scratch space
    out: Any
    rng: Any


def new_prover(game: Game, seed: int) -> Prover:
    """Memory for proofs. Refuses a game that alpha-beta cannot play."""
    settings = AlphaBetaSettings(depth=min(game.info.longest, DEEPEST), table=TABLE, evaluation=False, quiescence=0)
    workspace = AlphaBeta(game, settings).workspace
    workspace.plan.age, workspace.plan.ends_first = 1, 1
    actions = game.info.max_actions
    return Prover(
        workspace, np.zeros(actions), np.zeros(actions, np.bool_), new_states(game.state_dtype, 2),
        new_actions(game), np.array([seed], np.uint64),
    )  # fmt: skip


def prove_games(prover: Prover, played: Played, nodes: int, replies: int) -> int:
    """Put proofs into the records and results of these games, with so many nodes a position at the most, and rows for
    so many other actions of each. Returns how many positions are proven."""
    before = int(played.records.used[0])
    played.records = make_room(played.records, before * replies)
    open_games = np.ones(len(played.returns), np.bool_)
    return int(_prove_records(prover, played.records, played.returns, open_games, (nodes, replies)))


@compiled
def _prove_records(prover: Prover, records: Records, results: Any, open_games: Any, limits: tuple[int, int]) -> int:
    """The rows of a game are in the order of its moves, so all rows are gone through from the last one back."""
    nodes, replies = limits
    proven = 0
    for row in range(records.used[0] - 1, -1, -1):
        game = as_int(records.game[row])
        if not open_games[game]:
            continue
        prover.workspace.states[0] = records.states[row]
        best = value_actions(prover, records.policy[row], nodes)
        if best == UNKNOWN:
            open_games[game] = False
            continue
        proven += 1
        keep_best(prover, records.policy[row], best)
        who = as_int(mover(records.states[row]))
        write_proof(prover, records, row, who, best)
        results[game, who] = best
        results[game, 1 - who] = prover.workspace.plan.low + prover.workspace.plan.high - best
        add_replies(prover, records, row, replies)
    return proven


@compiled
def write_proof(prover: Prover, records: Records, row: int, who: int, value: float) -> None:
    low, high = prover.workspace.plan.low, prover.workspace.plan.high
    records.proven[row] = True
    records.values[row, who] = (value - low) / (high - low)
    records.values[row, 1 - who] = (high - value) / (high - low)


@compiled
def add_replies(prover: Prover, records: Records, row: int, replies: int) -> None:
    """Rows for the positions after some actions whose value is exact, drawn at random, with no policy. Where a reply
    ends the game there and then a search needs no network, so there is nothing to learn."""
    moves = prover.workspace.frames[0].moves
    n = as_int(legal_actions(prover.workspace.states[0], moves))
    start, found = below(prover.rng, n), 0
    for k in range(n):
        i = (start + k) % n
        if found == replies or not prover.exact[i]:
            continue
        prover.look[0] = prover.workspace.states[0]
        apply(prover.look[0], as_int(moves[i]))
        if mover(prover.look[0]) == OVER or _ends_at_once(prover):
            continue
        new = as_int(records.used[0])
        records.used[0] += 1
        found += 1
        records.states[new] = prover.look[0]
        records.policy[new, :] = 0.0
        records.game[new] = NO_GAME
        write_proof(prover, records, new, as_int(mover(records.states[row])), prover.values[i])


@compiled
def _ends_at_once(prover: Prover) -> bool:
    """Whether an action ends the game at `look[0]`."""
    for i in range(legal_actions(prover.look[0], prover.out)):
        prover.look[1] = prover.look[0]
        apply(prover.look[1], as_int(prover.out[i]))
        if mover(prover.look[1]) == OVER:
            return True
    return False


@compiled
def value_actions(prover: Prover, policy: Any, nodes: int) -> float:
    """What each action of `states[0]` is worth to its mover, the likely ones first: exact for the best, for others
    perhaps a bound. Returns the largest, or UNKNOWN where the nodes did not suffice."""
    workspace, plan, values = prover.workspace, prover.workspace.plan, prover.values
    margin = MARGIN * (plan.high - plan.low)
    plan.control[:] = 0
    plan.control[LIMIT] = nodes
    plan.horizons = 0
    n = as_int(legal_actions(workspace.states[0], prover.out))
    values[:n] = UNKNOWN
    prover.exact[:n] = False
    best = plan.low
    for _ in range(n):
        i = _likeliest(policy, values, n)
        alpha = max(plan.low + margin, min(best, plan.high - margin) - 0.5 * margin)
        value = _ask(workspace, as_int(prover.out[i]), alpha, plan.high - margin)
        if plan.control[STOP] != 0 or plan.horizons > 0:
            break
        values[i] = _round_off(value, plan.low, plan.high)
        prover.exact[i] = value > alpha or values[i] == plan.low
        best = max(best, values[i])
    if best < plan.high and (plan.control[STOP] != 0 or plan.horizons > 0):
        return UNKNOWN
    return float(best)


@compiled
def _likeliest(policy: Any, values: Any, n: int) -> int:
    """Of the actions without a value."""
    best = -1
    for i in range(n):
        if values[i] == UNKNOWN and (best < 0 or policy[i] > policy[best]):
            best = i
    return as_int(best)


@compiled
def _ask(workspace: Workspace, move: int, alpha: float, beta: float) -> float:
    depth = as_int(workspace.plan.max_depth)
    if step_down(workspace, 0, move):
        return search(workspace, as_int(1), depth, alpha, beta)
    return -search(workspace, as_int(1), depth, -beta, -alpha)


@compiled
def _round_off(value: float, low: float, high: float) -> float:
    """A score without what it says of how quick the end is."""
    margin = MARGIN * (high - low)
    if value >= high - margin:
        return high
    return low if value <= low + margin else value


@compiled
def keep_best(prover: Prover, policy: Any, best: float) -> None:
    """Take the probability from actions that are surely worth less."""
    values, slack = prover.values, 0.25 * MARGIN * (prover.workspace.plan.high - prover.workspace.plan.low)
    n = as_int(legal_actions(prover.workspace.states[0], prover.out))
    total, fitting = 0.0, 0
    for i in range(n):
        if values[i] < best - slack:
            policy[i] = 0.0
        else:
            total += policy[i]
            fitting += 1
    for i in range(n):
        if values[i] >= best - slack:
            policy[i] = policy[i] / total if total > 0.0 else 1.0 / fitting
