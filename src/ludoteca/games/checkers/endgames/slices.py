"""What a build keeps: the solved groups of a pair, in one file each. A build that was stopped goes on from them.

A slice holds the codes of each group as the finished file will (`files.py`), and its values, which the groups that are
solved later need and the finished file does not.
"""

import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.errors import TableError
from ludoteca.games.checkers.endgames.blocks import (
    Block,
    Head,
    describe_block,
    read_blocks,
    read_head,
    write_blocks,
)
from ludoteca.games.checkers.endgames.files import pack_group, press_codes
from ludoteca.games.checkers.endgames.generation import swap
from ludoteca.games.checkers.endgames.index import Material, size_of

KIND = b"LUDOTECA CHECKERS ENDGAMES SLICE 1\n"
SUFFIX = ".slice"
Pair = tuple[Material, ...]


def format_material(material: Material) -> str:
    """`MKvKK`: the mover's men and kings, then the other's."""
    men, kings, foe_men, foe_kings = material
    return "M" * men + "K" * kings + "v" + "M" * foe_men + "K" * foe_kings


class Slices:
    """The slices of one rule set in a folder."""

    def __init__(self, folder: Path, rules: str) -> None:
        self.folder = folder
        self.rules = rules

    def path(self, pair: Pair) -> Path:
        return self.folder / f"{self.rules}-{format_material(pair[0])}{SUFFIX}"

    def has(self, pair: Pair) -> bool:
        """Whether a pair is solved and its slice sound. A slice that is not is as good as none."""
        try:
            head = self._head(pair)
            for _ in read_blocks(self.path(pair), head):
                pass
        except TableError:
            return False
        return True

    def keep(self, pair: Pair, values: Iterable[IntArray]) -> None:
        """Pack and write a solved pair."""
        blocks: list[Block] = []
        data: list[bytes] = []
        groups: list[dict[str, Any]] = []
        for material, group in zip(pair, values, strict=True):
            codes, results = pack_group(material, group)
            pressed = list(press_codes(codes, sum(material)))
            squeezed = zlib.compress(group, 1)
            pressed.append((describe_block(squeezed, len(group)), squeezed))
            groups.append(
                {"material": material, "results": results, "slowest": int(group.max()), "blocks": len(pressed)}
            )
            blocks += [block for block, _ in pressed]
            data += [part for _, part in pressed]
        write_blocks(self.path(pair), KIND, {"rules": self.rules, "groups": groups}, blocks, data)

    def _head(self, pair: Pair) -> Head:
        path = self.path(pair)
        head = read_head(path, KIND)
        found = [tuple(group["material"]) for group in head.content["groups"]]
        if head.content["rules"] != self.rules or found != list(pair):
            raise TableError(f"{path} is a slice of something else")
        return head

    def _find(self, material: Material) -> tuple[Path, Head, dict[str, Any], int]:
        """The slice that holds a group, what it says of it, and its first block."""
        pair = (material,) if swap(material) == material else tuple(sorted((material, swap(material))))
        head = self._head(pair)
        first = 0
        for group in head.content["groups"]:
            if tuple(group["material"]) == material:
                return self.path(pair), head, group, first
            first += group["blocks"]
        raise TableError(f"{self.path(pair)} holds no {format_material(material)}")

    def read_values(self, material: Material) -> IntArray:
        path, head, group, first = self._find(material)
        place = first + group["blocks"] - 1
        (data,) = read_blocks(path, head, place, place + 1)
        values = np.frombuffer(zlib.decompressobj().decompress(data, size_of(material) + 1), np.uint8)
        if len(values) != size_of(material):
            raise TableError(f"{path} is damaged: it holds {len(values):,} values of {format_material(material)}")
        return values

    def read_results(self, material: Material) -> dict[str, Any]:
        """`results` (wins, draws, losses) and `slowest`, the largest value."""
        return self._find(material)[2]

    def list_codes(self, material: Material) -> list[Block]:
        _, head, group, first = self._find(material)
        return list(head.blocks[first : first + group["blocks"] - 1])

    def read_codes(self, material: Material) -> Iterator[bytes]:
        """The compressed blocks of codes."""
        path, head, group, first = self._find(material)
        yield from read_blocks(path, head, first, first + group["blocks"] - 1)

    def remove(self) -> None:
        """Take the slices away, and the folder if nothing else is in it."""
        for path in self.folder.glob(f"{self.rules}-*{SUFFIX}"):
            path.unlink()
        if not any(self.folder.iterdir()):
            self.folder.rmdir()
