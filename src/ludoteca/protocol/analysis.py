"""What an agent answers: the action, and the reasons in a form that every front end shows alike."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class ActionValue:
    """What a search found out about one action. Values are on the scale of the game's returns, for the mover."""

    action: int
    value: float | None = None
    """Expected return; None if the search gave none (an action that was pruned or never tried)."""
    visits: int | None = None
    probability: float | None = None
    """How likely the agent was to choose it: for agents that choose at random."""


@dataclass(frozen=True)
class TreeNode:
    """A node of a search tree, drawn on request. `visits` counts how often the search passed through it."""

    action: int | None
    """The action (or chance outcome) that leads here; None at the root."""
    chooser: int | None
    """The seat that chose it, or CHANCE; None at the root."""
    visits: int
    value: float
    """Mean reward of the seat that chose to come here (at the root, and after chance: of the seat that decides)."""
    children: tuple["TreeNode", ...] = ()

    def count(self) -> int:
        return 1 + sum(child.count() for child in self.children)


@dataclass(frozen=True)
class Analysis:
    """The reasons of a decision."""

    actions: tuple[ActionValue, ...] = ()
    """Best first."""
    line: tuple[int, ...] = ()
    """The principal variation: the expected continuation, starting with the chosen action."""
    value: float | None = None
    """What the agent expects to earn."""
    nodes: int = 0
    iterations: int = 0
    depth: int = 0
    """Plies searched to the end (tree searches), or the depth of the principal variation (sampling searches)."""
    proven: bool = False
    """Whether the value is certain: searched to the end of the game on every line that matters."""
    seconds: float = 0.0
    illegal_choices: int = 0
    """How often in this game the agent's first choice was illegal and had to be left out: for networks."""
    tree: TreeNode | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Decision:
    """An agent's answer."""

    action: int
    analysis: Analysis = field(default_factory=Analysis)
