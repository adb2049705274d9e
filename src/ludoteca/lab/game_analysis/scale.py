"""The scale that decisions are judged on, and what counts as a mistake: the one place for these numbers.

Where two or more play against each other it is the chance to win, from 0 to 1 (half a draw counts as half a win). Where
a team plays together it is the points that it may expect.
"""

import math
from dataclasses import dataclass
from typing import Any, Literal

from ludoteca.protocol import Game, State

Class = Literal["good", "inaccuracy", "mistake", "blunder"]
CLASSES: tuple[Class, ...] = ("good", "inaccuracy", "mistake", "blunder")

CHANCES = (0.05, 0.10, 0.15)
"""So much of the chance to win is lost by an inaccuracy, a mistake, a blunder (lichess draws the same lines)."""
POINTS = (0.01, 0.02, 0.04)
"""The same for a team, as a share of all points: with 25 points a quarter of a point, half a point, a point."""
AS_GOOD = 0.4
"""An answer is as good as the best if it loses less than this part of an inaccuracy."""


@dataclass(frozen=True)
class Scale:
    """What values mean, and from which loss on a decision has which class."""

    kind: Literal["win", "points"]
    low: float
    high: float
    inaccuracy: float
    mistake: float
    blunder: float

    def classify(self, loss: float) -> Class:
        if loss >= self.blunder:
            return "blunder"
        if loss >= self.mistake:
            return "mistake"
        return "inaccuracy" if loss >= self.inaccuracy else "good"

    @property
    def as_good(self) -> float:
        """A loss below this is none for a learner."""
        return AS_GOOD * self.inaccuracy

    def to_json(self) -> dict[str, Any]:
        return {key: round(value, 4) if key != "kind" else value for key, value in vars(self).items()}

    def value(self, game: Game, view: State, expected: float) -> float:
        """An expected return on this scale."""
        return expected if self.kind == "points" else min(1.0, max(0.0, game.win_chance(view, expected)))

    def spread(self, value: float) -> float:
        """How much single playouts scatter around a value, at the most: for how sure a difference of two means is."""
        return 0.1 * (self.high - self.low) if self.kind == "points" else math.sqrt(max(0.0, value * (1.0 - value)))


def find_scale(game: Game) -> Scale:
    info = game.info
    if not info.co_operative:
        return Scale("win", 0.0, 1.0, *CHANCES)
    return Scale(
        "points", info.min_return, info.max_return, *(part * (info.max_return - info.min_return) for part in POINTS)
    )


def find_accuracy(scale: Scale, losses: list[float]) -> float | None:
    """From 0 to 100: the mean over a seat's decisions of how little each has lost, on the curve that lichess published
    (103.17 exp(-0.0435 loss) - 3.17, the loss in percent of the chance to win). Points are converted by what a blunder
    is. None for who decided nothing."""
    if not losses:
        return None
    percent = 100 * CHANCES[-1] / scale.blunder
    scores = [103.1668 * math.exp(-0.04354 * percent * loss) - 3.1669 for loss in losses]
    return round(sum(min(100.0, max(0.0, score)) for score in scores) / len(scores), 1)
