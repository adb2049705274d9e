"""The race behind `sparta`, compiled: actions are tried by playouts in the same worlds, and dropped as they fall
behind."""

import math
from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.belief import Workspace, take_notes
from ludoteca.agents.playouts import RETURNS, pass_chance
from ludoteca.core.halving import drop_worse_half
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, fork
from ludoteca.protocol.budget import DONE, LIMIT, STOP
from ludoteca.protocol.conventions import convention_action
from ludoteca.protocol.rules import MAX_SEATS, OVER, apply, mover, returns, rewards

GAIN, SQUARES, ALIVE, VALUE, VISITS, COLUMNS = range(6)  # of each action; gains are over the convention's action
PRUNING, SURE = 2.0, 3.0  # standard errors at which an action counts as beaten, and the convention's own
STEP = 5  # samples between two checks of what can be dropped

Control = Any  # int64 [CONTROL_WORDS]


class Race(NamedTuple):
    """What is compared, and how."""

    actions: Any
    """int32 [n]: the legal actions."""
    statistics: Any
    """float64 [n, COLUMNS]: GAIN, SQUARES ... of each."""
    own: int
    """The convention's action."""
    seat: int
    bot: int
    """The convention, which the partners follow in playouts."""
    playout_bot: int
    """Who continues in the own seat."""
    reward: int
    """What playouts are judged by: RETURNS, or the place of another reward."""
    worlds: int
    samples: int
    least: int
    """Samples before an action may be dropped, and without which none is preferred to the convention's."""
    threshold: float
    """What an action must gain over the convention's to be preferred."""


@compiled
def race(plan: Race, workspace: Workspace, control: Control, rng: Rng) -> None:
    """Try each action in world after world until one action is left.

    In heats, each twice as long as the one before: the better half of the actions goes on to the next. So most of the
    samples of the last ones are not the lucky ones that brought them there."""
    word = np.zeros(1, np.uint64)
    heat, done = plan.least, 0
    for sample in range(plan.samples if plan.worlds > 0 else 0):
        if control[STOP] or control[DONE] >= control[LIMIT]:
            break
        word[0] = fork(rng)
        if try_actions(sample % plan.worlds, plan, workspace, control, word) == 0:
            break
        done += 1
        if done >= plan.least and done % STEP == 0 and drop_beaten(plan) == 1:
            break
        if done == heat and plan.samples - sample > heat:
            drop_half(plan)
            heat, done = 2 * heat, 0


@compiled
def try_actions(world: int, plan: Race, workspace: Workspace, control: Control, word: Rng) -> int:
    """Try every action left, in the same world, with the same chance to come. Returns how many there were beside the
    convention's."""
    statistics = plan.statistics
    base = play_on(world, plan.own, plan, workspace, word.copy())
    control[DONE] += 1
    rivals = 0
    for i in range(len(plan.actions)):
        if statistics[i, ALIVE] == 0.0 or control[DONE] >= control[LIMIT]:
            continue
        score = base
        if plan.actions[i] != plan.own:
            score = play_on(world, as_int(plan.actions[i]), plan, workspace, word.copy())
            control[DONE] += 1
            rivals += 1
        statistics[i, GAIN] += score - base
        statistics[i, SQUARES] += (score - base) ** 2
        statistics[i, VALUE] += score
        statistics[i, VISITS] += 1.0
    return rivals


@compiled
def play_on(world: int, action: int, plan: Race, workspace: Workspace, rng: Rng) -> float:
    """What the seat has earned in the end if it makes this action in a world, its partners then follow the convention,
    and it continues itself with the playout bot."""
    workspace.scratch_state[0] = workspace.worlds[world]
    s = workspace.scratch_state[0]
    workspace.playout_notes[:] = workspace.notes[world]
    for _ in range(len(workspace.history)):  # no game is longer
        take_notes(s, plan.bot, workspace.playout_notes, action)
        apply(s, action)
        pass_chance(s, workspace.out, workspace.odds, rng)
        who = mover(s)
        if who == OVER:
            break
        bot = plan.playout_bot if who == plan.seat else plan.bot
        action = as_int(convention_action(s, who, bot, workspace.playout_notes[who]))
    earned = np.zeros(MAX_SEATS)
    if plan.reward == RETURNS:
        returns(s, earned)
    else:
        rewards(s, plan.reward, earned)
    return earned[plan.seat]


@compiled
def estimate_gain(plan: Race, i: int) -> tuple[float, float]:
    """The mean gain of an action over the convention's, and its standard error."""
    n = plan.statistics[i, VISITS]
    mean = plan.statistics[i, GAIN] / n
    return mean, math.sqrt(max(0.0, plan.statistics[i, SQUARES] / n - mean * mean) / (n - 1.0))


@compiled
def drop_beaten(plan: Race) -> int:
    """Drop actions that surely gain less than the threshold, or than the best one; the convention's own, too, if that
    one surely gains more. Returns how many are left."""
    bar, sure = plan.threshold, False
    for i in range(len(plan.actions)):
        if plan.statistics[i, ALIVE]:
            mean, error = estimate_gain(plan, i)
            bar = max(bar, mean - PRUNING * error)
            sure = sure or mean - SURE * error > plan.threshold
    left = 0
    for i in range(len(plan.actions)):
        if plan.statistics[i, ALIVE]:
            mean, error = estimate_gain(plan, i)
            beaten = sure if plan.actions[i] == plan.own else mean + PRUNING * error < bar
            plan.statistics[i, ALIVE] = 0.0 if beaten else 1.0
            left += not beaten
    return left


@compiled
def drop_half(plan: Race) -> None:
    """Drop the worse half of the rivals of the convention's action, of equals the first: hence the reversed order."""
    n = len(plan.actions)
    rivals = np.zeros(n)
    for i in range(n):
        rivals[i] = 0.0 if plan.actions[i] == plan.own else plan.statistics[i, ALIVE]
    drop_worse_half(plan.statistics[:n, GAIN][::-1], rivals[::-1])
    for i in range(n):
        if plan.actions[i] != plan.own:
            plan.statistics[i, ALIVE] = rivals[i]


@compiled
def pick(plan: Race, errors: float) -> int:
    """The action that gains most, if that is more than the threshold and no luck (so many standard errors); else the
    convention's."""
    best, action = plan.threshold, plan.own
    for i in range(len(plan.actions)):
        enough = plan.statistics[i, ALIVE] and plan.statistics[i, VISITS] >= plan.least
        if enough and plan.actions[i] != plan.own:
            mean, error = estimate_gain(plan, i)
            if mean > best and mean > errors * error:
                best, action = mean, as_int(plan.actions[i])
    return action
