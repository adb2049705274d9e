"""An extension for studies that repeat a published program: its known bugs, and the shape of its tree."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludoteca.core.arrays import State
from ludoteca.protocol.dispatch import count_parameters, dispatched, rule_of

if TYPE_CHECKING:
    from ludoteca.protocol.game import Game


@dataclass(frozen=True, kw_only=True, eq=False)
class Published:
    """What a game promises to searches that repeat published programs."""

    known_bugs: Mapping[str, Callable[[State], None]] = field(default_factory=dict)
    """Errors of published programs by name. Each function changes a copy of a position, in place, into what such a
    program took it for. They run in plain Python, once a decision."""
    fixed_actions: bool = False
    """Whether every decision offers the same actions, whoever decides and whatever came before. Open-loop trees then
    keep all children of a node in one block."""


def find_known_bugs(game: "Game") -> Mapping[str, Callable[[State], None]]:
    """The known bugs of a game, by name; none where it declares none."""
    return game.rules.published.known_bugs if game.rules.published else {}


@dispatched
def has_fixed_actions(s: State) -> bool:
    """Whether the game promises `fixed_actions`: a constant to the compiler."""
    return rule_of(s, "has_fixed_actions")(s)


def find_complaints(published: Published | None) -> Iterator[str]:
    """What is wrong with what a game says of published programs."""
    for name, function in published.known_bugs.items() if published else ():
        if not callable(function) or count_parameters(function) != 1:
            yield f"the known bug {name} must be a function that takes a position: write `def {name}(s)`"
