"""The weights of the strategy: what each of its considerations counts for. `ludoteca dicewars tune` finds them."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ludoteca.core.errors import WeightsError

FILE = Path(__file__).parent / "weights.json"
FORMAT = "ludoteca dicewars warlord 1"


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


@lru_cache(maxsize=4)
def load_weights(path: Path = FILE) -> Weights:
    try:
        content = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise WeightsError(f"cannot read the weights of warlord from {path}: {error}") from None
    return parse_weights(content, path.name)


def parse_weights(content: Any, where: str) -> Weights:
    """Weights by name; WeightsError names what is missing, unknown or no number."""
    if not isinstance(content, Mapping) or content.get("format") != FORMAT:
        raise WeightsError(f"{where} is no file of weights: its format must be {FORMAT!r}")
    values = content.get("weights", {})
    for name in Weights._fields:
        if type(values.get(name)) not in (int, float):
            raise WeightsError(f"{where}: {name} must be a number, not {values.get(name)!r}")
    for name in values:
        if name not in Weights._fields:
            raise WeightsError(f"{where} has {name}, which warlord does not know; it has {', '.join(Weights._fields)}")
    return Weights(*(float(values[name]) for name in Weights._fields))


def save_weights(path: Path, weights: Weights, record: Mapping[str, Any]) -> None:
    content = {"format": FORMAT, "weights": {k: round(v, 4) for k, v in weights._asdict().items()}, "record": record}
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(json.dumps(content, indent=1) + "\n")
        part.replace(path)
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None
