"""Building a table step by step, so that a long build shows how far it is and goes on where it was stopped."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ludoteca.core.errors import TableError
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.endgames.files import RULES_WITH_TABLES, Endgames, pack_values
from ludoteca.games.checkers.endgames.generation import Slate, list_pairs, new_slate, solve_pair
from ludoteca.games.checkers.endgames.index import MOST, Material, size_of

Report = Callable[[str, int, int], None]
"""`report(material, positions solved, positions in all)`"""


def build_endgames(rules: str, pieces: int, work: Path | None, report: Report) -> Endgames:
    """Solve every ending with up to so many pieces. With a folder `work`, each solved group is kept there."""
    if rules not in RULES_WITH_TABLES:
        raise TableError(f"{rules} has flying kings; tables are built for {', '.join(RULES_WITH_TABLES)}")
    if not 2 <= pieces <= MOST:
        raise TableError(f"tables are built for 2 to {MOST} pieces, not {pieces}")
    slate = new_slate(pieces)
    pairs = [pair for n in range(2, pieces + 1) for pair in list_pairs(n)]
    total, done, longest = sum(size_of(material) for pair in pairs for material in pair), 0, 0
    for pair in pairs:
        report(format_material(pair[0]), done, total)
        kept = None if work is None else work / f"{rules}-{format_material(pair[0])}.npz"
        known = None if kept is None else _restore(slate, pair, kept)
        longest = solve_pair(slate, RULE_SETS.index(rules), pair, longest) if known is None else max(longest, known)
        if kept is not None and known is None:
            _keep(slate, pair, kept, longest)
        done += sum(size_of(material) for material in pair)
    report("", done, total)
    return pack_values(rules, pieces, slate.values)


def format_material(material: Material) -> str:
    """`MKvKK`: the mover's men and kings, then the other's."""
    men, kings, foe_men, foe_kings = material
    return "M" * men + "K" * kings + "v" + "M" * foe_men + "K" * foe_kings


def _parts(slate: Slate, pair: tuple[Material, ...]) -> list[slice]:
    begins = [int(slate.offsets[material]) for material in pair]
    return [slice(begin, begin + size_of(material)) for begin, material in zip(begins, pair, strict=True)]


def _keep(slate: Slate, pair: tuple[Material, ...], path: Path, longest: int) -> None:
    """Write a solved pair beside its checksum; the name appears only once the file is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    parts = [slate.values[part] for part in _parts(slate, pair)]
    note = json.dumps({"longest": longest, "sha256": [hashlib.sha256(part.tobytes()).hexdigest() for part in parts]})
    unfinished = path.with_suffix(".part.npz")
    np.savez_compressed(unfinished, note=np.array(note), **{f"part{i}": part for i, part in enumerate(parts)})
    unfinished.replace(path)


def _restore(slate: Slate, pair: tuple[Material, ...], path: Path) -> int | None:
    """Read a solved pair back; returns its longest value, or None if there is no sound file."""
    if not path.exists():
        return None
    try:
        with np.load(path) as kept:
            note = json.loads(str(kept["note"]))
            parts = [kept[f"part{i}"] for i in range(len(pair))]
    except (OSError, ValueError, KeyError):
        return None
    for part, place, digest in zip(parts, _parts(slate, pair), note["sha256"], strict=True):
        if hashlib.sha256(part.tobytes()).hexdigest() != digest or len(part) != place.stop - place.start:
            return None
        slate.values[place] = part
    return int(note["longest"])
