"""Endgames on disk: packed, compressed, and refused if a single bit has changed.

A file is one line that names the format, one line of JSON (rule set, pieces, results by material), the compressed
codes, and a SHA-256 digest of all that. A code is one byte: DRAWN, WON, or LOST and above: lost in 2 * (code - LOST)
plies. How long a win takes follows from the losses that it leads to, so it is not kept: that halves the file.
"""

import hashlib
import json
import lzma
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.errors import TableError
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.board import FLYING, RULE_SETS
from ludoteca.games.checkers.endgames.generation import Sets, make_sets
from ludoteca.games.checkers.endgames.index import Material, lay_out, list_materials

DRAWN, WON, LOST = 0, 1, 2  # codes; a loss in n plies is LOST + n / 2
FORMAT = b"LUDOTECA CHECKERS ENDGAMES 1\n"
DIGEST = hashlib.sha256().digest_size
FOLDER = Path(__file__).parent / "data"
SUFFIX = ".endgames"
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]
RULES_WITH_ENDGAMES = tuple(name for number, name in enumerate(RULE_SETS) if not FLYING[number])


@dataclass(frozen=True)
class Endgames:
    """The codes of every position with up to `pieces` pieces, and where each group of them begins."""

    rules: str
    pieces: int
    codes: IntArray
    """uint8 [places]"""
    offsets: IntArray
    results: dict[Material, tuple[int, int, int]]
    """By material: wins, draws and losses of the mover."""


def pack_values(rules: str, pieces: int, values: IntArray) -> Endgames:
    """Codes from solved values (see `index.py`), with unused places made equal to those before them."""
    codes = np.where(values == 0, DRAWN, np.where(values & 1, LOST + (values >> 1), WON)).astype(np.uint8)
    offsets, _ = lay_out(pieces)
    results = {}
    for n in range(2, pieces + 1):
        for material in list_materials(n):
            counts = np.zeros(3, np.int64)
            count_and_fill(codes, make_sets(material), as_int(offsets[material]), counts)
            results[material] = (int(counts[0]), int(counts[1]), int(counts[2]))
    return Endgames(rules, pieces, codes, offsets, results)


@compiled
def count_and_fill(codes: IntArray, sets: Sets, offset: int, counts: Any) -> None:
    """Count the wins, draws and losses of a group, and fill its unused places."""
    place = offset
    for men in sets.men:
        for foe_men in sets.foe_men:
            for kings in sets.kings:
                for foe_kings in sets.foe_kings:
                    if men & foe_men | (men | foe_men) & kings | (men | foe_men | kings) & foe_kings != 0:
                        codes[place] = codes[max(place - 1, 0)]
                    else:
                        code = codes[place]
                        counts[0 if code == WON else 1 if code == DRAWN else 2] += 1
                    place += 1


def write_file(path: Path, endgames: Endgames) -> None:
    names = {"-".join(map(str, material)): counts for material, counts in endgames.results.items()}
    head = {"rules": endgames.rules, "pieces": endgames.pieces, "results": names}
    body = lzma.compress(endgames.codes.tobytes(), format=lzma.FORMAT_XZ, filters=FILTERS)
    data = FORMAT + json.dumps(head).encode() + b"\n" + body
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data + hashlib.sha256(data).digest())


def read_file(path: Path) -> Endgames:
    """Endgames from disk. TableError for one that is missing, damaged or of another kind."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror}") from None
    if not data.startswith(FORMAT):
        raise TableError(f"{path} holds no checkers endgames: it does not begin with {FORMAT.decode().strip()!r}")
    content, digest = data[:-DIGEST], data[-DIGEST:]
    if hashlib.sha256(content).digest() != digest:
        raise TableError(
            f"{path} is damaged: its checksum is wrong. Build it again with `ludoteca checkers endgames build`"
        )
    line, _, body = content[len(FORMAT) :].partition(b"\n")
    head = json.loads(line)
    codes = np.frombuffer(lzma.decompress(body), np.uint8)
    offsets, places = lay_out(int(head["pieces"]))
    if len(codes) != places:
        raise TableError(f"{path} holds {len(codes)} positions, not {places}: it was written by another version")
    results = {_read_material(name): tuple(counts) for name, counts in head["results"].items()}
    return Endgames(head["rules"], int(head["pieces"]), codes, offsets, results)


def _read_material(name: str) -> Material:
    men, kings, foe_men, foe_kings = map(int, name.split("-"))
    return men, kings, foe_men, foe_kings


def shipped_path(rules: str) -> Path:
    """Where the endgames that come with the package are, if there are any."""
    return FOLDER / f"{rules}{SUFFIX}"


@lru_cache(maxsize=8)
def load_shipped(rules: str) -> Endgames | None:
    """The endgames that come with the package; None for rule sets that have none. A damaged file is an error."""
    path = shipped_path(rules)
    return read_file(path) if path.exists() else None
