"""The weights of the strategy: how much each of its terms counts. `ludoteca dicewars tune` finds them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ludoteca.core.errors import WeightsError, show_value
from ludoteca.core.files import write_atomic

FILE = Path(__file__).parent / "weights.json"
FORMAT = "ludoteca dicewars warlord 1"
LARGEST = 1e6  # of a weight, in either direction: ratings are of about 1


class Weights(NamedTuple):
    """An attack is rated by its odds times its worth: the odds to hold the target, plus the following terms."""

    growth: float
    """For each piece of land that the target joins to the largest region."""
    kill: float
    """For the defender's dice, in units of eight."""
    leader: float
    """Times the defender's share of all dice."""
    cut: float
    """For two neighbours of the target in the defender's largest region."""
    border: float
    """Against: the enemies around the target less one's own areas there, in units of four."""
    exposed: float
    """Against: another enemy can attack the source, which is left with one die."""
    home: float
    """The source is in the largest region."""
    risk: float
    """Against: the dice at stake, in units of eight, times the odds to lose them."""
    full: float
    """The source has eight dice."""
    least: float
    """The rating from which an attack is made; plus"""
    lead: float
    """this times one's share of the dice above 0.3;"""
    duel: float
    """plus this when only two players are left."""
    early: float
    """The most transfers that bring dice forward before the attacks."""
    front: float
    """Dice brought to the border count more: by this for every three enemies around,"""
    need: float
    """and by this times what they add to the odds to hold the area."""
    hop: float
    """Dice that only come nearer to the border count this."""
    area: float
    """At the end of a turn: what an area is worth in dice, beside its own."""
    settle: float
    """The least gain of a transfer at the end of a turn, in dice."""


def load_weights(path: Path = FILE) -> Weights:
    return parse_weights(read_file(path), path.name)


def read_file(path: Path) -> Any:
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError, RecursionError) as error:
        raise WeightsError(f"cannot read the weights of warlord from {path}: {error}") from None


def parse_weights(content: Any, where: str) -> Weights:
    """Weights by name; WeightsError names what is missing, unknown or no number."""
    if not isinstance(content, Mapping) or content.get("format") != FORMAT:
        raise WeightsError(f"{where} is no file of weights: its format must be {FORMAT!r}")
    values = content.get("weights")
    if not isinstance(values, Mapping):
        raise WeightsError(f"{where}: weights must map names to numbers, not be {show_value(values)}")
    for name in Weights._fields:
        value: Any = values.get(name)
        if type(value) not in (int, float) or not -LARGEST <= value <= LARGEST:  # NaN fails both comparisons
            raise WeightsError(
                f"{where}: {name} must be a number from {-LARGEST:,.0f} to {LARGEST:,.0f}, not {show_value(value)}"
            )
    for name in values:
        if name not in Weights._fields:
            raise WeightsError(
                f"{where} has {show_value(name)}, which warlord does not know; it has {', '.join(Weights._fields)}"
            )
    return Weights(*(float(values[name]) for name in Weights._fields))


def save_weights(path: Path, weights: Weights, record: Mapping[str, Any]) -> None:
    content = {"format": FORMAT, "weights": {k: round(v, 4) for k, v in weights._asdict().items()}, "record": record}
    try:
        write_atomic(path, json.dumps(content, indent=1) + "\n")
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None
