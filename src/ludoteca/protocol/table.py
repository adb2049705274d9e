"""A game's table of rules: which function stands behind each generic name. Checked when the game is loaded."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ludoteca.core.errors import RulesError
from ludoteca.core.jit import compiles
from ludoteca.protocol import conventions, defaults, published
from ludoteca.protocol.conventions import ConventionRules
from ludoteca.protocol.dispatch import NamedRules, Rule, count_parameters, parameters_of, plain_function
from ludoteca.protocol.info import GameInfo
from ludoteca.protocol.published import Published
from ludoteca.protocol.rules import earned_so_far


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules(NamedRules):
    """The rules of a game, each by its generic name: see `rules.py` for what it does, and for what it means to leave
    one out.

    RULES = Rules.of(STATE, SETUP, start, mover, legal_actions, apply, returns)
    """

    state: np.dtype[Any]
    """The dtype of a position: build it with `state_dtype`."""
    setup: np.dtype[Any]
    """The dtype of what a game is started from; it has a field for each option."""

    start: Rule
    mover: Rule
    legal_actions: Rule
    apply: Rule
    returns: Rule

    seats: Rule | None = None
    chances: Rule | None = None
    observe: Rule | None = None
    guess: Rule | None = None
    pending: Rule | None = None
    retract: Rule | None = None
    bot_action: Rule | None = None
    rewards: Rule | None = None

    evaluate: Rule | None = None
    priority: Rule | None = None
    is_noisy: Rule | None = None
    key: Rule | None = None

    conventions: ConventionRules | None = None
    published: Published | None = None

    @classmethod
    def of(cls, state: np.dtype[Any], setup: np.dtype[Any], *functions: Rule, **others: Any) -> "Rules":
        """The table of functions that bear the generic names. What has another name is given by keyword, as in
        `Rules.of(STATE, SETUP, start, mover, ..., apply=play_card)`."""
        for function in functions:
            if not callable(function):
                raise RulesError(
                    f"a rule must be a function, not {function!r}: Rules.of(STATE, SETUP, start, mover, ...)"
                )
        names = [plain_function(function).__name__ for function in functions]
        for name in names:
            if names.count(name) > 1 or name in others:
                raise RulesError(f"{name}: a rule is given twice; give each once")
        named: dict[str, Any] = dict(zip(names, functions, strict=True))
        return cls(state=state, setup=setup, **named, **others)

    def functions(self) -> dict[str, Any]:
        """Every rule that the game gives, those of its conventions included, by name."""
        others = ("state", "setup", "conventions", "published")
        given = {item.name: getattr(self, item.name) for item in fields(self) if item.name not in others}
        if self.conventions is not None:
            given |= {item.name: getattr(self.conventions, item.name) for item in fields(self.conventions)}
        return {name: function for name, function in given.items() if function is not None}


# Rules that a game has if and only if it declares something: what that is, and whether it does.
NEEDS: dict[str, tuple[str, Callable[[GameInfo], bool]]] = {
    "seats": ("a range of seats, as in seats=(2, 4)", lambda info: info.seats[0] != info.seats[1]),
    "chances": ("chance=True", lambda info: info.chance),
    "observe": ("hidden=True or simultaneous=True", lambda info: info.hidden or info.simultaneous),
    "guess": ("hidden=True or simultaneous=True", lambda info: info.hidden or info.simultaneous),
    "pending": ("simultaneous=True", lambda info: info.simultaneous),
    "retract": ("simultaneous=True", lambda info: info.simultaneous),
    "bot_action": ("bots=(...)", lambda info: bool(info.bots)),
    "rewards": ("rewards=(...)", lambda info: bool(info.rewards)),
}


def check_rules(info: GameInfo, rules: Any) -> None:
    """Refuse rules that contradict themselves or what the game declares, naming what would be right."""
    if not isinstance(rules, Rules):
        raise RulesError(
            f"{info.name}: `rules` must be a table, as in rules = Rules.of(STATE, SETUP, start, mover, ...), "
            f"not {rules!r}"
        )
    for complaint in _find_complaints(info, rules):
        raise RulesError(f"{info.name}: {complaint}")


def _find_complaints(info: GameInfo, rules: Rules) -> Iterator[str]:
    yield from _check_dtypes(info, rules)
    given = rules.functions()
    for rule, function in given.items():
        yield from _check_function(rule, function)
    for rule, (declaration, declares) in NEEDS.items():
        if declares(info) and rule not in given:
            yield f"it declares {declaration}: that needs a function {rule}({', '.join(parameters_of(rule))})"
        if rule in given and not declares(info):
            yield f"it has a function {rule}: that needs GameInfo to declare {declaration}"
    yield from conventions.find_complaints(info, rules.conventions)
    yield from published.find_complaints(rules.published)


def _check_dtypes(info: GameInfo, rules: Rules) -> Iterator[str]:
    for name in ("state", "setup"):
        if not isinstance(getattr(rules, name), np.dtype):
            yield f"{name} must be a dtype, not {getattr(rules, name)!r}; build it with state_dtype()"
    if rules.state.itemsize % 8:
        yield "a state must be a multiple of 8 bytes long; build its dtype with state_dtype()"
    for option in info.options:
        if option.name not in (rules.setup.names or ()):
            yield f"the option {option.name} is no field of SETUP"


def _check_function(rule: str, function: Any) -> Iterator[str]:
    wanted = f"def {rule}({', '.join(parameters_of(rule))})"
    if not callable(function):
        yield f"the rule {rule} must be a function, not {function!r}: write `{wanted}`"
    elif count_parameters(function) != len(parameters_of(rule)):
        found = plain_function(function).__name__
        yield f"the rule {rule} takes {len(parameters_of(rule))} arguments: write `{wanted}`; {found} has another list"
    elif compiles and plain_function(function) is function:
        yield f"the rule {rule} must be compiled: write @compiled above `{wanted}`"


def build_table(info: GameInfo, rules: Rules) -> dict[str, Rule]:
    """What is registered for a game: its own functions, the defaults of those left out, and its traits."""
    traits = {
        "is_stochastic": info.chance,
        "is_simultaneous": info.simultaneous,
        "is_hidden": info.hidden,
        "has_fixed_actions": rules.published is not None and rules.published.fixed_actions,
    }
    return {
        **defaults.RULES,
        **conventions.DEFAULTS,
        "evaluate": earned_so_far,
        "seats": defaults.constant(info.seats[0]),
        **rules.functions(),
        **{name: defaults.constant(value) for name, value in traits.items()},
    }
