"""Playing a game with agents: seats, seeds, clocks, and what each decision was based on."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca import agents
from ludoteca.core.errors import RecordError, SetupError
from ludoteca.core.rng import Rng, below, new_rng, split_seed
from ludoteca.lab.match.clock import Clock, Listener, Player, ask
from ludoteca.lab.match.forfeits import Forfeit, share_forfeit
from ludoteca.lab.record import Record, Result, SearchInfo, info_of
from ludoteca.programs.telling import tell_event
from ludoteca.protocol import CHANCE, Decision, Game, State

Start = State | Mapping[str, Any] | None
"""Where a match begins: options of the game, or a position."""


@dataclass(frozen=True)
class Streams:
    """Where the randomness of one game comes from. `Streams.split(seed, seats)` makes the usual ones."""

    seed: int
    """What the record says."""
    chance: Rng
    opening: Rng
    seats: Sequence[int | None]
    """A seed for each agent; None leaves the agent's random numbers as they are."""

    @classmethod
    def split(cls, seed: int, seats: int) -> "Streams":
        """Chance, the opening and every agent get seeds of their own, split from one."""
        seeds = [split_seed(seed, "seat", seat) for seat in range(seats)]
        return cls(seed, new_rng(seed, "chance"), new_rng(seed, "opening"), seeds)


@dataclass(frozen=True)
class Conditions:
    """What a match is played under."""

    clock: Clock = field(default_factory=Clock)
    opening: int = 0
    """So many first actions of the seats are drawn at random, so that agents that always do the same meet different
    games, and the same games from every seat."""


@dataclass(frozen=True)
class Turn:
    """An action about to be played. `state` is the position before it: copy it to keep it."""

    ply: int
    state: State
    seat: int
    """The seat to act, or CHANCE."""
    action: int
    decision: Decision | None
    """None where chance acts, and in the random opening."""
    info: SearchInfo | None


@dataclass(frozen=True)
class Match:
    """A finished (or broken off) game."""

    game: Game
    seed: int
    setup: dict[str, Any] | None
    """The options that it began with; None if it began in a given position."""
    seats: tuple[dict[str, Any], ...]
    """Who sat where."""
    actions: tuple[int, ...]
    movers: tuple[int, ...]
    """For each action the seat that acted, or CHANCE."""
    infos: tuple[SearchInfo | None, ...]
    """For each action what the agent reported; None for chance and random openings."""
    result: Result | None
    """None if it was broken off."""
    final: State
    seconds: tuple[tuple[float, ...], ...]
    """How long each seat thought, decision by decision."""

    @property
    def record(self) -> Record:
        """The record that replays this game."""
        if self.setup is None:
            raise RecordError("a match that began in a given position has no record: begin it with options instead")
        info = self.game.info
        return Record(
            info.name, info.version, self.setup, self.seed, self.seats, self.actions, self.result, infos=self.infos
        )


