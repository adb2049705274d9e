"""Playing a position to its end, compiled: the inside of every sampling search, and of the speed tests."""

from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.errors import UnknownName
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below
from ludoteca.protocol import GameInfo, State, States
from ludoteca.protocol.rules import CHANCE, OVER, apply, bot_action, draw_outcome, is_stochastic, legal_actions, mover

UNIFORM = -1  # the playout policy that picks any legal action; otherwise the place of a game's bot
NO_CAP = 2**31 - 1
RETURNS = -1  # the reward that is the game's own return; otherwise the place of another reward


def find_reward(info: GameInfo, name: str) -> int:
    """The number of a reward in compiled code."""
    if name == "returns":
        return RETURNS
    if name not in info.rewards:
        raise UnknownName(f"reward of {info.name}", name, ("returns", *info.rewards))
    return info.rewards.index(name)


@compiled
def pass_chance(s: State, out: Actions, odds: FloatArray, rng: Rng) -> int:
    """Let chance act until a seat has to, or the game is over; returns who."""
    who = as_int(mover(s))
    while is_stochastic(s) and who == CHANCE:
        apply(s, as_int(draw_outcome(s, out, odds, rng)))
        who = as_int(mover(s))
    return who


@compiled
def play_out(s: State, policy: int, cap: int, out: Actions, odds: FloatArray, rng: Rng) -> int:
    """Play `s` on to its end, or for `cap` actions of seats; return the number of actions, chance included."""
    plies = 0
    moves = 0
    while moves < cap:
        who = mover(s)
        if who == OVER:
            break
        if is_stochastic(s) and who == CHANCE:
            apply(s, as_int(draw_outcome(s, out, odds, rng)))
        else:
            apply(s, follow_policy(s, policy, out, rng))
            moves += 1
        plies += 1
    return plies


@compiled
def follow_policy(s: State, policy: int, out: Actions, rng: Rng) -> int:
    """The action of the mover in a playout: any, or what a bot advises."""
    if policy == UNIFORM:
        return as_int(out[below(rng, legal_actions(s, out))])
    return as_int(bot_action(s, policy, rng))


@compiled
def play_many(root: States, scratch: States, times: int, out: Actions, odds: FloatArray, rng: Rng) -> int:
    """Play `root[0]` to its end many times, at random; return the number of actions."""
    plies = 0
    for _ in range(times):
        scratch[0] = root[0]
        plies += play_out(scratch[0], UNIFORM, NO_CAP, out, odds, rng)
    return plies
