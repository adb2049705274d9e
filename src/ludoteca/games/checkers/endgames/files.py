"""Endgames on disk: packed, compressed in blocks, and refused if a single bit has changed (`blocks.py`).

A code is one byte: DRAWN, WON, or LOST and above: lost in 2 * (code - LOST) plies. How long a win takes follows from
the losses that it leads to, so it is not kept: that halves the file.
"""

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.arrays import IntArray
from ludoteca.core.errors import TableError
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.board import FLYING, RULE_SETS
from ludoteca.games.checkers.endgames.blocks import AGAIN, Block, Head, describe_block, read_blocks, read_head
from ludoteca.games.checkers.endgames.generation import Sets, make_sets
from ludoteca.games.checkers.endgames.index import DRAW, MOST, Material, is_loss, lay_out, list_materials

DRAWN, WON, LOST = 0, 1, 2  # codes; a loss in n plies is LOST + n / 2
KIND = b"LUDOTECA CHECKERS ENDGAMES 2\n"
SUFFIX = ".endgames"
RULES_WITH_ENDGAMES = tuple(name for number, name in enumerate(RULE_SETS) if not FLYING[number])
BLOCK_PLACES = 1 << 24  # a block unpacks to 16 MB at the most
CODES = np.array([DRAWN if v == DRAW else LOST + (v >> 1) if is_loss(v) else WON for v in range(256)], np.uint8)
SMALL, LARGE = 9 | lzma.PRESET_EXTREME, 4  # how hard to press: what the package ships, and what takes long
MOST_PRESSED = 4  # pieces that are pressed as hard as can be


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


# --- packing -------------------------------------------------------------------------------------------------------


def pack_group(material: Material, values: IntArray) -> tuple[IntArray, tuple[int, int, int]]:
    """Codes from solved values (see `index.py`), unused places made equal to those before them; wins, draws, losses."""
    codes = CODES[values]
    counts = np.zeros(3, np.int64)
    count_and_fill(codes, make_sets(material), counts)
    return codes, (int(counts[0]), int(counts[1]), int(counts[2]))


@compiled
def count_and_fill(codes: IntArray, sets: Sets, counts: Any) -> None:
    """Count the wins, draws and losses of a group, and fill its unused places."""
    place = as_int(0)
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


def press_codes(codes: IntArray, pieces: int) -> Iterator[tuple[Block, bytes]]:
    """The codes of a group, in compressed blocks."""
    preset = SMALL if pieces <= MOST_PRESSED else LARGE
    filters = [{"id": lzma.FILTER_LZMA2, "preset": preset, "lc": 4, "lp": 0, "pb": 0}]
    for begin in range(0, len(codes), BLOCK_PLACES):
        part = codes[begin : begin + BLOCK_PLACES]
        data = lzma.compress(part.tobytes(), format=lzma.FORMAT_XZ, filters=filters)
        yield describe_block(data, len(part)), data


def unpress_codes(path: Path, head: Head) -> Iterator[bytes]:
    """The codes of a file, block by block, checked."""
    for block, data in zip(head.blocks, read_blocks(path, head), strict=True):
        codes = lzma.LZMADecompressor(format=lzma.FORMAT_XZ).decompress(data, max_length=block.places + 1)
        if len(codes) != block.places:
            raise TableError(f"{path} is damaged: a block holds {len(codes):,} codes, not {block.places:,}. {AGAIN}")
        yield codes


# --- reading -------------------------------------------------------------------------------------------------------


def read_endgames_head(path: Path) -> Head:
    """The head of a file of endgames. TableError for one that is missing, damaged or of another kind."""
    head = read_head(path, KIND)
    rules, pieces = head.content["rules"], int(head.content["pieces"])
    if rules not in RULES_WITH_ENDGAMES or not 2 <= pieces <= MOST:
        raise TableError(f"{path} is for {rules} with {pieces} pieces, which this version does not know")
    _, places = lay_out(pieces)
    found = sum(block.places for block in head.blocks)
    if found != places:
        raise TableError(f"{path} holds {found:,} positions, not {places:,}: it was written by another version")
    return head


def make_endgames(head: Head, codes: IntArray) -> Endgames:
    pieces = int(head.content["pieces"])
    materials = [material for n in range(2, pieces + 1) for material in list_materials(n)]
    results = dict(zip(materials, (tuple(counts) for counts in head.content["results"]), strict=True))
    return Endgames(head.content["rules"], pieces, codes, lay_out(pieces)[0], results)


def read_file(path: Path) -> Endgames:
    """Endgames from disk, into memory."""
    head = read_endgames_head(path)
    codes = np.frombuffer(b"".join(unpress_codes(path, head)), np.uint8)
    return make_endgames(head, codes)
