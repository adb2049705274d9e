"""What a member of a team can believe: the worlds in which its partners, who follow a known convention, would have
done what they did. Compiled; `sparta` searches over them.

A world is drawn by `guess` and played again from its first position. Up to `public_prefix` nothing in it depends on
what is hidden, so from there on actions are compared with what the convention would have done in this world: one
difference, and it is not possible. An action that is free (which is up to the caller) need not be the convention's,
but does not mislead those who take notes of it as if it were (`true_notes`).

Most worlds that are not possible fall at a few actions, hints mostly. Where a convention is expensive to ask, it is
asked about these hurdles first, and about the other actions only in the worlds that are left.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.protocol import Convention, Game, new_actions, new_states
from ludoteca.protocol.budget import STOP
from ludoteca.protocol.conventions import (
    NO_ACTION,
    action_history,
    convention_action,
    public_prefix,
    rewind,
    true_notes,
    update_notes,
)
from ludoteca.protocol.rules import CHANCE, EVERYBODY, apply, draw_outcome, guess, mover, observe, seats

READ, FREE, MUTE = 0, 1, 2
"""What an action of a partner tells: that the convention makes it; that it does not mislead; nothing."""


class Workspace(NamedTuple):
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


def new_workspace(game: Game, convention: Convention, worlds: int) -> Workspace:
    shape = game.info.seats[1], convention.note_words
    return Workspace(
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
    view: Any, seat: int, bot: int, expensive: bool, wanted: int, tries: int, workspace: Any, control: Any, rng: Any
) -> int:
    """Fill workspace.worlds with equally likely worlds of `seat` (or of everybody, where all hands are blanked) that
    agree with the actions so far, and workspace.minds with the notes in them; return how many were found in so
    many tries. `expensive`: the convention is."""
    last = action_history(view, workspace.history)
    first = hidden_since(view, seat)
    begin_notes(view, seat, bot, first, workspace, rng)
    workspace.falls[:] = 0
    found = 0
    for _ in range(tries):
        if found == wanted or control[STOP]:
            break
        workspace.worlds[found] = view
        guess(workspace.worlds[found], seat, rng)
        if expensive and not try_world(
            found, seat, bot, first, find_hurdle(first, last, workspace), HURDLES, workspace, rng
        ):
            continue
        found += try_world(found, seat, bot, first, last, REST if expensive else ALL, workspace, rng)
    return found


@compiled
def try_world(world: int, seat: int, bot: int, first: int, last: int, asked: int, workspace: Any, rng: Any) -> bool:
    """Whether a world agrees with the actions asked about; workspace.minds has the notes after the last one."""
    workspace.minds[world] = workspace.spare
    play_again(workspace.worlds[world], first, workspace, rng)
    return agrees(workspace.room[0], seat, bot, first, last, asked, workspace.minds[world], workspace, rng)


@compiled
def find_hurdle(first: int, last: int, workspace: Any) -> int:
    """How many actions there are up to the last hurdle."""
    while last > first and not is_hurdle(last - 1, workspace):
        last -= 1
    return last


@compiled
def is_hurdle(action: int, workspace: Any) -> bool:
    return workspace.falls[action] * FEW > workspace.falls[-1]


@compiled
def hidden_since(view: Any, seat: int) -> int:
    """How many actions were made before anything came up that is hidden from `seat`, or from anybody."""
    if seat != EVERYBODY:
        return as_int(public_prefix(view, seat))
    first = as_int(public_prefix(view, 0))
    for who in range(1, seats(view)):
        first = min(first, as_int(public_prefix(view, who)))
    return first


@compiled
def begin_notes(view: Any, seat: int, bot: int, first: int, workspace: Any, rng: Any) -> None:
    """Everybody's notes after the first actions, which no hidden thing has touched, into workspace.spare."""
    workspace.room[0] = view
    guess(workspace.room[0], seat, rng)
    past = workspace.room[0]
    rewind(past)
    for viewer in range(seats(past)):
        update_notes(past, viewer, bot, workspace.spare[viewer], NO_ACTION)
    for i in range(first):
        pass_chance(past, workspace, rng)
        take_notes(past, bot, workspace.spare, as_int(workspace.history[i]))
        apply(past, as_int(workspace.history[i]))


@compiled
def play_again(world: Any, first: int, workspace: Any, rng: Any) -> None:
    """Into the room: this world as it was after the first actions."""
    workspace.room[0] = world
    rewind(workspace.room[0])
    for i in range(first):
        pass_chance(workspace.room[0], workspace, rng)
        apply(workspace.room[0], as_int(workspace.history[i]))


@compiled
def pass_chance(s: Any, workspace: Any, rng: Any) -> None:
    while mover(s) == CHANCE:
        apply(s, as_int(draw_outcome(s, workspace.out, workspace.odds, rng)))


@compiled
def take_notes(s: Any, bot: int, minds: Any, action: int) -> None:
    for viewer in range(seats(s)):
        update_notes(s, viewer, bot, minds[viewer], action)


@compiled
def agrees(
    past: Any, seat: int, bot: int, first: int, last: int, asked: int, minds: Any, workspace: Any, rng: Any
) -> bool:
    """Play `past` on, everybody taking notes: whether the actions asked about, but for those of `seat`, are the
    convention's if they are read, and do not mislead `seat` if they are free."""
    for i in range(first, last):
        pass_chance(past, workspace, rng)
        who, action = mover(past), as_int(workspace.history[i])
        asks = (
            who != seat
            and workspace.telling[i] == READ
            and (asked == ALL or is_hurdle(i, workspace) == (asked == HURDLES))
        )
        if asks and convention_action(past, who, bot, minds[who]) != action:
            workspace.falls[i] += 1
            workspace.falls[-1] += 1
            return False
        if workspace.telling[i] == FREE and seat != EVERYBODY and who != seat:
            true = true_notes(past, seat, bot, minds[seat])
            take_notes(past, bot, minds, action)
            if true & ~true_notes(past, seat, bot, minds[seat]):
                return False
        else:
            take_notes(past, bot, minds, action)
        apply(past, action)
    return True


@compiled
def misleads(world: int, action: int, seat: int, bot: int, workspace: Any) -> bool:
    """Whether an action of `seat` makes a note untrue that another has taken about what is hidden from them."""
    workspace.room[0] = workspace.worlds[world]
    workspace.spare[:] = workspace.minds[world]
    s = workspace.room[0]
    take_notes(s, bot, workspace.spare, action)
    for who in range(seats(s)):
        true = true_notes(s, who, bot, workspace.minds[world, who])
        if who != seat and true & ~true_notes(s, who, bot, workspace.spare[who]):
            return True
    return False


@compiled
def ask_convention(n: int, seat: int, bot: int, workspace: Any) -> None:
    """What the convention does for `seat` in the first n worlds: how often each action, into workspace.answers."""
    workspace.answers[:] = 0
    for world in range(n):
        workspace.answers[
            as_int(convention_action(workspace.worlds[world], seat, bot, workspace.minds[world, seat]))
        ] += 1


@compiled
def look_back(view: Any, seat: int, n: int, workspace: Any, rng: Any) -> int:
    """Into the room: what all could see after the first n actions. Returns who was to move."""
    action_history(view, workspace.history)
    workspace.room[0] = view
    guess(workspace.room[0], seat, rng)  # any world will do, since all that is hidden is blanked again
    play_again(workspace.room[0], n, workspace, rng)
    past = workspace.room[0]
    pass_chance(past, workspace, rng)
    for who in range(seats(past)):
        observe(past, who)
    return as_int(mover(past))
