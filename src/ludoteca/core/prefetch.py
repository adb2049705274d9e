"""Asking for memory before it is needed: large tables are slow to read, and the search has other work meanwhile."""

from typing import Any

from llvmlite import ir
from numba import extending
from numba.core import types

from ludoteca.core.arrays import IntArray
from ludoteca.core.bits import intrinsic
from ludoteca.core.jit import compiles

__all__ = ["prefetch"]


def prefetch(table: IntArray, place: int) -> None:
    """Bring an item of an array near the processor. It changes nothing; in plain Python it does nothing."""


@intrinsic  # type: ignore[untyped-decorator]
def _prefetch(context: Any, table: Any, place: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        address = builder.bitcast(builder.gep(array.data, [args[1]]), ir.PointerType(ir.IntType(8)))
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, word, word, word])
        call = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        builder.call(call, [address, word(0), word(3), word(1)])  # to read, to keep, data
        return context.get_dummy_value()

    return types.void(table, types.int64), generate


if compiles:
    extending.overload(prefetch)(lambda table, place: lambda table, place: _prefetch(table, place))
