"""Samples to learn from: in positions of its own games several moves of a learner are tried, each by a rollout.

A move is tried in the game as it really is, with all hands and the deck. So a single rollout says little, but the mean
over many samples is what the player may expect from what they know. All moves of a sample are tried with the same deck.
After a move everybody plays on: to the end of the game, or for a few moves, after which a network predicts the score.
"""

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, Rngs, below, split_seed
from ludoteca.games.hanabi.bots.hand_queries import may_discard
from ludoteca.games.hanabi.bots.smart_net.card_moves import new_moves
from ludoteca.games.hanabi.bots.smart_net.features import MOST_MOVE_FEATURES, POSITION_FEATURES
from ludoteca.games.hanabi.bots.smart_net.policy import list_moves, score_moves
from ludoteca.games.hanabi.bots.team import (
    Team,
    begin_notes,
    decide,
    note_action,
    play_action,
    settle_notes,
    shuffle_deck,
)
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.state import MOVES, STATE
from ludoteca.games.hanabi.training.score_predictor import describe_state
from ludoteca.games.hanabi.views import observe
from ludoteca.lab.match import STOP
from ludoteca.lab.match.compiled import new_room, play_on
from ludoteca.networks.inference import infer
from ludoteca.protocol import State, States, new_states

TRIED, BEST = 6, 4  # moves of a sample: those with the highest scores, and some of the others at random
PER_MILLE = 1000


class Samples(NamedTuple):
    """One entry a sample: a position, and the moves that were tried in it."""

    positions: Any
    """[sample, feature]"""
    counts: Any
    """How many moves were tried."""
    kinds: Any
    """[sample, move], the move with the highest score first."""
    features: FloatArray
    """[sample, move, feature]"""
    results: Any
    """[sample, move]: the final score of each rollout; 0 after a strike-out."""
    states: States
    """[sample, move, input]: the whole state a few moves later (zeros if the game was over). No entries if results come
    from the predictor."""


class Predictor(NamedTuple):
    """A network that predicts the final score from the whole state. No sizes: there is none yet."""

    weights: Any
    sizes: Any


class Sampling(NamedTuple):
    """How often samples are taken, and how long rollouts are."""

    sampled: int
    """Of a thousand own moves, how many are samples."""
    explored: int
    """Of a thousand own moves, how many are drawn from the best instead of being the best, for more varied
    positions."""
    horizon: int
    """The moves of a rollout after which the whole state is described."""


class Workspace(NamedTuple):
    """All that playing games for samples needs."""

    start: Any
    learner: int
    """The bot that learns."""
    table: FloatArray
    """Its weights: [kind of move, column, unit]."""
    team: Any
    trial: Any
    """The same team, with notes of their own for rollouts."""
    states: States
    """Scratch space: the game, and the rollout."""
    sampling: Sampling
    predictor: Predictor
    x: FloatArray
    """Scratch space for the inputs of the predictor."""


def new_samples(n: int, inputs: int) -> Samples:
    """Space for `n` samples; `inputs` is 0 if whole states are not to be kept."""
    return Samples(
        np.zeros((n, len(POSITION_FEATURES)), np.float32),
        np.zeros(n, np.int8),
        np.zeros((n, TRIED), np.int8),
        np.zeros((n, TRIED, MOST_MOVE_FEATURES), np.float32),
        np.zeros((n, TRIED), np.float32),
        np.zeros((n if inputs else 0, TRIED, inputs), np.float32),
    )


def new_workspace(
    start: Any, team: Team, learner: int, table: FloatArray, sampling: Sampling, predictor: Predictor, inputs: int
) -> Workspace:
    trial = team._replace(notes=np.zeros_like(team.notes))
    x = np.zeros(inputs, np.float32)
    return Workspace(start, learner, table, team, trial, new_states(STATE, 2), sampling, predictor, x)


