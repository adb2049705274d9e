"""Maps: grown from a seed, re-rolled, saved and loaded. A map has the neighbours of each area, and a picture."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import SetupError, show_value
from ludoteca.core.files import write_atomic
from ludoteca.core.rng import split_seed
from ludoteca.games.dicewars.constants import AREAS, MAX_BORDERS, STANDARD
from ludoteca.games.dicewars.grid import COLUMNS, HEXES, ROWS, hex_at, place_of
from ludoteca.games.dicewars.growth import grow_map, is_connected

FORMAT = "ludoteca dicewars map 1"
LARGEST_SEED = 2**32 - 1
LONGEST_TEXT = 2**18  # characters of a map in a file or an option


@dataclass(frozen=True)
class Map:
    """`neighbours[area]` names areas from 0; `hexes` gives each hex its area from 1, 0 for none."""

    neighbours: tuple[frozenset[int], ...]
    hexes: tuple[int, ...] = (0,) * HEXES
    """All 0 for a map without a picture."""
    seed: int = 0
    """That it was grown from; 0 if it was not, or is not known."""

    @property
    def areas(self) -> int:
        return len(self.neighbours)

    @property
    def borders(self) -> int:
        return sum(map(len, self.neighbours)) // 2

    def masks(self) -> Any:
        """The neighbours as bit masks, int64 [34]."""
        masks = np.zeros(AREAS, np.int64)
        for area, others in enumerate(self.neighbours):
            masks[area] = sum(1 << other for other in others)
        return masks


@lru_cache(maxsize=64)
def grow(seed: int, variant: int = STANDARD) -> Map:
    """The map of a seed, as a game started with it has it."""
    if not 1 <= seed <= LARGEST_SEED:
        raise SetupError(f"a map's seed must be from 1 to {LARGEST_SEED}, not {seed}")
    hexes, masks = np.zeros(HEXES, np.int8), np.zeros(AREAS, np.int64)
    n = int(grow_map(seed, variant, hexes, masks))
    return Map(_unpack(masks, n), tuple(hexes.tolist()), seed)


SMALLEST = 8  # areas of a map that is cut smaller


@lru_cache(maxsize=64)
def grow_small(seed: int, variant: int, size: int) -> Map:
    """A part of the map of a seed: its middle, with this many areas (or all, if it has no more)."""
    whole = grow(seed, variant)
    if not SMALLEST <= size <= AREAS:
        raise SetupError(f"size is the number of areas, from {SMALLEST} to {AREAS}, not {show_value(size)}")
    kept = sorted(_find_middle(whole, min(size, whole.areas)))
    place = {area: i for i, area in enumerate(kept)}
    neighbours = tuple(frozenset(place[other] for other in whole.neighbours[area] if other in place) for area in kept)
    hexes = tuple(place[area - 1] + 1 if area - 1 in place else 0 for area in whole.hexes)
    return Map(neighbours, hexes, seed)


def _find_middle(whole: Map, size: int) -> set[int]:
    """Connected areas: always the neighbour that is nearest to the middle of the grid comes next."""
    distance = {area: _measure(whole, area) for area in range(whole.areas)}
    found = {min(distance, key=distance.__getitem__)}
    while len(found) < size:
        around = set().union(*(whole.neighbours[area] for area in found)) - found
        found.add(min(around, key=distance.__getitem__))
    return found


def _measure(whole: Map, area: int) -> tuple[float, int]:
    """How far an area's mean hex is from the middle of the grid, squared; of equals the lower id comes first."""
    places = [place_of(hex_) for hex_, there in enumerate(whole.hexes) if there == area + 1]
    x, y = (sum(values) / len(places) for values in zip(*places, strict=True))
    return (x - COLUMNS) ** 2 + 3 * (y - ROWS / 2) ** 2, area


def reroll(seed: int) -> int:
    """The seed of another map: always the same one after the same seed."""
    return split_seed(seed, "map") % LARGEST_SEED + 1


def from_masks(masks: Any, areas: int, hexes: Any) -> Map:
    return Map(_unpack(masks, areas), tuple(int(area) for area in hexes))


def _unpack(masks: Any, areas: int) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(i for i in range(AREAS) if int(mask) >> i & 1) for mask in masks[:areas])


# --- files ---------------------------------------------------------------------------------------------------------


def to_json(map_: Map) -> dict[str, Any]:
    areas = []
    for area, others in enumerate(map_.neighbours):
        entry: dict[str, Any] = {"id": area + 1, "neighbours": sorted(other + 1 for other in others)}
        places = [list(place_of(h)) for h, there in enumerate(map_.hexes) if there == area + 1]
        areas.append(entry | ({"hexes": places} if places else {}))
    return {"format": FORMAT, "areas": areas}


