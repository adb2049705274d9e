"""One game in compiled code, a call a move: what PettingZoo's environments step.

    turn = make_turn(encoder)
    who = turn(games, action, x, mask, moves, earned)     plays, lets chance act, and writes what the next mover sees

`action` is one of the game's own, NO_ACTION to play none. `moves` gets the action behind each class of the encoder.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import CHANCE, Encoder
from ludoteca.protocol.rules import (
    apply,
    draw_outcome,
    is_hidden,
    is_simultaneous,
    is_stochastic,
    legal_actions,
    mover,
    observe,
    pending,
    retract,
    returns,
)
from ludoteca.training.ppo_games import Games

NO_ACTION = -1


@compiled
def settle(games: Games, i: int) -> int:
    """Let chance act in game i until a seat has to; return who."""
    s = games.states[i]
    who = mover(s)
    while is_stochastic(s) and who == CHANCE:
        apply(s, as_int(draw_outcome(s, games.out, games.odds, games.rngs[i, :1])))
        who = mover(s)
    return as_int(who)


@cache
def make_writer(encoder: Encoder) -> Callable[..., None]:
    """`write(games, view, x, mask, moves)`: what the mover of a state sees, and which classes are legal actions of
    which number. The state given becomes the mover's view."""
    fill, output_of = encoder.fill, encoder.output_of

    @compiled
    def write(games: Any, view: Any, x: Any, mask: Any, moves: Any) -> None:
        if is_hidden(view) or is_simultaneous(view):
            observe(view, as_int(mover(view)))
        fill(view, x)
        mask[:] = 0
        for k in range(legal_actions(view, games.out)):
            output = output_of(view, as_int(games.out[k]))
            mask[output] = 1
            moves[output] = games.out[k]

    return write


@cache
def make_turn(encoder: Encoder) -> Callable[..., int]:
    write = make_writer(encoder)

    @compiled
    def turn(games: Any, action: int, x: Any, mask: Any, moves: Any, earned: Any) -> int:
        s = games.states[0]
        if action >= 0:
            apply(s, action)
        who = settle(games, 0)
        returns(s, earned)
        if who >= 0:
            games.views[0] = s
            write(games, games.views[0], x, mask, moves)
        return who

    return turn


# --- simultaneous picks ------------------------------------------------------------------------------------------


@compiled
def find_pickers(games: Games, acting: Any) -> None:
    """Which seats pick in the round that begins now: those that are asked until the picks are revealed."""
    acting[:] = False
    games.views[0] = games.states[0]
    s = games.views[0]
    who = as_int(mover(s))
    while who >= 0 and not acting[who]:
        acting[who] = True
        legal_actions(s, games.out)
        apply(s, as_int(games.out[0]))
        who = as_int(mover(s)) if pending(s) > 0 else -1


@cache
def make_round(encoder: Encoder) -> Callable[..., int]:
    """`look(games, acting, x, mask, moves, earned)`: a row for each seat that picks now, before anybody has."""
    write = make_writer(encoder)

    @compiled
    def look(games: Any, acting: Any, x: Any, mask: Any, moves: Any, earned: Any) -> int:
        who = settle(games, 0)
        returns(games.states[0], earned)
        acting[:] = False
        if who < 0:
            return who
        find_pickers(games, acting)
        for seat in range(len(acting)):
            if acting[seat]:
                games.views[0] = games.states[0]
                retract(games.views[0], seat)
                write(games, games.views[0], x[seat], mask[seat], moves[seat])
        return who

    return look


@compiled
def play_round(games: Games, picks: Any) -> None:
    """Play the pick of each seat that is asked, until the picks are revealed."""
    s = games.states[0]
    who = as_int(mover(s))
    while who >= 0:
        apply(s, as_int(picks[who]))
        who = as_int(mover(s)) if pending(s) > 0 else -1
