"""What a member of a team can believe: the worlds in which its partners, who follow a known convention, would have done
what they did. Compiled; `sparta` searches over them.

A world is drawn by `guess` and played again from its first position. Up to `known_until` nothing in it depends on what
is hidden, so from there on actions are compared with what the convention would have done in this world: one difference,
and it is not possible. An action that is free (which is up to the caller) need not be the convention's, but does not
mislead those who take notes of it as if it were (`check_notes`).

Most worlds that are not possible fall at a few actions, hints mostly. Where a convention is dear to ask, it is asked
about these hurdles first, and about the other actions only in the worlds that are left.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import Convention, Game, new_actions, new_states
from ludoteca.protocol.budget import STOP
from ludoteca.protocol.rules import (
    CHANCE,
    EVERYBODY,
    NO_ACTION,
    apply,
    check_notes,
    draw_outcome,
    follow,
    guess,
    known_until,
    mover,
    note,
    observe,
    retell,
    rewind,
    seats,
)

READ, FREE, MUTE = 0, 1, 2
"""What an action of a partner tells: that the convention makes it; that it does not mislead; nothing."""


class Desk(NamedTuple):
    """The arrays of a search."""

    worlds: Any
    """Worlds that are possible."""
    minds: Any
    """[world, seat]: everybody's notes in each."""
    room: Any
    """A state, to replay the past and to play on."""
    spare: Any
    """[seat]: notes to begin with, or to play on with."""
    history: Any
    """The actions of seats so far."""
    telling: Any
    """[action of the history]: one of READ, FREE and MUTE."""
    falls: Any
    """[action of the history]: how many worlds were found impossible there; the last entry is of all."""
    answers: Any
    """[action]: in how many worlds it is the convention's."""
    out: Any
    odds: Any


def new_desk(game: Game, convention: Convention, worlds: int) -> Desk:
    shape = game.info.seats[1], convention.words
    return Desk(
        worlds=new_states(game.state_dtype, worlds),
        minds=np.zeros((worlds, *shape), np.int64),
        room=new_states(game.state_dtype, 1),
        spare=np.zeros(shape, np.int64),
        history=np.zeros(game.info.longest, np.int32),
        telling=np.full(game.info.longest, MUTE, np.int8),
        falls=np.zeros(game.info.longest + 1, np.int64),
        answers=np.zeros(game.info.max_actions, np.int64),
        out=new_actions(game),
        odds=np.zeros(max(1, game.info.max_outcomes)),
    )


ALL, HURDLES, REST = 0, 1, 2  # which actions to ask about
FEW = 16  # an action at which more than one in so many of the fallen worlds fell is a hurdle


@compiled
def draw_worlds(
    view: Any, seat: int, bot: int, dear: bool, wanted: int, tries: int, desk: Any, control: Any, rng: Any
) -> int:
    """Fill desk.worlds with equally likely worlds of `seat` (or of everybody, where all hands are blanked) that agree
    with the actions so far, and desk.minds with the notes in them; return how many were found in so many tries.
    `dear`: the convention is."""
    last = retell(view, desk.history)
    first = hidden_since(view, seat)
    begin_notes(view, seat, bot, first, desk, rng)
    desk.falls[:] = 0
    found = 0
    for _ in range(tries):
        if found == wanted or control[STOP]:
            break
        desk.worlds[found] = view
        guess(desk.worlds[found], seat, rng)
        if dear and not try_world(found, seat, bot, first, find_hurdle(first, last, desk), HURDLES, desk, rng):
            continue
        found += try_world(found, seat, bot, first, last, REST if dear else ALL, desk, rng)
    return found


@compiled
def try_world(world: int, seat: int, bot: int, first: int, last: int, asked: int, desk: Any, rng: Any) -> bool:
    """Whether a world agrees with the actions asked about; desk.minds has the notes after the last of them, then."""
    desk.minds[world] = desk.spare
    play_again(desk.worlds[world], first, desk, rng)
    return agrees(desk.room[0], seat, bot, first, last, asked, desk.minds[world], desk, rng)


@compiled
def find_hurdle(first: int, last: int, desk: Any) -> int:
    """How many actions there are up to the last hurdle."""
    while last > first and not is_hurdle(last - 1, desk):
        last -= 1
    return last


