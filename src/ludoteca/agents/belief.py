"""What a member of a team can believe: the worlds in which its partners, who follow a known convention, would have done
what they did. Compiled; `sparta` searches over them.

A world is drawn by `guess` and played again from its first position. Up to `known_until` nothing in it depends on what
is hidden, so from there on the partners' actions are compared with what the convention would have done in this world.
Where partners may have deviated, each such action makes a world less likely by the factor `doubt`, and impossible if it
would have left somebody with a false note. The worlds that are kept are equally likely: one with m deviations is kept
with the probability doubt^(m - fewest), and those kept before are thinned out when one with fewer deviations turns up.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ludoteca.jit import as_int, compiled
from ludoteca.protocol import Convention, Game, new_actions, new_states
from ludoteca.protocol.budget import STOP
from ludoteca.protocol.rules import (
    CHANCE,
    NO_ACTION,
    apply,
    count_errors,
    draw_outcome,
    follow,
    guess,
    known_until,
    mover,
    note,
    retell,
    rewind,
    seats,
)
from ludoteca.rng import uniform

MANY = 1_000  # more deviations than there are actions in any game


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
        out=new_actions(game),
        odds=np.zeros(max(1, game.info.max_outcomes)),
    )


@compiled
def draw_worlds(view: Any, seat: int, bot: int, doubt: float, tries: int, desk: Any, control: Any, rng: Any) -> int:
    """Fill desk.worlds with equally likely worlds of `seat`, and desk.minds with everybody's notes in them; return how
    many were found in so many tries."""
    last = retell(view, desk.history)
    first = known_until(view, seat)
    begin_notes(view, seat, bot, first, desk, rng)
    found, fewest = 0, MANY
    for _ in range(tries):
        if found == len(desk.worlds) or control[STOP]:
            break
        desk.worlds[found] = view
        guess(desk.worlds[found], seat, rng)
        desk.minds[found] = desk.spare
        play_again(desk.worlds[found], first, desk, rng)
        most = draw_limit(fewest, doubt, rng)
        deviations = count_deviations(desk.room[0], seat, bot, first, last, most, desk.minds[found], desk, rng)
        if deviations > most or deviations == MANY:
            continue
        if deviations < fewest:
            share = 0.0 if fewest == MANY else doubt ** (fewest - deviations)
            found = thin_out(desk, found, share, rng)
            fewest = deviations
        found += 1
    return found


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
def follow_blueprint(view: Any, seat: int, bot: int, desk: Any, rng: Any) -> int:
    """What the convention does for `seat`: any world will do, since it asks for nothing that is hidden."""
    last = retell(view, desk.history)
    begin_notes(view, seat, bot, last, desk, rng)
    pass_chance(desk.room[0], desk, rng)
    return as_int(follow(desk.room[0], seat, bot, desk.spare[seat]))


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
def draw_limit(fewest: int, doubt: float, rng: Any) -> int:
    """With how many deviations a world would still be kept: m or more with the probability doubt^(m - fewest)."""
    if doubt == 0.0:
        return 0
    if fewest == MANY:
        return MANY
    return fewest + int(math.log(1.0 - uniform(rng)) / math.log(doubt))


@compiled
def count_deviations(
    past: Any, seat: int, bot: int, first: int, last: int, most: int, minds: Any, desk: Any, rng: Any
) -> int:
    """Play `past` on, everybody taking notes: how often a partner of `seat` did not follow the convention. MANY if that
    misled somebody. It stops as soon as there are more than `most`."""
    deviations = 0
    for i in range(first, last):
        pass_chance(past, desk, rng)
        who, action = mover(past), as_int(desk.history[i])
        deviates = who != seat and follow(past, who, bot, minds[who]) != action
        deviations += deviates
        if deviations > most:
            return deviations
        if deviates and misleads(past, who, bot, minds, action):
            return MANY
        if not deviates:
            take_notes(past, bot, minds, action)
        apply(past, action)
    return deviations


@compiled
def misleads(s: Any, who: int, bot: int, minds: Any, action: int) -> bool:
    """Whether the action leaves somebody else with a false note that they had not before. Everybody takes notes."""
    before = after = 0
    for viewer in range(seats(s)):
        if viewer != who:
            before += count_errors(s, viewer, bot, minds[viewer])
    take_notes(s, bot, minds, action)
    for viewer in range(seats(s)):
        if viewer != who:
            after += count_errors(s, viewer, bot, minds[viewer])
    return after > before


@compiled
def thin_out(desk: Any, found: int, share: float, rng: Any) -> int:
    """Keep each of the worlds found so far with this probability, and move the one after them up behind those kept."""
    kept = 0
    for i in range(found):
        if uniform(rng) < share:
            desk.worlds[kept] = desk.worlds[i]
            desk.minds[kept] = desk.minds[i]
            kept += 1
    desk.worlds[kept] = desk.worlds[found]
    desk.minds[kept] = desk.minds[found]
    return kept
