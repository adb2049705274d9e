"""The weights of the strategy: what each of its considerations counts for. `ludoteca dicewars tune` finds them."""

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
    """An attack is rated by its odds times what it is worth: 1 for certainly holding the target, and the following."""

    growth: float
    """For each piece of land that the target joins to the largest region."""
    kill: float
    """For eight dice of the defender."""
    leader: float
    """Times the defender's share of all dice."""
    cut: float
    """For two neighbours of the target in the defender's largest region."""
    border: float
    """Against: a quarter of the foes around the target that exceed one's own areas there."""
    exposed: float
    """Against: the source, left with one die, has another foe that can attack."""
    home: float
    """The source is in the largest region."""
    risk: float
    """Against: the dice lost, of seven, times the odds to lose them."""
    full: float
    """The source has eight dice."""
    least: float
    """The rating from which an attack is made,"""
    lead: float
    """that changes with one's own share of the dice above 0.3,"""
    duel: float
    """and when only two are left."""
    early: float
    """Transfers that bring dice forward before the attacks, at the most."""
    front: float
    """Dice brought to the border count more by this for each three foes around,"""
    need: float
    """by this times what they add to the chance to hold the area,"""
    hop: float
    """and those that only come nearer to it count this."""
    area: float
    """In the last transfers: what an area is worth beside its dice."""
    settle: float
    """What a last transfer must gain, in dice."""


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
        value = values.get(name)
        if type(value) not in (int, float) or not abs(value) <= LARGEST:  # NaN is not below anything
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
