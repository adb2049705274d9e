"""The encoder of games that have none of their own: every field of the observed state as numbers.

The bytes of a state are read by a table of its fields, so one compiled function serves all games.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload
from numba.np.numpy_support import carray

from ludoteca.core.arrays import State
from ludoteca.core.bits import intrinsic
from ludoteca.core.jit import FLAGS, as_int, compiled, compiles
from ludoteca.protocol.encoders import Convert, Encoder, make_slices
from ludoteca.protocol.rules import legal_actions

SIGNED, UNSIGNED, REAL, BITS = 0, 1, 2, 3  # how the bytes of a number are read
MASK_BYTES = 8  # integers of so many bytes are masks in most games, so they become bits


def memory_of(view: State, size: int) -> Any:
    """The bytes of a state."""
    return np.frombuffer(view.tobytes(), np.uint8)


if compiles:

    @intrinsic
    def _address_of(context, record):  # type: ignore[no-untyped-def]
        def build(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.bitcast(args[0], context.get_value_type(types.voidptr))

        return types.voidptr(record), build

    @overload(memory_of, jit_options=FLAGS)
    def _resolve_memory(view, size):  # type: ignore[no-untyped-def]
        return lambda view, size: carray(_address_of(view), (size,), np.uint8)


def plain_encoder(dtype: np.dtype[Any], max_actions: int) -> Encoder:
    """Every field as numbers, 64-bit integers as bits. The class of an action is its place among the legal ones."""
    rows, lengths = [], {}
    for name in dtype.names or ():
        kind, shape = (dtype[name].subdtype or (dtype[name], ()))[:2]
        count, form = int(np.prod(shape, dtype=int)), _form_of(kind)
        rows.append((dtype.fields[name][1], kind.itemsize, form, count))  # type: ignore[index]
        lengths[name] = count * (8 * MASK_BYTES if form == BITS else 1)
    table, size = np.array(rows, np.int64), dtype.itemsize

    @compiled
    def fill(view: State, out: Any) -> None:
        _write_fields(memory_of(view, size), table, out)

    output_of, action_of = _place_actions(max_actions)
    return Encoder(
        name="plain",
        summary="every field of the observed state as numbers, for games without an encoder of their own",
        inputs=sum(lengths.values()),
        outputs=max_actions,
        fill=fill,
        output_of=output_of,
        action_of=action_of,
        slices=make_slices(lengths),
    )


def _form_of(kind: np.dtype[Any]) -> int:
    if kind.kind == "f":
        return REAL
    if kind.itemsize == MASK_BYTES:
        return BITS
    return SIGNED if kind.kind == "i" else UNSIGNED


@compiled
def _write_fields(memory: Any, table: Any, out: Any) -> None:
    place = 0
    for row in range(len(table)):
        at, width, form = as_int(table[row, 0]), as_int(table[row, 1]), as_int(table[row, 2])
        for _ in range(table[row, 3]):
            word = np.uint64(0)
            for i in range(width):
                word |= np.uint64(memory[at + i]) << np.uint64(8 * i)
            at += width
            place += _write_word(word, width, form, out, place)


@compiled
def _write_word(word: Any, width: int, form: int, out: Any, place: int) -> int:
    """One number of `width` bytes; returns how many features it became."""
    if form == BITS:
        for i in range(64):
            out[place + i] = word >> np.uint64(i) & np.uint64(1)
        return 64
    if form == REAL:
        out[place] = np.uint64(word).view(np.float64) if width == 8 else np.uint32(word).view(np.float32)
    else:
        value = as_int(word)
        if form == SIGNED and value >> (8 * width - 1):
            value -= 1 << 8 * width
        out[place] = value
    return 1


def _place_actions(max_actions: int) -> tuple[Convert, Convert]:
    """Actions as places in the list of legal ones, and back; -1 for what is not in it."""

    @compiled
    def output_of(view: State, action: int) -> int:
        legal = np.empty(max_actions, np.int32)
        for place in range(legal_actions(view, legal)):
            if legal[place] == action:
                return place
        return -1

    @compiled
    def action_of(view: State, output: int) -> int:
        legal = np.empty(max_actions, np.int32)
        return as_int(legal[output]) if 0 <= output < legal_actions(view, legal) else -1

    return output_of, action_of
