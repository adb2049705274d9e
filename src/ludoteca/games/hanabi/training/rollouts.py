"""Lessons: in positions of its own games some moves of `keen` are tried, and what each comes to is written down.

A move is tried in the game as it really is, all hands and the deck included; so one trial tells little, but the mean
over lessons is what the player may expect by what they know. All moves of a lesson are tried with the same deck. After
a move everybody plays on: to the end of the game, or for a few moves, after which a network foretells the score.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below
from ludoteca.games.hanabi.bots.hand_queries import may_discard
from ludoteca.games.hanabi.bots.smart_net.card_moves import new_moves
from ludoteca.games.hanabi.bots.smart_net.features import MOMENT, MOST_DETAILS
from ludoteca.games.hanabi.bots.smart_net.policy import list_moves, weigh
from ludoteca.games.hanabi.simulation import choose, deal_deck, make_move, open_notes, settle_notes
from ludoteca.games.hanabi.state import KINDS, MAX_ACTIONS, MAX_HAND, MAX_PLAYERS, MOVES, STATE
from ludoteca.games.hanabi.training.score_predictor import describe_whole
from ludoteca.games.hanabi.views import observe
from ludoteca.networks.inference import infer
from ludoteca.protocol import new_states

TRIED, BEST = 6, 4  # moves of a lesson: those that weigh most, and some of the others at random
PER_MILLE = 1000


class Lessons(NamedTuple):
    """One entry a lesson."""

    moments: Any
    counts: Any
    """How many moves were tried."""
    kinds: Any
    """[lesson, move], the one that weighed most first."""
    details: Any
    scores: Any
    """What each came to; a strike-out is 0."""
    whole: Any
    """The whole table a few moves later (zeros if the game was over); no entries in short lessons."""


class Room(NamedTuple):
    """Who plays, how lessons are given, and where: all that a game needs."""

    start: Any
    bots: Any
    learner: int
    """The bot that learns, and its weights."""
    table: Any
    weights: Any
    chance: int
    """Of a thousand own moves, how many are lessons."""
    explore: int
    """Of a thousand own moves, how many are drawn from the best instead of being the best: other positions."""
    horizon: int
    """Moves after which the whole table is described."""
    judge: Any
    """The network that foretells the score, flat, and its sizes: none (no sizes) to play to the end."""
    sizes: Any
    tables: Any
    notes: Any
    trial: Any
    hats: Any
    out: Any
    x: Any


def new_lessons(n: int, inputs: int) -> Lessons:
    """Room for `n` lessons; `inputs` is 0 if the whole table is not to be kept."""
    return Lessons(
        np.zeros((n, len(MOMENT)), np.float32),
        np.zeros(n, np.int8),
        np.zeros((n, TRIED), np.int8),
        np.zeros((n, TRIED, MOST_DETAILS), np.float32),
        np.zeros((n, TRIED), np.float32),
        np.zeros((n if inputs else 0, TRIED, inputs), np.float32),
    )


def new_room(
    start: Any, bots: Any, learner: int, table: Any, weights: Any, chance: int, explore: int, horizon: int, judge: Any,
    sizes: Any, inputs: int,
) -> Room:  # fmt: skip
    return Room(
        start, bots, learner, table, weights, chance, explore, horizon, judge, sizes,
        new_states(STATE, 3),
        np.zeros((MAX_PLAYERS, MAX_PLAYERS, MAX_HAND), np.int64),
        np.zeros((MAX_PLAYERS, MAX_PLAYERS, MAX_HAND), np.int64),
        np.zeros((MAX_PLAYERS + 2, MAX_PLAYERS, MAX_HAND, KINDS), np.int64),
        np.zeros(MAX_ACTIONS, np.int32),
        np.zeros(inputs, np.float32),
    )  # fmt: skip


@compiled
def give_lessons(room: Any, lessons: Any, rng: Any) -> None:
    """Play games until every lesson is given."""
    given = 0
    while given < len(lessons.counts):
        room.tables[0] = room.start
        s = room.tables[0]
        deal_deck(s, rng)
        open_notes(s, room.bots, room.notes, room.hats)
        while not s.over and given < len(lessons.counts):
            settle_notes(s, room.bots, room.notes)
            seat = as_int(s.turn)
            if room.bots[seat] == room.learner:
                taught, action = take_turn(s, room, lessons, given, rng)
                given += taught
            else:
                action = ask(s, room, room.notes, rng)
            make_move(s, room.bots, room.notes, room.hats, room.out, action)


@compiled
def ask(s: Any, room: Any, notes: Any, rng: Any) -> int:
    seat = as_int(s.turn)
    return choose(s, room.tables, seat, as_int(room.bots[seat]), room.weights, notes, room.hats, room.out, rng)


@compiled
def take_turn(s: Any, room: Any, lessons: Any, lesson: int, rng: Any) -> tuple[int, int]:
    """A move of the learner: 1 if it was a lesson, and the move."""
    seat = as_int(s.turn)
    room.tables[1] = s
    observe(room.tables[1], seat)
    moves = new_moves()
    moment = list_moves(room.tables[1], room.notes[seat], seat, moves)
    n = as_int(moves.count[0])
    if n == 0:
        return 0, 0 if may_discard(s) else as_int(s.hand_size)
    worth, rows = np.zeros(n), np.zeros(TRIED, np.int64)
    weigh(room.table, moment, moves, worth)
    tried = pick_rows(worth, rows, rng)
    taught = as_int(n > 1 and below(rng, PER_MILLE) < room.chance)
    if taught:
        lessons.moments[lesson] = moment
        lessons.counts[lesson] = tried
        for i in range(tried):
            try_move(s, room, lessons, lesson, i, moves, as_int(rows[i]), rng)
    place = below(rng, min(tried, BEST)) if below(rng, PER_MILLE) < room.explore else 0
    return taught, as_int(moves.actions[rows[place]])


@compiled
def pick_rows(worth: Any, rows: Any, rng: Any) -> int:
    """The moves that weigh most, and some of the others; returns how many."""
    order = np.argsort(-worth)
    for i in range(BEST, len(order)):
        j = i + below(rng, len(order) - i)
        order[i], order[j] = order[j], order[i]
    n = min(len(order), TRIED)
    rows[:n] = order[:n]
    return n


@compiled
def try_move(s: Any, room: Any, lessons: Any, lesson: int, place: int, moves: Any, row: int, rng: Any) -> None:
    lessons.kinds[lesson, place] = moves.kinds[row]
    lessons.details[lesson, place] = moves.details[row]
    room.tables[2] = s
    room.trial[:] = room.notes
    make_move(room.tables[2], room.bots, room.trial, room.hats, room.out, as_int(moves.actions[row]))
    lessons.scores[lesson, place] = play_on(room.tables[2], room, rng)
    if len(lessons.whole) > 0:
        lessons.whole[lesson, place] = room.x


@compiled
def play_on(s: Any, room: Any, rng: Any) -> float:
    """The score in the end, or what the judge foretells of it."""
    room.x[:] = 0.0
    for ply in range(MOVES):
        if s.over:
            break
        settle_notes(s, room.bots, room.trial)
        if ply == room.horizon:
            describe_whole(s, room.trial, room.x)
            if len(room.sizes) > 0:
                promise = np.zeros(1, np.float32)
                infer(room.judge, room.sizes, room.x, promise)
                return float(promise[0])
        make_move(s, room.bots, room.trial, room.hats, room.out, ask(s, room, room.trial, rng))
    return float(as_int(s.score)) if s.lives > 0 else 0.0
