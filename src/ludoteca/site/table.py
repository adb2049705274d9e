"""A table: a game with its seats, as a fold over events. There is no input, output or clock here, so a table that is
loaded from the store equals the table that was written, event by event."""

import copy
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ludoteca import games
from ludoteca.core.errors import IncompatibleRecord
from ludoteca.core.rng import new_rng
from ludoteca.lab.match import share_forfeit
from ludoteca.lab.record import SearchInfo
from ludoteca.protocol import CHANCE, OVER, WATCHER, Game, State
from ludoteca.site.clock_setup import first_clocks
from ludoteca.site.events import Event, Summary
from ludoteca.site.log import CHECKPOINT, Entry, Log, Telling
from ludoteca.site.texts import FRAME

Kind = Literal["person", "agent", "open"]
MOST_CHANCE = 1_000  # draws at once


@dataclass
class Seat:
    """Who sits there: a person (a client), an agent (a level or a specification), or the person who opens its link."""

    kind: Kind
    client: str | None = None
    agent: str | None = None
    key: str | None = None
    name: str | None = None
    """What somebody was called in a game that was played elsewhere."""


@dataclass(frozen=True)
class TableSetup:
    """What never changes at a table."""

    game: str
    version: str
    options: dict[str, Any]
    seed: int
    seats: tuple[dict[str, Any], ...]
    opening: tuple[int, ...] = ()
    """Actions that were played before anybody sat down: an imported game."""
    think: bool = False
    """Whether people may analyse the running game although others play against them."""
    clock: dict[str, Any] | None = None
    """How much time each seat has (`clocks.py`); None for as much as it likes."""
    public: bool = False
    """Whether the lobby lists it: for anybody to join, and to watch."""
    chat: bool = True
    rated: bool = False


def new_id() -> str:
    return secrets.token_urlsafe(8)


def new_key() -> str:
    return secrets.token_urlsafe(9)


