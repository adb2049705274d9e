"""Building the endgames group by group: a long build shows how far it is, and resumes where it was stopped."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ludoteca.core.errors import TableError
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.endgames.files import RULES_WITH_ENDGAMES, Endgames, pack_values
from ludoteca.games.checkers.endgames.generation import Workspace, list_pairs, new_workspace, solve_pair
from ludoteca.games.checkers.endgames.index import MOST, Material, size_of

Report = Callable[[str, int, int], None]
"""`report(material, positions solved, positions in all)`"""


def build_endgames(rules: str, pieces: int, folder: Path | None, report: Report) -> Endgames:
    """Solve every ending with up to so many pieces. With a folder, each solved group is kept there."""
    if rules not in RULES_WITH_ENDGAMES:
        raise TableError(f"{rules} has flying kings; endgames are built for {', '.join(RULES_WITH_ENDGAMES)}")
    if not 2 <= pieces <= MOST:
        raise TableError(f"endgames are built for 2 to {MOST} pieces, not {pieces}")
    work = new_workspace(pieces)
    pairs = [pair for n in range(2, pieces + 1) for pair in list_pairs(n)]
    total, done, longest = sum(size_of(material) for pair in pairs for material in pair), 0, 0
    for pair in pairs:
        report(format_material(pair[0]), done, total)
        kept = None if folder is None else folder / f"{rules}-{format_material(pair[0])}.npz"
        known = None if kept is None else _restore(work, pair, kept)
        longest = solve_pair(work, RULE_SETS.index(rules), pair, longest) if known is None else max(longest, known)
        if kept is not None and known is None:
            _keep(work, pair, kept, longest)
        done += sum(size_of(material) for material in pair)
    report("", done, total)
    return pack_values(rules, pieces, work.values)


def format_material(material: Material) -> str:
    """`MKvKK`: the mover's men and kings, then the other's."""
    men, kings, foe_men, foe_kings = material
    return "M" * men + "K" * kings + "v" + "M" * foe_men + "K" * foe_kings


def _parts(work: Workspace, pair: tuple[Material, ...]) -> list[slice]:
    begins = [int(work.offsets[material]) for material in pair]
    return [slice(begin, begin + size_of(material)) for begin, material in zip(begins, pair, strict=True)]


def _keep(work: Workspace, pair: tuple[Material, ...], path: Path, longest: int) -> None:
    """Write a solved pair beside its checksum; the name appears only once the file is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    parts = [work.values[part] for part in _parts(work, pair)]
    note = json.dumps({"longest": longest, "sha256": [hashlib.sha256(part.tobytes()).hexdigest() for part in parts]})
    unfinished = path.with_suffix(".part.npz")
    np.savez_compressed(unfinished, note=np.array(note), **{f"part{i}": part for i, part in enumerate(parts)})
    unfinished.replace(path)


def _restore(work: Workspace, pair: tuple[Material, ...], path: Path) -> int | None:
    """Read a solved pair back; returns its longest value, or None if there is no sound file."""
    if not path.exists():
        return None
    try:
        with np.load(path) as kept:
            note = json.loads(str(kept["note"]))
            parts = [kept[f"part{i}"] for i in range(len(pair))]
    except (OSError, ValueError, KeyError):
        return None
    for part, place, digest in zip(parts, _parts(work, pair), note["sha256"], strict=True):
        if hashlib.sha256(part.tobytes()).hexdigest() != digest or len(part) != place.stop - place.start:
            return None
        work.values[place] = part
    return int(note["longest"])
