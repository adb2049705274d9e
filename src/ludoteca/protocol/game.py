"""The checked face of a game: it parses, refuses and explains; the compiled rules behind it trust their caller."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from ludoteca.core.arrays import State, of_rows
from ludoteca.core.errors import GameOver, IllegalAction, SetupError, StateError, UnknownName, show_value
from ludoteca.core.rng import Rng, pick_weighted
from ludoteca.protocol.dispatch import register
from ludoteca.protocol.info import GameInfo, Option
from ludoteca.protocol.presentation import Presentation
from ludoteca.protocol.rules import CHANCE, MAX_SEATS, OVER, new_states
from ludoteca.protocol.table import Rules, build_table, check_rules

_CALLED = ("start", "mover", "seats", "legal_actions", "chances", "apply", "returns", "observe", "guess")


class Game(Presentation, ABC):
    """A game to play, search and learn. A subclass names its `info` and `rules`, and knows its notation.
    What front ends ask of it is in `presentation.py`.

    `rules` is a table of the functions of the protocol, with the dtypes of its states and setups.
    States are rows of STATE: read `s.field`, copy with `copy`, compare with `same`.
    """

    info: GameInfo
    rules: Rules

    def __init__(self) -> None:
        check_rules(self.info, self.rules)
        self.state_dtype: np.dtype[Any] = self.rules.state
        self.setup_dtype: np.dtype[Any] = self.rules.setup
        table = build_table(self.info, self.rules)
        register(self.info.name, self.state_dtype, table)
        self.has_evaluation = self.rules.evaluate is not None
        self.has_noise = self.rules.is_noisy is not None
        self._rules = {rule: table[rule] for rule in _CALLED}

    # --- starting --------------------------------------------------------------------------------------------------

    def parse_setup(self, options: Mapping[str, Any] | None = None) -> State:
        """The setup record for named options; those left out have their defaults."""
        options = dict(options or {})
        setup = new_states(self.setup_dtype, 1)[0]
        for option in self.info.options:
            setup[option.name] = _parse_option(option, options.pop(option.name, option.default))
        for name in options:
            raise UnknownName(f"option of {self.info.name}", name, [option.name for option in self.info.options])
        self.check_setup(setup)
        return setup

    def format_setup(self, setup: State) -> dict[str, Any]:
        """The options of a setup record, as `parse_setup` reads them."""
        return {
            option.name: option.choices[int(setup[option.name])] if option.choices else int(setup[option.name])
            for option in self.info.options
        }

    def check_setup(self, setup: State) -> None:
        """Refuse options that are fine one by one but not together. A game overrides this where it must."""

    def start(self, setup: State | Mapping[str, Any] | None = None, **options: Any) -> State:
        """The position before the first action: `start()`, `start(variant="misere")`, `start(setup)`."""
        if setup is None or isinstance(setup, Mapping):
            setup = self.parse_setup({**(setup or {}), **options})
        s = new_states(self.state_dtype, 1)[0]
        self._rules["start"](s, setup)
        return s

    # --- asking ----------------------------------------------------------------------------------------------------

    def mover(self, s: State) -> int:
        """The seat to act, or CHANCE, or OVER."""
        return int(self._rules["mover"](s))

    def is_over(self, s: State) -> bool:
        return self.mover(s) == OVER

    def seats(self, s: State) -> int:
        return int(self._rules["seats"](s))

    def legal_actions(self, s: State) -> list[int]:
        """The legal actions of the seat to act, or the possible outcomes where chance acts; none once over."""
        who = self.mover(s)
        if who == OVER:
            return []
        if who == CHANCE:
            return [outcome for outcome, _ in self.chances(s)]
        out = np.empty(self.info.max_actions, np.int32)
        return out[: self._rules["legal_actions"](s, out)].tolist()

    def chances(self, s: State) -> list[tuple[int, float]]:
        """Where chance acts: the outcomes and their probabilities."""
        if self.mover(s) != CHANCE:
            raise IllegalAction("chance is not to act here")
        out, odds = np.empty(self.info.max_outcomes, np.int32), np.empty(self.info.max_outcomes)
        n = self._rules["chances"](s, out, odds)
        return list(zip(out[:n].tolist(), odds[:n].tolist(), strict=True))

    def draw_chance(self, s: State, rng: Rng) -> int:
        """Where chance acts: one outcome at random."""
        outcomes = self.chances(s)
        odds = np.array([p for _, p in outcomes])
        return outcomes[pick_weighted(rng, odds, len(outcomes))][0]

    def returns(self, s: State) -> list[float]:
        """One number per seat: what has been earned so far, final once the game is over."""
        out = np.zeros(MAX_SEATS)
        self._rules["returns"](s, out)
        return out[: self.seats(s)].tolist()

    def observe(self, s: State, seat: int) -> State:
        """A copy of the state that holds only what this seat may know."""
        view = self.copy(s)
        self._rules["observe"](view, seat)
        return view

    def guess(self, view: State, seat: int, rng: Rng) -> State:
        """A copy of this seat's view, completed at random to a possible whole state."""
        whole = self.copy(view)
        self._rules["guess"](whole, seat, rng)
        return whole

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self, s: State, action: int, legal: list[int] | None = None) -> None:
        """Play an action (or a chance outcome) in place, or raise IllegalAction or GameOver and change nothing.
        `legal` are the legal actions in `s`, from a caller that knows them already."""
        legal = self.legal_actions(s) if legal is None else legal
        if not legal:
            raise GameOver(f"the game is over: {self.describe_result(s)}")
        if action not in legal:
            raise IllegalAction(f"{self._name_safely(s, action)} is not legal here; legal: {self._names(s, legal)}")
        self._rules["apply"](s, action)

    def _names(self, s: State, actions: list[int]) -> str:
        names = [self.format_action(s, action) for action in actions[:24]]
        return ", ".join(names) + (f" and {len(actions) - 24} more" if len(actions) > 24 else "")

    def _name_safely(self, s: State, action: int) -> str:
        """Any integer can be asked for: one that has no name here is shown as it is."""
        try:
            return self.format_action(s, action)
        except (LookupError, ValueError, OverflowError):
            return f"action {action}"

    # --- copies and bytes ------------------------------------------------------------------------------------------

    def copy(self, s: State) -> State:
        twin = new_states(self.state_dtype, 1)
        twin[0] = s
        return twin[0]

    def same(self, a: State, b: State) -> bool:
        return bool(a.tobytes() == b.tobytes())

    def from_bytes(self, data: bytes) -> State:
        """The state that `s.tobytes()` wrote. Trusted but for its length: take it from files of your own only."""
        if len(data) != self.state_dtype.itemsize:
            raise StateError(f"a state of {self.info.name} has {self.state_dtype.itemsize} bytes, not {len(data)}")
        return np.frombuffer(bytearray(data), of_rows(self.state_dtype))[0]

    # --- for people ------------------------------------------------------------------------------------------------

    @abstractmethod
    def format_action(self, s: State, action: int) -> str:
        """What people call this action (or chance outcome) in this position."""

    @abstractmethod
    def parse_action(self, s: State, text: str) -> int:
        """The action that a person means; NotationError if it cannot be read. Need not be legal."""

    @abstractmethod
    def draw(self, s: State) -> str:
        """The position as text, as far as the state given shows it."""

    def describe_result(self, s: State) -> str:
        """One sentence on how the game ended."""
        scores = self.returns(s)
        if self.info.co_operative:
            return f"the team scored {scores[0]:g}"
        best = max(scores)
        winners = [self.info.seat_name(seat) for seat, score in enumerate(scores) if score == best]
        return "a draw" if len(winners) == len(scores) else f"{' and '.join(winners)} won"


def _parse_option(option: Option, value: Any) -> int:
    if option.choices:
        if value not in option.choices:
            raise UnknownName(option.name, value, option.choices)
        return option.choices.index(value)
    try:
        number = int(str(value))
    except ValueError:
        raise SetupError(f"{option.name} must be a whole number, not {show_value(value)}") from None
    if not option.low <= number <= option.high:
        raise SetupError(f"{option.name} must be from {option.low} to {option.high}, not {number}")
    return number
