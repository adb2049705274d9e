"""A team of bots that keeps its notes while a game goes on, instead of rebuilding them for every action."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import Actions
from ludoteca.core.errors import UnknownName
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, shuffle
from ludoteca.games.hanabi.bots import (
    BOT_ALIASES,
    BOTS,
    HAT,
    SMART_FAMILY,
    cheat,
    decide_by_notes,
    decide_without_notes,
    smart_notes,
)
from ludoteca.games.hanabi.bots.hat import knowledge
from ludoteca.games.hanabi.bots.hat import policy as hat
from ludoteca.games.hanabi.bots.rebuild_notes import draw_cards
from ludoteca.games.hanabi.bots.smart_net.policy import LEARNED
from ludoteca.games.hanabi.rules import apply
from ludoteca.games.hanabi.state import KINDS, MAX_ACTIONS, MAX_HAND, MAX_PLAYERS, STATE
from ludoteca.games.hanabi.views import observe
from ludoteca.protocol import State, States, new_states
from ludoteca.protocol.conventions import Notes

CHEAT = len(BOTS)
PLAYERS = (*BOTS, "cheat")


class Team(NamedTuple):
    """Who sits where, and what each player keeps in mind. A policy of the match engine's compiled path."""

    bots: Any
    """[seat]: a number of PLAYERS."""
    weights: Any
    """Those of smart_net: [learner, players, kind of move, column, unit]."""
    notes: Notes
    """[viewer, owner, slot]: the notes of smart."""
    hat_weights: Any
    """[viewer, owner, slot, card]: those of hat; two rows more are scratch space."""
    views: States
    """Scratch space for one state."""
    out: Actions
    """Scratch space for slots and actions."""

    @compiled
    def choose(self, game: int, s: State, seat: int, rng: Rng) -> int:
        """The action of a seat in the full state. Every player takes note of it."""
        if s.ply == 0:
            begin_notes(self, s)
        settle_notes(self, s)
        action = decide(self, s, seat, rng)
        note_action(self, s, action)
        return action


def new_team(bots: Any, weights: Any = LEARNED) -> Team:
    return Team(
        bots,
        weights,
        np.zeros((MAX_PLAYERS, MAX_PLAYERS, MAX_HAND), np.int64),
        np.zeros((MAX_PLAYERS + 2, MAX_PLAYERS, MAX_HAND, KINDS), np.int64),
        new_states(STATE, 1),
        np.zeros(MAX_ACTIONS, np.int32),
    )


def find_player(name: str) -> str:
    """The name of a bot (or of cheat), which may be given by an older one."""
    known = BOT_ALIASES.get(name, name)
    if known not in PLAYERS:
        raise UnknownName("bot of hanabi", name, PLAYERS)
    return known


def find_players(names: Sequence[str]) -> Any:
    """The numbers of bots (and of cheat)."""
    return np.array([PLAYERS.index(find_player(name)) for name in names], np.int64)


@compiled
def shuffle_deck(s: State, rng: Rng) -> None:
    """Give a first position its whole deck, in random order."""
    n = 0
    for card in range(KINDS):
        for _ in range(as_int(s.left[card])):
            s.cards[n] = card
            n += 1
    shuffle(rng, s.cards, n)


@compiled
def begin_notes(team: Any, s: State) -> None:
    """Every player begins their notes; the hands are dealt."""
    for viewer in range(as_int(s.players)):
        if team.bots[viewer] in SMART_FAMILY:
            smart_notes.begin(s, team.notes[viewer])
        elif team.bots[viewer] == HAT:
            knowledge.begin(s, team.hat_weights[viewer])


@compiled
def settle_notes(team: Any, s: State) -> None:
    for viewer in range(as_int(s.players)):
        if team.bots[viewer] in SMART_FAMILY:
            smart_notes.settle(s, team.notes[viewer])


@compiled
def note_action(team: Any, s: State, action: int) -> None:
    """Every player takes note of an action that is about to be made."""
    for viewer in range(as_int(s.players)):
        if team.bots[viewer] in SMART_FAMILY:
            smart_notes.update_notes(s, team.notes[viewer], viewer, action)
        elif team.bots[viewer] == HAT:
            knowledge.update_notes(s, team.hat_weights[viewer], viewer, action, team.out)


@compiled
def play_action(team: Any, s: State, action: int) -> None:
    """Note an action, make it, and draw the card that is due from the deck that the state holds."""
    note_action(team, s, action)
    apply(s, action)
    draw_cards(s)


@compiled
def decide(team: Any, s: State, seat: int, rng: Rng) -> int:
    """The action of a seat, from its view (but for cheat). The notes must be settled."""
    bot = as_int(team.bots[seat])
    if bot == CHEAT:
        return cheat.decide(s, seat)
    team.views[0] = s
    view = team.views[0]
    observe(view, seat)
    if bot in SMART_FAMILY:
        return decide_by_notes(view, team.notes[seat], seat, bot, team.weights)
    if bot == HAT:
        team.hat_weights[MAX_PLAYERS] = team.hat_weights[seat]
        own = team.hat_weights[MAX_PLAYERS + 1, 0]
        return hat.decide(view, team.hat_weights[MAX_PLAYERS], seat, own, team.out)
    return decide_without_notes(view, seat, bot, team.out, rng)
