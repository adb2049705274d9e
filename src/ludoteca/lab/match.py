"""Matches: agents at the seats, seeds, clocks, and a stated rule for whoever breaks them.

An agent **forfeits** the game if it answers with an illegal action, raises an error, or is late. The match goes on:
- where returns add up to a constant, the offender gets the least possible return and the others share the rest;
- in a co-operative game the whole team gets the least possible return;
- otherwise the offender gets the least possible return and the others keep what they have earned.

A clock gives seconds for each action, for the whole game, or both. When they are used up the search is told to stop;
an agent that has not answered half a second later is late. Its thread is left behind.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludoteca.core.errors import LudotecaError, SetupError
from ludoteca.core.rng import below, new_rng, split_seed
from ludoteca.lab.record import Record, Result
from ludoteca.protocol import CHANCE, Decision, Game, State, Watch

GRACE = 0.5  # seconds between the call to stop and being late


class Player(Protocol):
    """What a match needs of an agent. Those of `ludoteca.agents` have it, and so may anybody's."""

    def decide(self, view: State, budget: Any = None, watch: Watch | None = None) -> Decision: ...


@dataclass(frozen=True)
class Clock:
    """Seconds that a seat may think: for one action, and for all of its actions together."""

    per_action: float | None = None
    per_game: float | None = None

    def __post_init__(self) -> None:
        for name in ("per_action", "per_game"):
            value = getattr(self, name)
            if value is not None and not 0.001 <= value <= 10**6:
                raise SetupError(f"the clock's {name} must be from 0.001 to 1000000 seconds, not {value!r}")

    def seconds_for(self, used: float) -> float | None:
        limits = [
            limit
            for limit in (self.per_action, None if self.per_game is None else self.per_game - used)
            if limit is not None
        ]
        return max(0.0, min(limits)) if limits else None


@dataclass(frozen=True)
class Match:
    """A finished (or broken off) game and how long each seat thought."""

    record: Record
    seconds: tuple[tuple[float, ...], ...] = ()


class Forfeit(Exception):
    """An agent broke a rule of the match."""


def play_match(
    game: Game,
    players: Sequence[Player],
    seed: int = 0,
    setup: Mapping[str, Any] | None = None,
    clock: Clock | None = None,
    on_action: Callable[[State, int, int], None] | None = None,
    opening: int = 0,
) -> Match:
    """Play one game. `on_action(state, who, action)` is called before each action is played.

    The first `opening` actions of the seats are drawn at random from the seed, so that players who always do the same
    meet different games, and the same games from every seat.

    Chance and every agent get seeds of their own, split from `seed`: the same seed plays the same game.
    """
    clock = clock or Clock()
    s = game.start(setup)
    if len(players) != game.seats(s):
        raise SetupError(f"this setup of {game.info.name} has {game.seats(s)} seats, not {len(players)}")
    table = _Table(game, players, seed, clock)
    actions: list[int] = []
    result = None
    while not game.is_over(s):
        who = game.mover(s)
        try:
            if who == CHANCE:
                action = game.draw_chance(s, table.rng)
            elif opening > 0:
                opening -= 1
                action = table.draw_opening(s)
            else:
                action = table.ask(s, who)
        except Forfeit as reason:
            result = Result(tuple(share_forfeit(game, s, who)), f"seat {who} forfeits: {reason}", who)
            break
        if on_action:
            on_action(s, who, action)
        game.play(s, action)
        actions.append(action)
    if result is None:
        result = Result(tuple(game.returns(s)), game.describe_result(s))
    options = game.format_setup(game.parse_setup(setup))
    record = Record(game.info.name, game.info.version, options, seed, tuple(table.described), tuple(actions), result)
    return Match(record, tuple(tuple(row) for row in table.seconds))


