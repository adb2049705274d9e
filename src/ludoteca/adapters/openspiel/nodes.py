"""Positions of our games as immutable nodes, read by one compiled call each: what OpenSpiel's states point to."""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.adapters.setting import Setting, read_setting
from ludoteca.core.arrays import State
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng
from ludoteca.protocol import CHANCE, MAX_SEATS, OVER, Encoder, Game, new_actions
from ludoteca.protocol.rules import apply, chances, guess, legal_actions, mover, observe, returns


@compiled
def play(states: Any, action: int) -> None:
    apply(states[0], action)


@compiled
def blank(states: Any, seat: int) -> None:
    observe(states[0], seat)


@compiled
def complete(states: Any, seat: int, rng: Rng) -> None:
    guess(states[0], seat, rng)


def copy_states(states: Any) -> Any:
    """A copy of every byte: NumPy's own leaves out those between the fields, and bytes are hashed here."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


@cache
def make_reader(encoder: Encoder) -> Callable[..., int]:
    output_of = encoder.output_of

    @compiled
    def read(states: Any, views: Any, out: Any, odds: Any, numbers: Any, earned: Any, count: Any) -> int:
        """Who is to act, the legal actions with their classes (or the outcomes of chance with their odds), and the
        returns so far."""
        s = states[0]
        returns(s, earned)
        who = as_int(mover(s))
        count[0] = 0
        if who == CHANCE:
            count[0] = chances(s, out, odds)
        elif who != OVER:
            views[0] = s
            observe(views[0], who)
            count[0] = legal_actions(s, out)
            for k in range(count[0]):
                numbers[k] = output_of(views[0], as_int(out[k]))
        return who

    return read


_tables: dict[Any, "Table"] = {}  # those of this process, by what they are for


def find_table(game: Game, encoder: str | None, options: Mapping[str, Any]) -> "Table":
    """The table of a game with these options: one for all who ask for it."""
    key = (game.info.name, encoder, tuple(sorted(options.items())))
    if key not in _tables or _tables[key].setting.game is not game:
        _tables[key] = Table(read_setting(game, encoder, options), key)
    return _tables[key]


def restore_table(key: Any) -> "Table":
    """The table that was pickled: OpenSpiel serialises states, also for other processes."""
    return _tables[key] if key in _tables else find_table(games.load(key[0]), key[1], dict(key[2]))


def restore_node(table: "Table", path: list[bytes], known: dict[int, bytes]) -> "Node":
    node = None
    for data in path:
        node = Node(table, np.frombuffer(bytearray(data), table.setting.game.state_dtype), node)
    assert node is not None
    node.known.update(known)
    return node


class Table:
    """What the nodes of one game share. Copies of a node's owner share it, too."""

    def __init__(self, setting: Setting, key: Any) -> None:
        self.key = key
        info = setting.game.info
        self.setting, self.seats = setting, setting.seats
        self.open = not (info.hidden or info.simultaneous)
        self.read = make_reader(setting.encoder)
        self.views = np.zeros(1, setting.game.state_dtype)
        self.out = new_actions(setting.game)
        self.odds = np.zeros(max(1, info.max_outcomes))
        self.numbers, self.count = np.zeros(info.max_actions, np.int64), np.zeros(1, np.int64)
        self.root = self.make(setting.first, None)

    def make(self, state: State, parent: "Node | None") -> "Node":
        states = np.zeros(1, self.setting.game.state_dtype)
        states[0] = state
        return Node(self, states, parent)

    def __deepcopy__(self, memo: Any) -> "Table":
        return self

    def __reduce__(self) -> Any:
        return restore_table, (self.key,)


class Node:
    """A position. Its actions have the numbers of the encoder's classes, chance's outcomes are numbered from 0."""

    def __init__(self, table: Table, states: Any, parent: "Node | None") -> None:
        self.table, self.states, self.parent = table, states, parent
        earned = np.zeros(MAX_SEATS)
        self.who: int = table.read(states, table.views, table.out, table.odds, table.numbers, earned, table.count)
        n = int(table.count[0])
        self.earned: list[float] = earned[: table.seats].tolist()
        self.actions: dict[int, int] = {}
        self.odds: list[float] = []
        if self.who == CHANCE:
            self.odds = table.odds[:n].tolist()
            self.actions = dict(enumerate(table.out[:n].tolist()))
        elif self.who != OVER:
            self.actions = dict(sorted(zip(table.numbers[:n].tolist(), table.out[:n].tolist(), strict=True)))
        self.known: dict[int, bytes] = {}

    def __deepcopy__(self, memo: Any) -> "Node":
        return self

    def __reduce__(self) -> Any:
        path: list[bytes] = [self.states.tobytes()]
        node = self.parent
        while node is not None:
            path.append(node.states.tobytes())
            if self.table.open and node.who >= 0:
                break  # rewards need the last decision; what a seat has seen before counts only where things are hidden
            node = node.parent
        return restore_node, (self.table, path[::-1], self.known)

    @property
    def state(self) -> State:
        return self.states.view(np.recarray)[0]

    @cached_property
    def rewards(self) -> list[float]:
        """What each seat has earned since the last decision."""
        last = self.parent
        while last is not None and last.who < 0:
            last = last.parent
        before = last.earned if last else [0.0] * len(self.earned)
        return [now - then for now, then in zip(self.earned, before, strict=True)]

    def child(self, number: int) -> "Node":
        states = copy_states(self.states)
        play(states, self.actions[number])
        return Node(self.table, states, self)

    def view(self, seat: int) -> Any:
        """An array of one state: what this seat may know."""
        states = copy_states(self.states)
        blank(states, seat)
        return states

    def information(self, seat: int) -> bytes:
        """A hash of all that this seat has seen since the beginning: equal for positions that it cannot tell apart.
        Where everything is open, of the position alone."""
        if seat not in self.known:
            node: Node | None = self
            missing = []
            while node is not None and seat not in node.known:
                missing.append(node)
                node = None if self.table.open else node.parent
            before = node.known[seat] if node is not None else b""
            for item in reversed(missing):
                before = item.known[seat] = hashlib.blake2b(before + item.view(seat).tobytes(), digest_size=12).digest()
        return self.known[seat]

    def guess(self, seat: int, rng: Rng) -> "Node":
        """A position that is possible for what this seat knows, drawn at random. It knows the same there."""
        states = self.view(seat)
        complete(states, seat, rng)
        twin = Node(self.table, states, None)
        twin.known[seat] = self.information(seat)
        return twin
