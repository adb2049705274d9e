"""Counting and finding the bits of a board: one machine instruction each when compiled, plain Python otherwise."""

from typing import Any

from numba import extending
from numba.core import types

from ludoteca.core.jit import compiles

__all__ = ["count_bits", "highest_bit", "lowest_bit"]

intrinsic: Any = extending.intrinsic  # whose types miss that the first argument is given by the compiler


def count_bits(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest_bit(bits: int) -> int:
    """The place of the lowest bit that is set. `bits` is not zero."""
    return (int(bits) & -int(bits)).bit_length() - 1


def highest_bit(bits: int) -> int:
    """The place of the highest bit that is set. `bits` is not zero."""
    return int(bits).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _ctlz(context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


if compiles:
    extending.overload(count_bits)(lambda bits: lambda bits: _ctpop(bits))
    extending.overload(lowest_bit)(lambda bits: lambda bits: _cttz(bits))
    extending.overload(highest_bit)(lambda bits: lambda bits: 63 - _ctlz(bits))
