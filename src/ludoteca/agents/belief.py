"""The belief of a team member: worlds in which its partners, who follow a known convention, would have acted as they
did. Compiled; `sparta` searches over these worlds.

A world is drawn by `guess` and replayed from its first position. Up to `public_prefix` nothing in it depends on hidden
information. From there on, each action of a partner is compared with what the convention does in this world: if one
differs, the world is impossible and rejected. An action whose signal is FREE (the caller decides which) need not be the
convention's, but must not mislead those who take notes of it as if it were (`true_notes`).

Most impossible worlds are rejected at a few actions, clues mostly: the likely refuters. Where a convention is expensive
to ask, it is asked about these first, and about the other actions only in worlds that survive.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.agents.playouts import pass_chance
from ludoteca.core.arrays import Actions, FloatArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng
from ludoteca.protocol import Convention, Game, State, States, new_actions, new_states
from ludoteca.protocol.budget import STOP
from ludoteca.protocol.conventions import (
    NO_ACTION,
    Notes,
    action_history,
    convention_action,
    public_prefix,
    rewind,
    true_notes,
    update_notes,
)
from ludoteca.protocol.rules import EVERYBODY, apply, guess, mover, observe, seats

BINDING, FREE, IGNORED = 0, 1, 2
"""What an action of a partner signals: that the convention makes it; that it does not mislead; nothing."""

Control = Any  # int64 [CONTROL_WORDS]
TeamNotes = Any  # int64 [seat, word]


class Workspace(NamedTuple):
    """The arrays of a search."""

    worlds: States
    """[world]: possible worlds."""
    notes: Notes
    """int64 [world, seat, word]: everybody's notes in each."""
    scratch_state: Any
    """[1]: a state, to replay the past and to play on."""
    playout_notes: Any
    """int64 [seat, word]: notes to begin with, or to play on with."""
    history: Any
    """int32 [ply]: the actions of seats so far."""
    signals: Any
    """int8 [ply]: BINDING, FREE or IGNORED, for each action of the history."""
    rejections: Any
    """int64 [ply + 1]: how many worlds were rejected at each action of the history; the last entry is their sum."""
    answers: Any
    """int64 [action]: in how many worlds it is the convention's."""
    out: Actions
    odds: FloatArray


class Viewpoint(NamedTuple):
    """Whose belief it is, and which convention the team follows."""

    seat: int
    """The seat, or EVERYBODY: then only what all can see is known."""
    bot: int
    expensive: bool
    """Whether the convention is expensive to ask."""


def new_workspace(game: Game, convention: Convention, worlds: int) -> Workspace:
    shape = game.info.seats[1], convention.note_words
    return Workspace(
        worlds=new_states(game.state_dtype, worlds),
        notes=np.zeros((worlds, *shape), np.int64),
        scratch_state=new_states(game.state_dtype, 1),
        playout_notes=np.zeros(shape, np.int64),
        history=np.zeros(game.info.longest, np.int32),
        signals=np.full(game.info.longest, IGNORED, np.int8),
        rejections=np.zeros(game.info.longest + 1, np.int64),
        answers=np.zeros(game.info.max_actions, np.int64),
        out=new_actions(game),
        odds=np.zeros(max(1, game.info.max_outcomes)),
    )


# --- drawing worlds --------------------------------------------------------------------------------------------------

ALL, LIKELY_REFUTERS, OTHERS = 0, 1, 2  # which actions to ask the convention about
FEW = 16  # an action with more than one in so many of all rejections is a likely refuter


@compiled
def draw_worlds(
    view: State, viewpoint: Viewpoint, wanted: int, tries: int, workspace: Workspace, control: Control, rng: Rng
) -> int:
    """Fill workspace.worlds with equally likely worlds that agree with the actions so far, and workspace.notes with the
    notes in them; return how many were found in so many tries. `view` is the seat's own; where the viewpoint is
    EVERYBODY, all that is hidden from anybody is blanked in it."""
    last = action_history(view, workspace.history)
    first = hidden_since(view, viewpoint.seat)
    begin_notes(view, viewpoint, first, workspace, rng)
    workspace.rejections[:] = 0
    found = 0
    for _ in range(tries):
        if found == wanted or control[STOP]:
            break
        workspace.worlds[found] = view
        guess(workspace.worlds[found], viewpoint.seat, rng)
        if viewpoint.expensive:
            until = end_of_refuters(first, last, workspace)
            if not try_world(found, viewpoint, first, until, LIKELY_REFUTERS, workspace, rng):
                continue
        asked = OTHERS if viewpoint.expensive else ALL
        found += try_world(found, viewpoint, first, last, asked, workspace, rng)
    return found


@compiled
def try_world(
    world: int, viewpoint: Viewpoint, first: int, last: int, asked: int, workspace: Workspace, rng: Rng
) -> bool:
    """Replay a world, everybody taking notes: whether it agrees with those of the actions from `first` to `last` that
    are asked about. Leaves the notes after the last one in workspace.notes."""
    workspace.notes[world] = workspace.playout_notes
    replay(workspace.worlds[world], first, workspace, rng)
    for i in range(first, last):
        pass_chance(workspace.scratch_state[0], workspace.out, workspace.odds, rng)
        is_asked = asked == ALL or is_likely_refuter(i, workspace) == (asked == LIKELY_REFUTERS)
        if not replay_action(i, world, viewpoint, is_asked, workspace):
            return False
    return True


