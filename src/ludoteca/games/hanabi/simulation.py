"""A table of bots that plays many games, compiled: for studies. Notes are kept as the game goes, not rebuilt."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.errors import UnknownName
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import shuffle, split_seed
from ludoteca.games.hanabi.bots import BOTS, HAT, SMART_FAMILY, cheat, decide_at_sight, decide_by_notes, hat, smart_notes
from ludoteca.games.hanabi.bots.smart_net import policy
from ludoteca.games.hanabi.rules import apply
from ludoteca.games.hanabi.state import DECK, KINDS, MAX_ACTIONS, MAX_HAND, MAX_PLAYERS, NONE, STATE
from ludoteca.games.hanabi.views import observe
from ludoteca.protocol import Game, State, new_states

CHEAT = len(BOTS)
PLAYERS = (*BOTS, "cheat")
CHUNK = 500


@compiled
def deal_deck(s: Any, rng: Any) -> None:
    """Shuffle the whole deck and give it to a first position."""
    n = 0
    for card in range(KINDS):
        for _ in range(as_int(s.left[card])):
            s.cards[n] = card
            n += 1
    shuffle(rng, s.cards, n)


@compiled
def play_game(
    start: Any, tables: Any, bots: Any, weights: Any, notes: Any, hats: Any, out: Any, deck_rng: Any, rng: Any
) -> None:  # fmt: skip
    """Play a first position to its end in tables[0]. `notes` and `hats` hold what each seat keeps in mind; `weights`
    are those of keen."""
    tables[0] = start
    s = tables[0]
    deal_deck(s, deck_rng)
    open_notes(s, bots, notes, hats)
    while not s.over:
        settle_notes(s, bots, notes)
        seat = as_int(s.turn)
        action = choose(s, tables, seat, as_int(bots[seat]), weights, notes, hats, out, rng)
        make_move(s, bots, notes, hats, out, action)


@compiled
def open_notes(s: Any, bots: Any, notes: Any, hats: Any) -> None:
    """Deal the hands; each seat begins what it keeps in mind."""
    while s.drawer != NONE:
        apply(s, as_int(s.cards[s.drawn]))
    for viewer in range(as_int(s.players)):
        if bots[viewer] in SMART_FAMILY:
            smart_notes.begin(s, notes[viewer])
        elif bots[viewer] == HAT:
            hat.begin(s, hats[viewer])


@compiled
def settle_notes(s: Any, bots: Any, notes: Any) -> None:
    for viewer in range(as_int(s.players)):
        if bots[viewer] in SMART_FAMILY:
            smart_notes.settle(s, notes[viewer])


@compiled
def make_move(s: Any, bots: Any, notes: Any, hats: Any, out: Any, action: int) -> None:
    """Each seat takes note of a move, then it is made, and a card is drawn for it."""
    for viewer in range(as_int(s.players)):
        if bots[viewer] in SMART_FAMILY:
            smart_notes.update_notes(s, notes[viewer], viewer, action)
        elif bots[viewer] == HAT:
            hat.update_notes(s, hats[viewer], viewer, action, out)
    apply(s, action)
    while s.drawer != NONE and not s.over:
        apply(s, as_int(s.cards[s.drawn]))


@compiled
def choose(
    s: Any, tables: Any, seat: int, bot: int, weights: Any, notes: Any, hats: Any, out: Any, rng: Any
) -> int:  # fmt: skip
    """The move of a bot, from the view of its seat (but for cheat)."""
    if bot == CHEAT:
        return cheat.decide(s, seat)
    tables[1] = s
    view = tables[1]
    observe(view, seat)
    if bot in SMART_FAMILY:
        return decide_by_notes(view, notes[seat], seat, bot, weights)
    if bot == HAT:
        spare = MAX_PLAYERS
        hats[spare] = hats[seat]
        return hat.decide(view, hats[spare], seat, hats[spare + 1, 0], out)
    return decide_at_sight(view, seat, bot, out, rng)


@compiled
def play_many(start: Any, tables: Any, bots: Any, weights: Any, seeds: Any, found: Any) -> None:
    """A game for each pair of seeds (deck, bots): cards built, lives left and moves of each."""
    notes = np.zeros((MAX_PLAYERS, MAX_PLAYERS, MAX_HAND), np.int64)
    hats = np.zeros((MAX_PLAYERS + 2, MAX_PLAYERS, MAX_HAND, KINDS), np.int64)
    out = np.zeros(MAX_ACTIONS, np.int32)
    for i in range(len(seeds)):
        play_game(start, tables, bots, weights, notes, hats, out, seeds[i, :1], seeds[i, 1:])
        found[i, 0], found[i, 1], found[i, 2] = tables[0].score, tables[0].lives, tables[0].ply


@dataclass(frozen=True)
class Results:
    """What a table of bots did: one entry a game."""

    bots: tuple[str, ...]
    decks: Any
    """The numbers of the decks."""
    built: Any
    lives: Any
    moves: Any
    seconds: float
    """CPU-seconds, compilation apart."""
    most: int

    @property
    def zero(self) -> Any:
        """Scores where a strike-out counts zero."""
        return np.where(self.lives > 0, self.built, 0)


def find_bots(names: Sequence[str]) -> Any:
    """The numbers of bots (and of cheat)."""
    for name in names:
        if name not in PLAYERS:
            raise UnknownName("bot of hanabi", name, PLAYERS)
    return np.array([PLAYERS.index(name) for name in names], np.int64)


def play_table(
    game: Game,
    names: Sequence[str],
    games: int,
    seed: int,
    setup: State | None = None,
    report: Callable[[int], None] | None = None,
    weights: Any = policy.LEARNED,
) -> Results:
    """Let bots play; the deck of game i depends on the seed and on i only, so tables can be compared deck by deck.
    `weights` are those of keen. Ctrl-C ends it early, with the games played so far."""
    bots = find_bots(names)
    start = game.start(setup if setup is not None else {"players": len(names)})
    tables = new_states(STATE, 2)
    seeds = np.array([[split_seed(seed, "deck", i), split_seed(seed, "bots", i)] for i in range(games)], np.uint64)
    found = np.zeros((games, 3), np.int64)
    play_many(start, tables, bots, weights, seeds[:1].copy(), found[:1])
    begun = time.process_time()
    done = 0
    try:
        for at in range(0, games, CHUNK):
            play_many(start, tables, bots, weights, seeds[at : at + CHUNK], found[at : at + CHUNK])
            done = min(at + CHUNK, games)
            if report:
                report(done)
    except KeyboardInterrupt:
        if done < 2:
            raise
        found = found[:done]
    spent = time.process_time() - begun
    most = int(start.colours_used) * int(start.ranks_used)
    return Results(tuple(names), np.arange(len(found)), found[:, 0], found[:, 1], found[:, 2], spent, most)


__all__ = ["DECK", "PLAYERS", "Results", "play_table"]
