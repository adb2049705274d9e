"""How a generic name finds a game's own function: by the type of the state that it is called with.

Compiled callers look it up once, while they are compiled, and get a direct call; plain Python looks it up at each call.
So a search that is written with generic names is specialised per game by its ordinary signature, and Numba's cache on
disk works for it.
"""

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numba import from_dtype
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global

from ludoteca.core.arrays import State
from ludoteca.core.code_key import add_rules
from ludoteca.core.code_values import add_generic
from ludoteca.core.errors import RulesError, near_misses
from ludoteca.core.jit import compiles

Rule = Callable[..., Any]
F = TypeVar("F", bound=Rule)

_games: dict[Any, Mapping[str, Rule]] = {}  # dtype, or Numba's type of it -> {rule name: function}
_parameters: dict[str, tuple[str, ...]] = {}  # rule name -> the names of its parameters


def register(name: str, dtype: np.dtype[Any], table: Mapping[str, Rule]) -> None:
    """Make the rules of a game known. Refuses a dtype that another game has: the two could not be told apart."""
    kind = from_dtype(dtype)
    if kind in _games:
        raise RulesError(f"{name}: a game with an equal state dtype is registered already; rename or add a field")
    _games[dtype] = _games[kind] = table
    add_rules(dtype, kind, table)


def plain_function(function: Rule) -> Rule:
    """The Python function behind a compiled one."""
    return getattr(function, "py_func", function)


def count_parameters(function: Rule) -> int:
    return len(inspect.signature(plain_function(function)).parameters)


def find_rule(dtype: np.dtype[Any], rule: str) -> Rule:
    """A game's own function (or the default) behind a generic name."""
    return _games[dtype][rule]


def rule_of(s: State, rule: str) -> Rule:
    """The same for a state: what generic functions call in plain Python."""
    return _games[s.dtype][rule]


def parameters_of(rule: str) -> tuple[str, ...]:
    """What a rule is called with, by name: ("s", "action") for `apply`."""
    return _parameters[rule]


def dispatched(generic: F) -> F:
    """Let compiled callers resolve this function by the type of its first argument, too."""
    _parameters[generic.__name__] = tuple(inspect.signature(generic).parameters)
    if compiles:
        template = _make_template(generic)
        infer(template)
        infer_global(generic, types.Function(template))
        add_generic(generic, template.generic)
    return generic


def _make_template(name: Rule) -> Any:
    """What Numba asks about a call of a generic function: it stands for the game's own, with nothing in between."""

    class Template(AbstractTemplate):
        key = name

        def generic(self, args: Any, kws: Any) -> Any:
            return self.find(args).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return self.find(sig.args).get_impl_key(sig)

        def find(self, args: Any) -> Any:
            return types.Dispatcher(_games[args[0]][name.__name__])

    return Template


def _name_caller() -> str:
    """The module that makes a table of rules: the first outside the protocol."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_globals["__name__"].startswith(f"{__package__}."):
        frame = frame.f_back
    return str(frame.f_globals["__name__"]) if frame else "?"


class NamedRules:
    """The base of tables of rules (dataclasses): a wrong name gets the near misses, a missing one is named."""

    if not TYPE_CHECKING:  # type checkers read the dataclass itself

        def __new__(cls, *unnamed: Any, **given: Any) -> "NamedRules":
            place = f"{cls.__name__} in {_name_caller()}"
            known = {item.name: item for item in fields(cls)}
            if unnamed:
                raise RulesError(f"{place}: give every rule by its name, as in {cls.__name__}({next(iter(known))}=...)")
            for name in given:
                if name not in known:
                    raise RulesError(f"{place}: there is no rule {name!r}; {near_misses(name, known)}")
            missing = [name for name, item in known.items() if item.default is MISSING and name not in given]
            if missing:
                raise RulesError(f"{place}: the rules lack {', '.join(missing)}")
            return super().__new__(cls)