@compiled
def replay_action(i: int, world: int, viewpoint: Viewpoint, is_asked: bool, workspace: Workspace) -> bool:
    """Make the i-th action of the history again. False if a partner would not have made it in this world: it is not the
    convention's though its signal is BINDING, or it misleads the seat though its signal is FREE."""
    s, notes = workspace.scratch_state[0], workspace.notes[world]
    seat, bot = viewpoint.seat, viewpoint.bot
    who, action = mover(s), as_int(workspace.history[i])
    binds = who != seat and is_asked and workspace.signals[i] == BINDING
    if binds and convention_action(s, who, bot, notes[who]) != action:
        workspace.rejections[i] += 1
        workspace.rejections[-1] += 1
        return False
    if who != seat and seat != EVERYBODY and workspace.signals[i] == FREE:
        true = true_notes(s, seat, bot, notes[seat])
        take_notes(s, bot, notes, action)
        if true & ~true_notes(s, seat, bot, notes[seat]):
            return False
    else:
        take_notes(s, bot, notes, action)
    apply(s, action)
    return True


@compiled
def end_of_refuters(first: int, last: int, workspace: Workspace) -> int:
    """The end of the history up to its last likely refuter."""
    while last > first and not is_likely_refuter(last - 1, workspace):
        last -= 1
    return last


@compiled
def is_likely_refuter(i: int, workspace: Workspace) -> bool:
    return workspace.rejections[i] * FEW > workspace.rejections[-1]


@compiled
def hidden_since(view: State, seat: int) -> int:
    """How many actions were made before anything came up that is hidden from `seat`, or from anybody."""
    if seat != EVERYBODY:
        return as_int(public_prefix(view, seat))
    first = as_int(public_prefix(view, 0))
    for who in range(1, seats(view)):
        first = min(first, as_int(public_prefix(view, who)))
    return first


# --- replaying the past ----------------------------------------------------------------------------------------------


@compiled
def begin_notes(view: State, viewpoint: Viewpoint, first: int, workspace: Workspace, rng: Rng) -> None:
    """Everybody's notes after the first actions, which depend on nothing hidden, into workspace.playout_notes."""
    workspace.scratch_state[0] = view
    past = workspace.scratch_state[0]
    guess(past, viewpoint.seat, rng)
    rewind(past)
    for viewer in range(seats(past)):
        update_notes(past, viewer, viewpoint.bot, workspace.playout_notes[viewer], NO_ACTION)
    for i in range(first):
        pass_chance(past, workspace.out, workspace.odds, rng)
        take_notes(past, viewpoint.bot, workspace.playout_notes, as_int(workspace.history[i]))
        apply(past, as_int(workspace.history[i]))


@compiled
def replay(world: State, first: int, workspace: Workspace, rng: Rng) -> None:
    """Into the scratch state: this world as it was after the first actions."""
    workspace.scratch_state[0] = world
    rewind(workspace.scratch_state[0])
    for i in range(first):
        pass_chance(workspace.scratch_state[0], workspace.out, workspace.odds, rng)
        apply(workspace.scratch_state[0], as_int(workspace.history[i]))


@compiled
def look_back(view: State, seat: int, n: int, workspace: Workspace, rng: Rng) -> int:
    """Into the scratch state: what all could see after the first n actions. Returns who was to move."""
    action_history(view, workspace.history)
    workspace.scratch_state[0] = view
    guess(workspace.scratch_state[0], seat, rng)  # any world will do, since all that is hidden is blanked again
    replay(workspace.scratch_state[0], n, workspace, rng)
    past = workspace.scratch_state[0]
    pass_chance(past, workspace.out, workspace.odds, rng)
    for who in range(seats(past)):
        observe(past, who)
    return as_int(mover(past))


@compiled
def take_notes(s: State, bot: int, notes: TeamNotes, action: int) -> None:
    """Everybody notes an action that is about to be made in `s`."""
    for viewer in range(seats(s)):
        update_notes(s, viewer, bot, notes[viewer], action)


# --- asking the convention -------------------------------------------------------------------------------------------


@compiled
def misleads(world: int, action: int, viewpoint: Viewpoint, workspace: Workspace) -> bool:
    """Whether an action of the seat makes a note untrue that another has taken about what is hidden from them."""
    workspace.scratch_state[0] = workspace.worlds[world]
    workspace.playout_notes[:] = workspace.notes[world]
    s, bot = workspace.scratch_state[0], viewpoint.bot
    take_notes(s, bot, workspace.playout_notes, action)
    for who in range(seats(s)):
        true = true_notes(s, who, bot, workspace.notes[world, who])
        if who != viewpoint.seat and true & ~true_notes(s, who, bot, workspace.playout_notes[who]):
            return True
    return False


@compiled
def ask_convention(worlds: int, seat: int, bot: int, workspace: Workspace) -> None:
    """In how many of the first worlds the convention makes each action for `seat`: into workspace.answers."""
    workspace.answers[:] = 0
    for world in range(worlds):
        action = as_int(convention_action(workspace.worlds[world], seat, bot, workspace.notes[world, seat]))
        workspace.answers[action] += 1
