"""A table: a game with its seats, as a fold over events. There is no input, output or clock here, so a table that is
loaded from the store equals the table that was written, event by event."""

from typing import Any

from ludoteca import games
from ludoteca.core.errors import IncompatibleRecord
from ludoteca.core.rng import new_rng
from ludoteca.lab.record import SearchInfo
from ludoteca.protocol import CHANCE, OVER, WATCHER, Game, State
from ludoteca.site.clock_setup import first_clocks
from ludoteca.site.events import Event, Summary
from ludoteca.site.log import CHECKPOINT, Entry, Log, Telling
from ludoteca.site.table_events import EVENTS, take_action
from ludoteca.site.table_setup import Seat, TableSetup

MOST_CHANCE = 1_000  # draws at once


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
            take_action(self, action)

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
        EVENTS[event.kind](self, **data)
        self.number += 1

    def state_changed(self) -> None:
        """What was computed of the state holds no longer."""
        self._mover = self._legal = None

    def fork(self, event: Event) -> "Table":
        """What the table becomes when an event happens; this one stays as it is."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)  # `copy.copy` takes five times as long
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


def load_table(name: str, maker: str, setup: dict[str, Any], events: list[Event], game: Game | None = None) -> Table:
    """A table from what the store has kept."""
    kept = TableSetup(**{**setup, "seats": tuple(setup["seats"]), "opening": tuple(setup["opening"])})
    table = Table(name, maker, kept, game)
    for event in events:
        table.apply(event)
    return table