class OngoingMatch:
    """A game under way: iterate over `turns()`, then ask for the `finish()`."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player | str],
        seed: int | Streams = 0,
        start: Start = None,
        conditions: Conditions | None = None,
    ) -> None:
        """Players are agents, or specifications of agents."""
        self.game, self.conditions = game, conditions or Conditions()
        self.setup = None if _is_state(start) else game.format_setup(game.parse_setup(start))
        self.state = game.copy(start) if _is_state(start) else game.start(start)
        if len(players) != game.seats(self.state):
            raise SetupError(f"this setup of {game.info.name} has {game.seats(self.state)} seats, not {len(players)}")
        self.streams = Streams.split(seed, len(players)) if isinstance(seed, int) else seed
        self.players = [agents.make_from_spec(p, game) if isinstance(p, str) else p for p in players]
        self.actions: list[int] = []
        self.movers: list[int] = []
        self.infos: list[SearchInfo | None] = []
        self.seconds: list[list[float]] = [[] for _ in players]
        self.result: Result | None = None
        self.opening = self.conditions.opening
        """Random actions still to come."""
        self._seat_players()

    def _seat_players(self) -> None:
        described = []
        for player, seed in zip(self.players, self.streams.seats, strict=True):
            if hasattr(player, "forget"):
                player.forget()
            if hasattr(player, "reseed") and seed is not None:
                player.reseed(seed)
            if isinstance(player, Listener):
                player.begin(self.setup, self.conditions.clock.tell())
            described.append(player.describe() if hasattr(player, "describe") else {"agent": type(player).__name__})
        self.described = tuple(described)
        self.listeners = [(seat, player) for seat, player in enumerate(self.players) if isinstance(player, Listener)]

    def turns(self) -> Iterator[Turn]:
        """Every action before it is played. Leave the loop early to break the game off."""
        game, s = self.game, self.state
        while not game.is_over(s):
            who = game.mover(s)
            try:
                turn = self._next_turn(s, who)
            except Forfeit as reason:
                self.result = Result(tuple(share_forfeit(game, s, who)), f"seat {who} forfeits: {reason}", who)
                self._tell_end(self.result)
                return
            yield turn
            for seat, listener in self.listeners:
                listener.hear(tell_event(game, s, turn.ply, turn.action, seat))
            game.play(s, turn.action)
            self.actions.append(turn.action)
            self.movers.append(who)
            self.infos.append(turn.info)
        self.result = Result(tuple(game.returns(s)), game.describe_result(s))
        self._tell_end(self.result)

    def _tell_end(self, result: Result) -> None:
        for seat, listener in self.listeners:
            listener.end(result.returns, result.reason, seat)

    def _next_turn(self, s: State, who: int) -> Turn:
        ply = len(self.actions)
        if who == CHANCE:
            return Turn(ply, s, who, self.game.draw_chance(s, self.streams.chance), None, None)
        if self.opening > 0:
            self.opening -= 1
            legal = self.game.legal_actions(s)
            return Turn(ply, s, who, legal[below(self.streams.opening, len(legal))], None, None)
        decision, seconds = self._ask(s, who)
        return Turn(ply, s, who, decision.action, decision, info_of(decision.analysis, seconds))

    def _ask(self, s: State, who: int) -> tuple[Decision, float]:
        """The decision of the seat to act and how long it took, or Forfeit."""
        limit = self.conditions.clock.seconds_for(sum(self.seconds[who]))
        player = self.players[who]
        if isinstance(player, Listener):
            player.give_time(limit)
        started = time.perf_counter()
        decision = ask(player, self.game.observe(s, who), limit)
        seconds = time.perf_counter() - started
        self.seconds[who].append(seconds)
        if type(decision.action) is not int or decision.action not in self.game.legal_actions(s):
            raise Forfeit(f"illegal action {decision.action!r}")
        return decision, seconds

    def finish(self) -> Match:
        """What has been played; the result is there once the turns have run out."""
        return Match(
            game=self.game, seed=self.streams.seed, setup=self.setup, seats=self.described,
            actions=tuple(self.actions), movers=tuple(self.movers), infos=tuple(self.infos),
            result=self.result, final=self.state, seconds=tuple(tuple(row) for row in self.seconds),
        )  # fmt: skip


def _is_state(start: Start) -> bool:
    return isinstance(start, np.void)


def play_match(
    game: Game,
    players: Sequence[Player | str],
    seed: int | Streams = 0,
    start: Start = None,
    conditions: Conditions | None = None,
) -> Match:
    """Play one game to its end. The same seed plays the same game."""
    ongoing = OngoingMatch(game, players, seed, start, conditions)
    for _ in ongoing.turns():
        pass
    return ongoing.finish()


def play_series(
    game: Game,
    players: Sequence[Player | str],
    times: int,
    seed: int = 0,
    start: Start = None,
    conditions: Conditions | None = None,
) -> Iterator[tuple[int, tuple[int, ...], Match]]:
    """Play many games, the players moving one seat on from game to game: yields (game number, who sat where, match).

    The games of one round of rotations share their deal: every player meets the same luck from every seat.
    """
    n = len(players)
    seated = [agents.make_from_spec(p, game) if isinstance(p, str) else p for p in players]
    for i in range(times):
        seating = tuple((seat + i) % n for seat in range(n))
        deal = split_seed(seed, "game", i // n)
        yield i, seating, play_match(game, [seated[k] for k in seating], deal, start, conditions)
