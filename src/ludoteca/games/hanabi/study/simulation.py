"""Many games of a team of bots, on the compiled path of the match engine."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.jit import compiled
from ludoteca.core.rng import Rngs, split_seed
from ludoteca.games.hanabi.bots.smart_net.policy import LEARNED
from ludoteca.games.hanabi.bots.team import find_player, find_players, new_team, shuffle_deck
from ludoteca.games.hanabi.game import GAME
from ludoteca.lab.match import play_batch, repeat_states
from ludoteca.protocol import State, States

CHUNK = 500  # games between two calls of `report`


@dataclass(frozen=True)
class Results:
    """What a team did: one entry a game."""

    bots: tuple[str, ...]
    decks: Any
    """The numbers of the decks."""
    built: Any
    lives: Any
    moves: Any
    seconds: float
    """CPU-seconds, compilation not counted."""
    most: int
    """The highest possible score."""

    @property
    def zero(self) -> Any:
        """Scores if a strike-out counts zero."""
        return np.where(self.lives > 0, self.built, 0)


@compiled
def shuffle_decks(states: States, rngs: Rngs) -> None:
    """Give each first position its deck, by the first word of its generators."""
    for i in range(len(states)):
        shuffle_deck(states[i], rngs[i, :1])


def play_bots(
    names: Sequence[str],
    games: int,
    seed: int,
    setup: State | None = None,
    report: Callable[[int], None] | None = None,
    weights: Any = LEARNED,
) -> Results:
    """Let a team of bots play. The deck of game i depends on the seed and on i only, so teams can be compared deck by
    deck. `weights` are those of smart_net. Ctrl-C ends it early, with the games played so far."""
    team = new_team(find_players(names), weights)
    start = GAME.start(setup if setup is not None else {"players": len(names)})
    states, rngs = deal_decks(start, games, seed)
    done, spent = play_in_chunks(lambda some, random: play_batch(GAME, some, team, random), states, rngs, CHUNK, report)
    return collect_results([find_player(name) for name in names], np.arange(done), states[:done], spent)


def deal_decks(start: State, games: int, seed: int) -> tuple[States, Any]:
    """Games from this start, and the random words of each: game i depends on the seed and on i only."""
    states = repeat_states(GAME, [start], games)
    rngs = np.array([[split_seed(seed, "deck", i), split_seed(seed, "bots", i)] for i in range(games)], np.uint64)
    shuffle_decks(states, rngs)
    return states, rngs


def play_in_chunks(
    play: Callable[[States, Any], object], states: States, rngs: Any, size: int, report: Callable[[int], None] | None
) -> tuple[int, float]:
    """Play all games, in place: how many were played, in how many seconds of the processor. Ctrl-C ends it early."""
    play(states[:1].copy(), rngs[:1].copy())  # compiled before the clock starts
    begun, done, games = time.process_time(), 0, len(states)
    try:
        for at in range(0, games, size):
            play(states[at : at + size], rngs[at : at + size])
            done = min(at + size, games)
            if report:
                report(done)
    except KeyboardInterrupt:
        if done < 2:
            raise
    return done, time.process_time() - begun


def collect_results(names: Sequence[str], decks: Any, states: States, seconds: float) -> Results:
    """The results of finished games, by their final states."""
    built, lives, moves = (states[field].astype(np.int64) for field in ("score", "lives", "ply"))
    most = int(states[0].colours_used) * int(states[0].ranks_used)
    return Results(tuple(names), decks, built, lives, moves, seconds, most)
