"""A game that is nothing but its tree, as textbooks draw them: `["max", ["min", 3, 12, 8], ["min", 2, 4, 6]]`.

A number is an end of the game, with what the first seat gets. `max` is the first seat's move, `min` the second's, and
they need not alternate. `dice` is chance: `["dice", [0.25, 4], [0.75, ["min", 1, 2]]]`. `max:2.5` gives a position the
estimate 2.5 for the first seat.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.errors import AssignmentError, show_value
from ludoteca.lessons.games.plain import PlainGame
from ludoteca.protocol import CHANCE, OVER, GameInfo, state_dtype

STATE = state_dtype(("node", np.int32), ("tree", np.int32))
MOVERS = {"max": 0, "min": 1, "dice": CHANCE}
MOST_NODES, MOST_DEPTH, MOST_BRANCHES = 400, 30, 26


@dataclass
class Spot:
    """A node: who moves, where the moves lead, and what it is worth to the first seat."""

    mover: int
    value: float
    children: list[int]
    odds: list[float]


class DrawnTree(PlainGame):
    words = outcome_words = tuple("abcdefghijklmnopqrstuvwxyz")

    def __init__(self, tree: Any) -> None:
        self.spots: list[Spot] = []
        self._grow(tree, 0)
        values = [abs(spot.value) for spot in self.spots]
        bound = max(values) + 1.0
        has_chance = any(spot.mover == CHANCE for spot in self.spots)
        info = GameInfo(
            name="drawn_tree",
            title="A tree",
            version="1.0",
            summary="A game that is nothing but its tree.",
            max_actions=MOST_BRANCHES,
            longest=MOST_DEPTH,
            chance=has_chance,
            max_outcomes=26 if has_chance else 0,
            min_return=-bound,
            max_return=bound,
            seat_names=("Max", "Min"),
        )
        super().__init__(info, STATE)

    def _grow(self, tree: Any, depth: int) -> int:
        """Add a node and all below it; return its number."""
        if depth > MOST_DEPTH or len(self.spots) >= MOST_NODES:
            raise AssignmentError(f"a drawn tree has at most {MOST_NODES} nodes, and is at most {MOST_DEPTH} deep")
        number = len(self.spots)
        if isinstance(tree, int | float) and not isinstance(tree, bool):
            self.spots.append(Spot(OVER, float(tree), [], []))
            return number
        if not isinstance(tree, list) or not 2 <= len(tree) <= MOST_BRANCHES + 1 or not isinstance(tree[0], str):
            raise AssignmentError(f'a node is a number, or a list as ["max", 3, 5]; not {show_value(tree)}')
        kind, _, estimate = tree[0].partition(":")
        if kind not in MOVERS:
            raise AssignmentError(f"a node is max, min or dice, not {kind!r}")
        spot = Spot(MOVERS[kind], float(estimate or 0.0), [], [])
        self.spots.append(spot)
        for branch in tree[1:]:
            odds, below = _split(branch) if spot.mover == CHANCE else (1.0, branch)
            spot.odds.append(odds)
            spot.children.append(self._grow(below, depth + 1))
        if spot.mover == CHANCE and abs(sum(spot.odds) - 1.0) > 1e-9:
            raise AssignmentError(f"the probabilities of a dice node sum to one, not to {sum(spot.odds):g}")
        return number

    def _mover(self, s: State) -> int:
        return self.spots[int(s.node)].mover

    def _list_actions(self, s: State) -> list[int]:
        return list(range(len(self.spots[s.node].children)))

    def _list_outcomes(self, s: State) -> list[tuple[int, float]]:
        return list(enumerate(self.spots[s.node].odds))

    def _apply(self, s: State, action: int) -> None:
        s.node = self.spots[s.node].children[action]

    def _value(self, s: State) -> float:
        spot = self.spots[s.node]
        return spot.value if spot.mover == OVER else 0.0

    def estimate(self, s: State, seat: int) -> float:
        value = self.spots[s.node].value if self.spots[s.node].mover != OVER else 0.0
        return value if seat == 0 else -value

    def count_below(self, s: State) -> int:
        """How many nodes there are below this one."""
        return self._count_below(int(s.node))

    def _count_below(self, node: int) -> int:
        return sum(1 + self._count_below(child) for child in self.spots[node].children)

    def draw(self, s: State) -> str:
        return "\n".join(self._lines(int(s.node), ""))

    def _lines(self, node: int, name: str) -> list[str]:
        spot = self.spots[node]
        kind = next((kind for kind, mover in MOVERS.items() if mover == spot.mover), f"{spot.value:g}")
        guess = f" (estimate {spot.value:g})" if spot.value and spot.mover != OVER else ""
        lines = [f"{name}{kind}{guess}"]
        for place, child in enumerate(spot.children):
            last = place == len(spot.children) - 1
            chance = f" ({spot.odds[place]:.0%})" if spot.mover == CHANCE else ""
            first, *rest = self._lines(child, f"{self.words[place]}{chance}: ")
            lines.append(f"{'`-- ' if last else '|-- '}{first}")
            lines += [f"{'    ' if last else '|   '}{line}" for line in rest]
        return lines


def _split(branch: Any) -> tuple[float, Any]:
    if not isinstance(branch, list) or len(branch) != 2 or not isinstance(branch[0], int | float):
        raise AssignmentError(f"a branch of dice is [probability, node], not {show_value(branch)}")
    return float(branch[0]), branch[1]


@lru_cache(maxsize=256)
def read_tree(text: str) -> DrawnTree:
    """The game of a tree in JSON."""
    try:
        return DrawnTree(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise AssignmentError(f"a drawn tree is a list in JSON: {error}") from None
