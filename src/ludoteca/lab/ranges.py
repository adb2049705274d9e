"""The settings that are tuned: their ranges, and points in them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ludoteca.core.errors import TournamentError


@dataclass(frozen=True)
class Range:
    """A setting to tune: one of some values, or a number from `low` to `high`."""

    name: str
    choices: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 0.0
    whole: bool = False

    def draw(self, random: Random) -> str:
        if self.choices:
            return random.choice(self.choices)
        return self.show(random.uniform(self.low, self.high))

    def show(self, value: float) -> str:
        held = min(max(value, self.low), self.high)
        return str(round(held)) if self.whole else f"{held:.6g}"


def parse_range(text: str) -> Range:
    """`exploration=0.2..2.0`, `depth=2..8` (whole numbers), `chance=open|closed`."""
    name, equals, rest = text.partition("=")
    if not equals or not rest:
        raise TournamentError(f"{text!r} is no range: write name=low..high or name=one|other")
    if ".." not in rest:
        choices = tuple(part.strip() for part in rest.split("|"))
        if len(choices) < 2:
            raise TournamentError(f"{text!r} leaves no choice: write name=low..high or name=one|other")
        return Range(name.strip(), choices)
    low, _, high = rest.partition("..")
    try:
        bounds = (float(low), float(high))
    except ValueError:
        raise TournamentError(f"{text!r}: the ends of a range are numbers") from None
    if not bounds[0] < bounds[1] or not all(math.isfinite(x) for x in bounds):
        raise TournamentError(f"{text!r}: the first end must be below the second")
    whole = not any(mark in low + high for mark in ".e")
    return Range(name.strip(), (), *bounds, whole)


def list_candidates(ranges: Sequence[Range], count: int, random: Random) -> list[dict[str, str]]:
    """Settings drawn at random, no two alike."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    for _ in range(50 * count):
        settings = {bound.name: bound.draw(random) for bound in ranges}
        found.setdefault(tuple(settings.values()), settings)
        if len(found) == count:
            break
    return list(found.values())


def show_place(ranges: Sequence[Range], place: Sequence[float]) -> dict[str, str]:
    return {
        bound.name: bound.show(bound.low + x * (bound.high - bound.low)) for bound, x in zip(ranges, place, strict=True)
    }