@dataclass
class _Table:
    """The seats of one game: who sits there, how long they thought, and the chance of the game."""

    game: Game
    players: Sequence[Player]
    seed: int
    clock: Clock
    seconds: list[list[float]] = field(default_factory=list)
    described: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = new_rng(self.seed, "chance")
        self.opening_rng = new_rng(self.seed, "opening")
        for seat, player in enumerate(self.players):
            self.seconds.append([])
            if hasattr(player, "forget"):
                player.forget()
            if hasattr(player, "reseed"):
                player.reseed(split_seed(self.seed, "seat", seat))
            self.described.append(_describe(player))

    def draw_opening(self, s: State) -> int:
        """A legal action at random."""
        legal = self.game.legal_actions(s)
        return legal[below(self.opening_rng, len(legal))]

    def ask(self, s: State, who: int) -> int:
        """The action of the seat to act, or Forfeit."""
        limit = self.clock.seconds_for(sum(self.seconds[who]))
        started = time.perf_counter()
        action = _answer(self.players[who], self.game.observe(s, who), limit)
        self.seconds[who].append(time.perf_counter() - started)
        if type(action) is not int or action not in self.game.legal_actions(s):
            raise Forfeit(f"illegal action {action!r}")
        return action


def _describe(player: Player) -> dict[str, Any]:
    if hasattr(player, "describe"):
        told: dict[str, Any] = player.describe()
        return told
    return {"agent": type(player).__name__}


def _answer(player: Player, view: State, limit: float | None) -> Any:
    """Ask for a decision, in a thread of its own where there is a clock."""
    if limit is None:
        return _guarded(player, view, Watch())
    if limit <= 0:
        raise Forfeit("out of time")
    watch = Watch()
    answers: list[Any] = []
    thread = threading.Thread(target=lambda: answers.append(_caught(player, view, watch)), daemon=True)
    thread.start()
    thread.join(limit)
    if thread.is_alive():
        watch.stop()
        thread.join(GRACE)
    if not answers:
        raise Forfeit(f"late: no answer within {limit:g} s")
    if isinstance(answers[0], Forfeit):
        raise answers[0]
    return answers[0]


def _caught(player: Player, view: State, watch: Watch) -> Any:
    try:
        return _guarded(player, view, watch)
    except Forfeit as reason:
        return reason


def _guarded(player: Player, view: State, watch: Watch) -> Any:
    """The action of a decision; an error of the agent becomes a forfeit."""
    try:
        return player.decide(view, None, watch).action
    except KeyboardInterrupt:
        raise
    except LudotecaError as error:
        raise Forfeit(f"error: {error}") from error
    except Exception as error:
        raise Forfeit(f"crashed: {type(error).__name__}: {error}") from error


def share_forfeit(game: Game, s: State, offender: int) -> list[float]:
    """The returns of a game that one seat forfeits: see the head of this module."""
    info = game.info
    others = game.seats(s) - 1
    if info.co_operative:
        return [info.min_return] * (others + 1)
    if info.zero_sum or info.utility == "constant-sum":
        total = 0.0 if info.zero_sum else info.max_return + others * info.min_return
        rest = min(info.max_return, (total - info.min_return) / others) if others else 0.0
        return [info.min_return if seat == offender else rest for seat in range(others + 1)]
    earned = game.returns(s)
    return [info.min_return if seat == offender else earned[seat] for seat in range(others + 1)]


def play_series(
    game: Game,
    players: Sequence[Player],
    times: int,
    seed: int = 0,
    setup: Mapping[str, Any] | None = None,
    clock: Clock | None = None,
) -> Iterator[tuple[int, tuple[int, ...], Match]]:
    """Play many games, the players moving one seat on from game to game: yields (game number, who sat where, match).

    Games in a round of rotations share their chance, so every player meets the same luck from every seat.
    """
    n = len(players)
    for i in range(times):
        sitting = tuple((seat + i) % n for seat in range(n))
        match = play_match(game, [players[k] for k in sitting], split_seed(seed, "game", i // n), setup, clock)
        yield i, sitting, match
