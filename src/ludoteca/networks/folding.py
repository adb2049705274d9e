"""Batch normalisation as part of the weights beside it: what is left needs no means of the data, and is quicker."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ludoteca.networks.declaration import EPSILON, Block, Declaration, Head, Layer

Tensors = dict[str, Any]


def export(declaration: Declaration, tensors: Mapping[str, Any]) -> tuple[Declaration, Tensors]:
    """The network as players use it: no dropout, no auxiliary heads, batch normalisation folded into the weights. Its
    outputs are the same."""
    kept = tuple(head for head in declaration.heads if not head.auxiliary)
    declaration = replace(declaration, heads=kept)
    found = {key: np.array(tensors[key], np.float64) for key in declaration.tensors()}
    for prefix, _, layers in declaration.chains():
        for i, layer in enumerate(layers):
            if layer.normalise == "batch":
                _fold(found, f"{prefix}{i}.", layer, _list_readers(declaration, prefix, i, layers))
    plain = replace(
        declaration,
        layers=_plain(declaration.layers),
        blocks=tuple(_plain_block(block) for block in declaration.blocks),
        heads=tuple(_plain_head(head) for head in kept),
        boards=tuple(replace(board, layers=_plain(board.layers)) for board in declaration.boards),
    )
    return plain, {name: np.ascontiguousarray(found[name], np.float32) for name in plain.tensors()}


def _plain_block(block: Block) -> Block:
    return replace(block, layers=_plain(block.layers), then=_plain(block.then))


def _plain_head(head: Head) -> Head:
    return replace(head, layers=_plain(head.layers))


def _plain(layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    found = []
    for layer in layers:
        kind = "none" if layer.normalise == "batch" else layer.normalise
        found.append(replace(layer, normalise=kind, normalise_at="sums", dropout=0.0))
    return tuple(found)


def _list_readers(declaration: Declaration, prefix: str, i: int, layers: tuple[Layer, ...]) -> list[str]:
    """The layers whose sums are made from the values of this one, by the prefix of their names."""
    if i + 1 < len(layers):
        return [f"{prefix}{i + 1}."]
    return [f"{head.name}.0." for head in declaration.heads] if prefix == "trunk." else []


def _fold(tensors: Tensors, name: str, layer: Layer, readers: list[str]) -> None:
    """y = x * factor + offset, written into the weights that make x, or into those that read y."""
    factor = tensors[f"{name}scale"] / np.sqrt(tensors[f"{name}variance"] + EPSILON)
    offset = tensors[f"{name}shift"] - tensors[f"{name}mean"] * factor
    if layer.normalise_at == "sums":
        tensors[f"{name}weight"] *= factor[:, None]
        tensors[f"{name}bias"] = tensors[f"{name}bias"] * factor + offset
        return
    for reader in readers:
        tensors[f"{reader}bias"] = tensors[f"{reader}bias"] + tensors[f"{reader}weight"] @ offset
        tensors[f"{reader}weight"] = tensors[f"{reader}weight"] * factor
