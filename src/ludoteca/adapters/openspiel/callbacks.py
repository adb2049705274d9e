"""How compiled rules reach a game that only Python can play: by calling back.

Compiled code calls symbols of these names; this process says where they are. So machine code is kept on disk like any
other, and holds no address. A game is known by a number that is the same in every process.
"""

import ctypes
from typing import Any, Protocol

import llvmlite.binding
from llvmlite import ir
from numba.core import cgutils, types

from ludoteca.core.arrays import State
from ludoteca.core.bits import intrinsic


class Rows(Protocol):
    """A game whose states are rows that Python changes."""

    def row_at(self, address: int) -> Any: ...
    def begin(self, row: Any) -> int: ...
    def advance(self, row: Any, action: int) -> int: ...
    def list_actions(self, row: Any) -> list[int]: ...
    def list_outcomes(self, row: Any) -> list[tuple[int, float]]: ...
    def fail(self, row: Any, error: Exception) -> None: ...


GAMES: dict[int, Rows] = {}
_Number, _Address = ctypes.c_int64, ctypes.c_void_p


def _guarded(game: Rows, row: Any, action: Any) -> int:
    """An exception cannot pass through compiled code: it is kept, and the game is over there."""
    try:
        return int(action())
    except Exception as error:
        game.fail(row, error)
        return 0


def _begin(number: int, address: int) -> None:
    game = GAMES[number]
    row = game.row_at(address)
    _guarded(game, row, lambda: game.begin(row))


def _advance(number: int, address: int, action: int) -> None:
    game = GAMES[number]
    row = game.row_at(address)
    _guarded(game, row, lambda: game.advance(row, action))


def _list_actions(number: int, address: int, out: int) -> int:
    game = GAMES[number]
    row = game.row_at(address)

    def write() -> int:
        actions: Any = game.list_actions(row)
        (ctypes.c_int32 * len(actions)).from_address(out)[:] = actions
        return len(actions)

    return _guarded(game, row, write)


def _list_outcomes(number: int, address: int, out: int, odds: int) -> int:
    game = GAMES[number]
    row = game.row_at(address)

    def write() -> int:
        outcomes = game.list_outcomes(row)
        (ctypes.c_int32 * len(outcomes)).from_address(out)[:] = [outcome for outcome, _ in outcomes]
        (ctypes.c_double * len(outcomes)).from_address(odds)[:] = [chance for _, chance in outcomes]
        return len(outcomes)

    return _guarded(game, row, write)


_SYMBOLS = {  # kept alive here, since compiled code calls them
    "ludoteca_openspiel_begin": ctypes.CFUNCTYPE(None, _Number, _Address)(_begin),
    "ludoteca_openspiel_advance": ctypes.CFUNCTYPE(None, _Number, _Address, _Number)(_advance),
    "ludoteca_openspiel_actions": ctypes.CFUNCTYPE(_Number, _Number, _Address, _Address)(_list_actions),
    "ludoteca_openspiel_outcomes": ctypes.CFUNCTYPE(_Number, _Number, _Address, _Address, _Address)(_list_outcomes),
}
for _name, _function in _SYMBOLS.items():
    llvmlite.binding.add_symbol(_name, ctypes.cast(_function, ctypes.c_void_p).value)


def _address(builder: Any, value: Any, kind: Any) -> Any:
    """Where the state, or the data of an array, lies."""
    pointer = ir.IntType(8).as_pointer()
    if isinstance(kind, types.Array):
        return builder.bitcast(builder.extract_value(value, 4), pointer)  # meminfo, parent, nitems, itemsize, data
    return builder.bitcast(value, pointer) if isinstance(kind, types.Record) else value


def _call(builder: Any, name: str, result: Any, signature: Any, args: Any) -> Any:
    values = [_address(builder, value, kind) for value, kind in zip(args, signature.args, strict=True)]
    function = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
        builder.module, ir.FunctionType(result, [value.type for value in values]), name
    )
    return builder.call(function, values)


@intrinsic  # type: ignore[untyped-decorator]
def call_begin(context: Any, number: Any, s: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        _call(builder, "ludoteca_openspiel_begin", ir.VoidType(), signature, args)
        return context.get_dummy_value()

    return types.void(types.int64, s), generate


@intrinsic  # type: ignore[untyped-decorator]
def call_advance(context: Any, number: Any, s: State, action: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        _call(builder, "ludoteca_openspiel_advance", ir.VoidType(), signature, args)
        return context.get_dummy_value()

    return types.void(types.int64, s, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def call_actions(context: Any, number: Any, s: State, out: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "ludoteca_openspiel_actions", ir.IntType(64), signature, args)

    return types.int64(types.int64, s, out), generate


@intrinsic  # type: ignore[untyped-decorator]
def call_outcomes(context: Any, number: Any, s: State, out: Any, odds: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _call(builder, "ludoteca_openspiel_outcomes", ir.IntType(64), signature, args)

    return types.int64(types.int64, s, out, odds), generate