class Sampler(NamedTuple):
    """The team as a policy of the match engine, which takes samples whenever the learner acts."""

    workspace: Workspace
    samples: Samples
    taken: Any
    """[1]: how many samples were taken."""

    @compiled
    def choose(self, game: int, s: State, seat: int, rng: Rng) -> int:
        team = self.workspace.team
        if self.taken[0] == len(self.samples.counts):
            return STOP
        if s.ply == 0:
            begin_notes(team, s)
        settle_notes(team, s)
        if team.bots[seat] == self.workspace.learner:
            sampled, action = take_turn(s, self.workspace, self.samples, as_int(self.taken[0]), rng)
            self.taken[0] += sampled
        else:
            action = decide(team, s, seat, rng)
        note_action(team, s, action)
        return action


def take_samples(workspace: Workspace, samples: Samples, seed: int) -> None:
    """Play games until there are enough samples."""
    sampler = Sampler(workspace, samples, np.zeros(1, np.int64))
    rngs = np.array([[1, split_seed(seed)]], np.uint64)  # the deck leaves nothing to chance
    play_games(sampler, rngs, new_room(GAME, 1))


@compiled
def play_games(sampler: Any, rngs: Rngs, room: Any) -> None:
    while sampler.taken[0] < len(sampler.samples.counts):
        states = sampler.workspace.states
        states[0] = sampler.workspace.start
        shuffle_deck(states[0], rngs[0, 1:])
        play_on(states[0], 0, sampler, rngs, room)


@compiled
def take_turn(s: State, w: Workspace, samples: Samples, sample: int, rng: Rng) -> tuple[int, int]:
    """A move of the learner: 1 if a sample was taken, and the action."""
    seat = as_int(s.turn)
    w.team.views[0] = s
    observe(w.team.views[0], seat)
    moves = new_moves()
    position = list_moves(w.team.views[0], w.team.notes[seat], seat, moves)
    n = as_int(moves.count[0])
    if n == 0:
        return 0, 0 if may_discard(s) else as_int(s.hand_size)
    scores, rows = np.zeros(n), np.zeros(TRIED, np.int64)
    score_moves(w.table, position, moves, scores)
    tried = pick_rows(scores, rows, rng)
    sampled = as_int(n > 1 and below(rng, PER_MILLE) < w.sampling.sampled)
    if sampled:
        samples.positions[sample] = position
        samples.counts[sample] = tried
        for i in range(tried):
            samples.kinds[sample, i] = moves.kinds[rows[i]]
            samples.features[sample, i] = moves.features[rows[i]]
            samples.results[sample, i] = roll_out(s, w, as_int(moves.actions[rows[i]]), rng)
            if len(samples.states) > 0:
                samples.states[sample, i] = w.x
    place = below(rng, min(tried, BEST)) if below(rng, PER_MILLE) < w.sampling.explored else 0
    return sampled, as_int(moves.actions[rows[place]])


@compiled
def pick_rows(scores: Any, rows: Any, rng: Rng) -> int:
    """The moves with the highest scores, and some of the others. Returns how many."""
    order = np.argsort(-scores)
    for i in range(BEST, len(order)):
        j = i + below(rng, len(order) - i)
        order[i], order[j] = order[j], order[i]
    n = min(len(order), TRIED)
    rows[:n] = order[:n]
    return n


@compiled
def roll_out(root: Any, w: Workspace, action: int, rng: Rng) -> float:
    """The final score if this action is made in a copy of the state, or the predicted score. `w.x` is the description
    of the state at the horizon."""
    w.states[1] = root
    w.trial.notes[:] = w.team.notes
    s = w.states[1]
    play_action(w.trial, s, action)
    w.x[:] = 0.0
    for ply in range(MOVES):
        if s.over:
            break
        settle_notes(w.trial, s)
        if ply == w.sampling.horizon:
            describe_state(s, w.trial.notes, w.x)
            if len(w.predictor.sizes) > 0:
                predicted = np.zeros(1, np.float32)
                infer(w.predictor.weights, w.predictor.sizes, w.x, predicted)
                return float(predicted[0])
        play_action(w.trial, s, decide(w.trial, s, as_int(s.turn), rng))
    return float(as_int(s.score)) if s.lives > 0 else 0.0