@compiled
def is_hurdle(action: int, desk: Any) -> bool:
    return desk.falls[action] * FEW > desk.falls[-1]


@compiled
def hidden_since(view: Any, seat: int) -> int:
    """How many actions were made before anything came up that is hidden from `seat`, or from anybody."""
    if seat != EVERYBODY:
        return as_int(known_until(view, seat))
    first = as_int(known_until(view, 0))
    for who in range(1, seats(view)):
        first = min(first, as_int(known_until(view, who)))
    return first


@compiled
def begin_notes(view: Any, seat: int, bot: int, first: int, desk: Any, rng: Any) -> None:
    """Everybody's notes after the first actions, which no hidden thing has touched, into desk.spare."""
    desk.room[0] = view
    guess(desk.room[0], seat, rng)
    past = desk.room[0]
    rewind(past)
    for viewer in range(seats(past)):
        note(past, viewer, bot, desk.spare[viewer], NO_ACTION)
    for i in range(first):
        pass_chance(past, desk, rng)
        take_notes(past, bot, desk.spare, as_int(desk.history[i]))
        apply(past, as_int(desk.history[i]))


@compiled
def play_again(world: Any, first: int, desk: Any, rng: Any) -> None:
    """Into the room: this world as it was after the first actions."""
    desk.room[0] = world
    rewind(desk.room[0])
    for i in range(first):
        pass_chance(desk.room[0], desk, rng)
        apply(desk.room[0], as_int(desk.history[i]))


@compiled
def pass_chance(s: Any, desk: Any, rng: Any) -> None:
    while mover(s) == CHANCE:
        apply(s, as_int(draw_outcome(s, desk.out, desk.odds, rng)))


@compiled
def take_notes(s: Any, bot: int, minds: Any, action: int) -> None:
    for viewer in range(seats(s)):
        note(s, viewer, bot, minds[viewer], action)


@compiled
def agrees(past: Any, seat: int, bot: int, first: int, last: int, asked: int, minds: Any, desk: Any, rng: Any) -> bool:
    """Play `past` on, everybody taking notes: whether the actions asked about, but for those of `seat`, are the
    convention's if they are read, and do not mislead `seat` if they are free."""
    for i in range(first, last):
        pass_chance(past, desk, rng)
        who, action = mover(past), as_int(desk.history[i])
        asks = who != seat and desk.telling[i] == READ and (asked == ALL or is_hurdle(i, desk) == (asked == HURDLES))
        if asks and follow(past, who, bot, minds[who]) != action:
            desk.falls[i] += 1
            desk.falls[-1] += 1
            return False
        if desk.telling[i] == FREE and seat != EVERYBODY and who != seat:
            true = check_notes(past, seat, bot, minds[seat])
            take_notes(past, bot, minds, action)
            if true & ~check_notes(past, seat, bot, minds[seat]):
                return False
        else:
            take_notes(past, bot, minds, action)
        apply(past, action)
    return True


@compiled
def misleads(world: int, action: int, seat: int, bot: int, desk: Any) -> bool:
    """Whether an action of `seat` makes a note untrue that another has taken about what is hidden from them."""
    desk.room[0] = desk.worlds[world]
    desk.spare[:] = desk.minds[world]
    s = desk.room[0]
    take_notes(s, bot, desk.spare, action)
    for who in range(seats(s)):
        true = check_notes(s, who, bot, desk.minds[world, who])
        if who != seat and true & ~check_notes(s, who, bot, desk.spare[who]):
            return True
    return False


@compiled
def ask_convention(n: int, seat: int, bot: int, desk: Any) -> None:
    """What the convention does for `seat` in the first n worlds: how often each action, into desk.answers."""
    desk.answers[:] = 0
    for world in range(n):
        desk.answers[as_int(follow(desk.worlds[world], seat, bot, desk.minds[world, seat]))] += 1


@compiled
def look_back(view: Any, seat: int, n: int, desk: Any, rng: Any) -> int:
    """Into the room: what all could see after the first n actions. Returns who was to move."""
    retell(view, desk.history)
    desk.room[0] = view
    guess(desk.room[0], seat, rng)  # any world will do, since all that is hidden is blanked again
    play_again(desk.room[0], n, desk, rng)
    past = desk.room[0]
    pass_chance(past, desk, rng)
    for who in range(seats(past)):
        observe(past, who)
    return as_int(mover(past))