def save(map_: Map, path: Path) -> None:
    """Write a map to a file, one area a line."""
    areas = ",\n".join("  " + json.dumps(area) for area in to_json(map_)["areas"])
    text = f'{{\n "format": {json.dumps(FORMAT)},\n "areas": [\n{areas}\n ]\n}}\n'
    try:
        write_atomic(path, text)
    except OSError as error:
        raise SetupError(f"cannot write the map {path}: {error.strerror}") from None


def load(path: Path) -> Map:
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"cannot read the map {path}: {getattr(error, 'strerror', None) or 'no text'}") from None
    return parse(text)


def parse(source: object) -> Map:
    """A map from what `to_json` gave, or from its text."""
    if isinstance(source, str):
        source = _parse_text(source)
    if not isinstance(source, Mapping) or source.get("format") != FORMAT:
        raise SetupError(f'a map is a JSON object with "format": "{FORMAT}"')
    entries = source.get("areas")
    if not isinstance(entries, list) or not 2 <= len(entries) <= AREAS:
        raise SetupError(f"a map needs a list of 2 to {AREAS} areas")
    neighbours = _read_neighbours(entries)
    _check_whole(neighbours)
    return Map(tuple(neighbours[i] for i in range(len(entries))), _read_hexes(entries))


def _parse_text(text: str) -> object:
    if len(text) > LONGEST_TEXT:
        raise SetupError(f"a map is JSON of at most {LONGEST_TEXT} characters; this text has {len(text)}")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: no JSON, or an integer of thousands of digits
        raise SetupError(f"a map is JSON: {error}") from None


def _read_neighbours(entries: list[Any]) -> dict[int, frozenset[int]]:
    found: dict[int, frozenset[int]] = {}
    for entry in entries:
        name = entry.get("id") if isinstance(entry, dict) else None
        if type(name) is not int or not 1 <= name <= len(entries):
            raise SetupError(f"the areas of this map must have the ids 1 to {len(entries)}; one has {show_value(name)}")
        if name - 1 in found:
            raise SetupError(f"area {name} is there twice")
        others = entry.get("neighbours")
        if not isinstance(others, list) or not others:
            raise SetupError(f"area {name} is isolated: it needs a list of neighbours")
        if len(others) > len(entries):
            raise SetupError(f"area {name} has {len(others)} neighbours on a map of {len(entries)} areas")
        for other in others:
            if type(other) is not int or not 1 <= other <= len(entries):
                raise SetupError(
                    f"area {name} has an unknown neighbour {show_value(other)}: areas are 1 to {len(entries)}"
                )
            if other == name:
                raise SetupError(f"area {name} is its own neighbour")
        if len(set(others)) < len(others):
            raise SetupError(f"area {name} names a neighbour twice: {others}")
        found[name - 1] = frozenset(other - 1 for other in others)
    return found


def _check_whole(neighbours: dict[int, frozenset[int]]) -> None:
    for area, others in neighbours.items():
        for other in others:
            if area not in neighbours[other]:
                raise SetupError(f"area {area + 1} has {other + 1} as a neighbour, but {other + 1} has not {area + 1}")
    if sum(map(len, neighbours.values())) // 2 > MAX_BORDERS:
        raise SetupError(f"the map has more than {MAX_BORDERS} borders: no map of {AREAS} areas in the plane has")
    masks = Map(tuple(neighbours[i] for i in range(len(neighbours)))).masks()
    if not is_connected(masks, len(neighbours)):
        raise SetupError("the map falls into parts that no border joins: nobody could win on it")


def _read_hexes(entries: list[Any]) -> tuple[int, ...]:
    hexes = [0] * HEXES
    for entry in entries:
        places = entry.get("hexes", [])
        if not isinstance(places, list) or len(places) > HEXES:
            wanted = f"a list of at most {HEXES} pairs [x, y]"
            raise SetupError(f"the hexes of area {entry['id']} must be {wanted}, not {show_value(places)}")
        for place in places:
            is_pair = isinstance(place, list) and len(place) == 2 and all(type(i) is int for i in place)
            hex_ = hex_at(*place) if is_pair else -1
            if hex_ < 0:
                raise SetupError(f"area {entry['id']} has a hex {show_value(place)} that is not on the grid")
            if hexes[hex_]:
                raise SetupError(f"the hex {place} is in the areas {hexes[hex_]} and {entry['id']}")
            hexes[hex_] = entry["id"]
    return tuple(hexes)
