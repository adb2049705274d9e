"""A game of OpenSpiel as rows: a state is the list of its actions, and Python's states are found by a hash of it."""

import ctypes
import zlib
from typing import Any

import numpy as np

from ludoteca.adapters.openspiel.callbacks import GAMES, call_actions, call_advance, call_begin, call_outcomes
from ludoteca.core.arrays import Actions, FloatArray, State
from ludoteca.core.jit import as_int, compiled, compiles
from ludoteca.protocol import CHANCE, OVER, Rules, state_dtype

KEPT = 20_000  # Python's states that are kept; others are played again from their actions
SETUP = state_dtype(("unused", np.int8))


class SpielRows:
    """The states of one game, between rows and `pyspiel.State`."""

    def __init__(self, name: str, game: Any) -> None:
        self.game, self.seats = game, game.num_players()
        self.number = zlib.crc32(name.encode())
        most = max(game.num_distinct_actions(), game.max_chance_outcomes())
        self.longest = max(1, game.max_history_length())
        self.dtype = state_dtype(
            ("key", np.int64),  # a hash of the actions
            ("earned", np.float64, (self.seats,)),
            ("length", np.int32),  # actions so far
            ("who", np.int8),  # the seat to act, CHANCE or OVER
            (name, np.int8),  # nothing: two games of one size must be told apart
            ("actions", np.uint16 if most <= 65_536 else np.int32, (self.longest,)),
        )
        self.error: Exception | None = None
        self._memory = ctypes.c_char * self.dtype.itemsize
        self._states: dict[int, Any] = {}
        GAMES[self.number] = self

    # --- rows and states -------------------------------------------------------------------------------------------

    def row_at(self, address: int) -> Any:
        memory: Any = self._memory.from_address(address)
        return np.frombuffer(memory, self.dtype)[0]

    def find(self, row: Any) -> Any:
        """Python's state behind a row. It is shared: clone it before it changes."""
        state = self._states.get(int(row["key"]))
        if state is None:
            state = self.game.new_initial_state()
            for action in row["actions"][: row["length"]].tolist():
                state.apply_action(action)
            self._keep(int(row["key"]), state)
        return state

    def _keep(self, key: int, state: Any) -> None:
        if len(self._states) >= KEPT:
            for old in list(self._states)[: KEPT // 2]:
                self._states.pop(old, None)
        self._states[key] = state

    def _describe(self, row: Any, state: Any) -> None:
        who = int(state.current_player())
        row["who"] = OVER if state.is_terminal() else CHANCE if state.is_chance_node() else who
        row["earned"] = state.returns()

    # --- the rules -------------------------------------------------------------------------------------------------

    def begin(self, row: Any) -> int:
        row["key"], row["length"] = self.number, 0
        self._describe(row, self.find(row))
        return 0

    def advance(self, row: Any, action: int) -> int:
        """Play an action in place; returns how many have been played."""
        state = self.find(row).clone()
        state.apply_action(action)
        key = hash((int(row["key"]), int(action)))
        row["actions"][row["length"]] = action
        row["length"] += 1
        row["key"] = key
        self._keep(key, state)
        self._describe(row, state)
        return int(row["length"])

    def list_actions(self, row: Any) -> list[int]:
        return list(self.find(row).legal_actions())

    def list_outcomes(self, row: Any) -> list[tuple[int, float]]:
        return list(self.find(row).chance_outcomes())

    def fail(self, row: Any, error: Exception) -> None:
        row["who"] = OVER
        self.error = error


def make_rules(rows: SpielRows, stochastic: bool) -> Rules:
    """The table of rules: compiled functions that call back, or Python's where nothing is compiled."""
    start, legal_actions, apply, chances = _make_calls(rows) if compiles else _make_plain(rows)
    seats = rows.seats

    @compiled
    def mover(s: State) -> int:
        return as_int(s.who)

    @compiled
    def returns(s: State, out: FloatArray) -> None:
        for seat in range(seats):
            out[seat] = s.earned[seat]

    @compiled
    def key(s: State, words: Any) -> int:
        return as_int(s.key)

    functions = (start, mover, legal_actions, apply, returns, key, *((chances,) if stochastic else ()))
    return Rules.of(rows.dtype, SETUP, *functions)


def _make_calls(rows: SpielRows) -> tuple[Any, ...]:
    number = rows.number

    @compiled
    def start(s: State, setup: State) -> None:
        call_begin(number, s)

    @compiled
    def legal_actions(s: State, out: Actions) -> int:
        return as_int(call_actions(number, s, out))

    @compiled
    def apply(s: State, action: int) -> None:
        call_advance(number, s, action)

    @compiled
    def chances(s: State, out: Actions, p: FloatArray) -> int:
        return as_int(call_outcomes(number, s, out, p))

    return start, legal_actions, apply, chances


def _make_plain(rows: SpielRows) -> tuple[Any, ...]:
    def start(s: State, setup: State) -> None:
        rows.begin(s)

    def legal_actions(s: State, out: Actions) -> int:
        actions = rows.list_actions(s)
        out[: len(actions)] = actions
        return len(actions)

    def apply(s: State, action: int) -> None:
        rows.advance(s, action)

    def chances(s: State, out: Actions, p: FloatArray) -> int:
        outcomes = rows.list_outcomes(s)
        out[: len(outcomes)], p[: len(outcomes)] = [o for o, _ in outcomes], [c for _, c in outcomes]
        return len(outcomes)

    return start, legal_actions, apply, chances