class Table:
    def __init__(self, name: str, maker: str, setup: TableSetup, game: Game | None = None) -> None:
        self.name, self.maker, self.setup = name, maker, setup
        self.game = game or games.load(setup.game)
        if setup.version.partition(".")[0] != self.game.info.version.partition(".")[0]:
            raise IncompatibleRecord(
                f"this table was played by version {setup.version} of {setup.game}; here is {self.game.info.version}"
            )
        self.secretive = self.game.info.hidden or self.game.info.simultaneous
        self.seats = [Seat(**seat) for seat in setup.seats]
        self.state: State = self.game.start(setup.options)
        self._mover: int | None = None  # of this state, once it was asked for
        self._legal: list[int] | None = None  # the same
        self.log = Log()
        self.result: dict[str, Any] | None = None
        self.offer: dict[str, Any] | None = None
        self.offered: dict[int, int] = {}
        """At which ply a seat last offered something: once a turn is enough."""
        self.rematch: str | None = None
        self.clocks = first_clocks(setup.clock, len(self.seats))
        """Milliseconds that each seat has left since the last event that changed them; None without a clock."""
        self.number = 0
        """Events so far."""
        self.turns = 0
        """Grows with everything after which a running search is of no use."""
        self.memo: dict[tuple[Any, ...], Any] = {}
        """Parts of messages that many are sent, by what they are: of this table only."""
        self.fixed: dict[str, str] = {}
        """The same for what never changes: shared with what the table was and becomes."""
        for action in setup.opening:
            self._take(action)

    # --- asking ----------------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        return len(self.log)

    @property
    def mover(self) -> int:
        if self.result is not None:
            return OVER
        if self._mover is None:
            self._mover = self.game.mover(self.state)
        return self._mover

    def legal_actions(self) -> list[int]:
        """Of the seat to act, or the outcomes of chance: computed once a position."""
        if self._legal is None:
            self._legal = [] if self.mover == OVER else self.game.legal_actions(self.state)
        return self._legal

    def seats_of(self, client: str) -> list[int]:
        return [place for place, seat in enumerate(self.seats) if seat.client == client]

    def people(self) -> set[str]:
        return {seat.client for seat in self.seats if seat.client is not None}

    def is_between_people(self) -> bool:
        """Whether more than one person plays, or may still join."""
        return len(self.people()) + sum(seat.kind == "open" for seat in self.seats) > 1

    def viewpoint_of(self, client: str) -> int:
        """Where a client looks from: the seat to act if it is theirs, else their first, else WATCHER."""
        own = self.seats_of(client)
        if self.mover in own:
            return self.mover
        return own[0] if own else WATCHER

    def view(self, viewpoint: int, s: State = None) -> State:
        """What a viewpoint may know of a state (by default the present one); everything, once the game is over. The
        caller must not change it."""
        s = self.state if s is None else s
        if not self.secretive or self.result is not None:
            return s
        return self.game.spectate(s) if viewpoint == WATCHER else self.game.observe(s, viewpoint)

    def state_at(self, ply: int) -> State:
        """The state after so many actions: at most CHECKPOINT of them are played for it."""
        if ply == self.ply:
            return self.game.copy(self.state)
        near = ply - ply % CHECKPOINT
        s = self.game.copy(self.log[near].before)
        for past in range(near, ply):
            self.game.play(s, self.log[past].action)
        return s

    def told(self, entry: Entry, viewpoint: int) -> Telling | None:
        """An action as a viewpoint may know it; everything, once the game is over."""
        if self.result is not None and entry.open is not None:
            return entry.open
        return entry.told[viewpoint if self.secretive else WATCHER]

    def info(self, entry: Entry) -> SearchInfo | None:
        """What an agent reported of its decision, as far as everybody may know it: nothing while something is hidden,
        since what an agent expects tells of what it sees."""
        return None if self.secretive and self.result is None else entry.info

    def evaluation(self) -> float | None:
        return self.log[-1].latest if self.ply else None

    def waiting_for(self) -> str:
        if self.mover == OVER:
            return "nobody"
        return "person" if self.mover >= 0 and self.seats[self.mover].kind != "agent" else "agent"

    def summarise(self) -> Summary:
        """How far it is, for lists that do not load it."""
        content = {
            "seats": [dict(vars(seat)) for seat in self.seats],
            "ply": self.ply,
            "moves": self.log.count,
            "mover": self.mover,
            "result": self.result,
        }
        return Summary(content, self.waiting_for(), tuple(self.people()))

    # --- events ----------------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Apply an event. It is trusted: `actions.py` has checked it, or the store has kept it."""
        data = event.data
        if "clocks" in data:  # only at a table with a clock
            data = {key: value for key, value in data.items() if key != "clocks"}
            self.clocks = event.data["clocks"]
        getattr(self, f"_on_{event.kind}")(**data)
        self.number += 1

    def fork(self, event: Event) -> "Table":
        """What the table becomes when an event happens; this one stays as it is."""
        twin = copy.copy(self)
        if event.kind == "play":
            twin.state = self.game.copy(self.state)
        twin.seats, twin.log, twin.offered = list(self.seats), self.log.copy(), dict(self.offered)
        twin.memo = {}
        twin.apply(event)
        return twin

    def draw_chance(self) -> list[Event]:
        """Let chance act until somebody has to decide; only for a table that nobody else looks at yet."""
        events: list[Event] = []
        while self.mover == CHANCE and len(events) < MOST_CHANCE:
            events.append(self.next_chance())
            self.apply(events[-1])
        return events

    def next_chance(self) -> Event:
        """What chance does next, by the table's seed."""
        rng = new_rng(self.setup.seed, "chance", self.ply)
        return Event("play", {"action": self.game.draw_chance(self.state, rng)})

    def _on_play(self, action: int, evaluation: float | None = None, info: Mapping[str, Any] | None = None) -> None:
        self._take(action, evaluation, None if info is None else SearchInfo(**info))
        self.turns += 1
        self.offer = None

    def _on_undo(self, to: int) -> None:
        self.state, self._mover, self._legal = self.state_at(to), None, None
        self.log.cut(to)
        self.offered.clear()
        self.offer = None
        self.turns += 1

    def _on_resign(self, seat: int, why: str | None = None) -> None:
        returns = share_forfeit(self.game, self.state, seat)
        others = [place for place in range(len(self.seats)) if place != seat]
        name = self.game.info.seat_name(seat)
        self._end(
            returns,
            "forfeited" if why else "resigned",
            others[0] if len(others) == 1 and not self.game.info.co_operative else None,
            f"{name} forfeits: {why}" if why else f"{name} resigned",
            seat=seat,
        )

    def _on_timeout(self, seat: int) -> None:
        others = [place for place in range(len(self.seats)) if place != seat]
        winner = others[0] if len(others) == 1 and not self.game.info.co_operative else None
        returns = self.game.out_of_time(self.state, seat)
        self._end(returns, "timeout", winner, f"{self.game.info.seat_name(seat)} ran out of time", seat=seat)

    def _on_abort(self) -> None:
        self._end([0.0] * len(self.seats), "aborted", None, "the game was aborted")

    def _on_offer(self, kind: str, seat: int) -> None:
        self.offer = {"kind": kind, "seat": seat}
        self.offered[seat] = self.ply

    def _on_answer(self, kind: str, seat: int, accept: bool, to: int | None = None) -> None:
        self.offer = None
        if accept and kind == "draw":
            self._end([0.0] * len(self.seats), "agreed", None, "a draw by agreement")
        elif accept and to is not None:
            self._on_undo(to)

    def _on_join(self, seat: int, client: str) -> None:
        self.seats[seat] = Seat("person", client)

    def _on_level(self, seat: int, agent: str) -> None:
        self.seats[seat] = Seat("agent", agent=agent)
        self.turns += 1

    def _on_rematch(self, table: str) -> None:
        self.rematch = table

    def _take(self, action: int, evaluation: float | None = None, info: SearchInfo | None = None) -> None:
        game, before = self.game, self.game.copy(self.state)
        entry = Entry(self.mover, int(action), evaluation, info)
        told = {language: game.narrate(before, entry.action, language) for language in FRAME.languages}
        entry.events = told if any(told.values()) else {}
        entry.steps = game.steps(before, entry.action)
        entry.before = before if self.ply % CHECKPOINT == 0 else None
        game.play(self.state, entry.action, self.legal_actions())
        self._mover = self._legal = None
        self._tell(entry, before)
        self.log.append(entry)
        if game.is_over(self.state):
            self._end(**find_end(game, self.state))

    def _tell(self, entry: Entry, before: State) -> None:
        """Write into an entry what each viewpoint may know of it, and what everybody will know at the end."""
        told = self.game.format_action(before, entry.action), self.game.show_action(before, entry.action)
        if not self.secretive:
            entry.told[WATCHER] = told
            return
        entry.open = told
        for viewpoint in range(WATCHER, len(self.seats)):
            entry.told[viewpoint] = self._tell_one(before, entry.action, viewpoint)

    def _tell_one(self, before: State, action: int, viewpoint: int) -> Telling | None:
        if not self.game.reveals(before, action, viewpoint):
            return None
        view = self.view(viewpoint, before)
        return self.game.format_action(view, action), self.game.show_action(view, action)

    def _end(self, returns: list[float], code: str, winner: int | None, reason: str, **more: Any) -> None:
        score = {"score": returns[0]} if self.game.info.co_operative else {}
        self.result = {"returns": returns, "code": code, "winner": winner, "reason": reason, **score, **more}
        self.offer = None
        self.turns += 1


def find_end(game: Game, s: State) -> dict[str, Any]:
    """How a game ended that is over by its rules."""
    ended = game.end_code(s)
    most = {"most": ended["most"]} if "most" in ended else {}
    told = {"code": ended["code"], "winner": ended["winner"], "reason": game.describe_result(s)}
    return {"returns": game.returns(s), **told, **most}


def load_table(name: str, maker: str, setup: dict[str, Any], events: list[Event], game: Game | None = None) -> Table:
    """A table from what the store has kept."""
    kept = TableSetup(**{**setup, "seats": tuple(setup["seats"]), "opening": tuple(setup["opening"])})
    table = Table(name, maker, kept, game)
    for event in events:
        table.apply(event)
    return table
