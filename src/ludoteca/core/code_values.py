"""Values that compiled code may depend on, described by content: no path, no line number, no docstring, no address.

Equal values have equal descriptions in every process, and different ones have different descriptions. A value of which
that cannot be promised is refused.
"""

import dataclasses
import hashlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import singledispatch
from types import BuiltinFunctionType, CodeType, EllipsisType, FunctionType, ModuleType, NoneType
from typing import Any

import numpy as np
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic
from numba.core.registry import cpu_target

__all__ = ["Leads", "Unknown", "add_generic", "describe", "describe_code", "describe_options", "is_foreign", "name_of"]

FOREIGN = sys.stdlib_module_names | {"builtins", "llvmlite", "numba", "numpy"}  # the key holds their versions


@dataclass
class Leads:
    """Where a description leads: what else has to be read for the whole of it to be known."""

    functions: list[FunctionType] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    """Names of generic rules: which functions they are depends on the game."""
    dtypes: list[Any] = field(default_factory=list)
    """Dtypes and Numba's records: they may be the states of a game."""

    def call(self, function: Any) -> str:
        self.functions.append(function)
        return f"{name_of(function)}#{len(self.functions) - 1}"


class Unknown(Exception):
    """A value that compiled code may not depend on, since its content cannot be told."""


_generics: dict[Any, tuple[str, str]] = {}  # generic function -> its rule's name, its resolver's description


def add_generic(generic: Callable[..., Any], resolver: Any) -> None:
    """Make known that compiled code resolves this function by the game of its first argument."""
    description = describe_code(resolver.__code__, Leads(), resolver.__doc__)
    _generics[generic] = (generic.__name__, f"{name_of(resolver)} {description}")  # entries name its module


def is_foreign(module: str | None) -> bool:
    """Whether a module belongs to Python or to a package whose version is part of every key."""
    return module is not None and module.partition(".")[0] in FOREIGN


def describe_code(code: CodeType, leads: Leads, doc: str | None = None) -> str:
    constants = list(code.co_consts)
    if doc is not None and constants and constants[0] == doc:
        constants[0] = None
    numbers = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)
    return f"{numbers}{names}{code.co_code!r}{code.co_exceptiontable!r}{describe(constants, leads)}"


def name_of(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


@singledispatch
def describe(value: Any, leads: Leads) -> str:
    """A text that is equal for equal values only; what it leads to is added to `leads`."""
    name = getattr(value, "__qualname__", getattr(value, "__name__", None))
    if name is not None and is_foreign(getattr(value, "__module__", None)):
        return f"foreign {value.__module__}.{name}"
    raise Unknown(f"a value of type {type(value).__module__}.{type(value).__qualname__}")


@describe.register(NoneType)
@describe.register(EllipsisType)
@describe.register(bool)
@describe.register(int)
@describe.register(float)
@describe.register(complex)
@describe.register(str)
@describe.register(bytes)
@describe.register(slice)
@describe.register(range)
def _(value: Any, leads: Leads) -> str:
    if isinstance(value, Enum):
        return f"{describe(type(value), leads)}.{value.name}"
    return f"{type(value).__name__} {value!r}"


@describe.register
def _(value: Enum, leads: Leads) -> str:
    return f"{describe(type(value), leads)}.{value.name}"


@describe.register(tuple)
@describe.register(list)
def _(value: Any, leads: Leads) -> str:
    kind = describe(type(value), leads) if hasattr(value, "_fields") else type(value).__name__
    return f"{kind}({', '.join(describe(item, leads) for item in value)})"


@describe.register(set)
@describe.register(frozenset)
def _(value: Any, leads: Leads) -> str:
    return f"set({', '.join(sorted(describe(item, leads) for item in value))})"


@describe.register
def _(value: dict, leads: Leads) -> str:  # type: ignore[type-arg]
    return f"dict({', '.join(f'{describe(key, leads)}: {describe(item, leads)}' for key, item in value.items())})"


@describe.register
def _(value: CodeType, leads: Leads) -> str:
    return f"code({describe_code(value, leads)})"


@describe.register
def _(value: np.generic, leads: Leads) -> str:
    return f"scalar {describe(value.dtype, leads)} {value.tobytes().hex()}"


@describe.register
def _(value: np.ndarray, leads: Leads) -> str:
    if value.dtype.hasobject:
        raise Unknown("an array of Python objects")
    digest = hashlib.blake2b(np.ascontiguousarray(value).tobytes(), digest_size=16).hexdigest()
    return f"array {describe(value.dtype, leads)} {value.shape} {value.strides} {digest}"


@describe.register
def _(value: np.dtype, leads: Leads) -> str:
    leads.dtypes.append(value)
    return f"dtype {value!r}"


@describe.register
def _(value: types.Type, leads: Leads) -> str:
    """Numba's types: what they hold may be a game's record, a class, or a function."""
    if isinstance(value, types.Dispatcher):
        return f"type of {describe(value.dispatcher, leads)}"
    if isinstance(value, types.Record):
        leads.dtypes.append(value)
        parts: list[Any] = [part.type for part in value.fields.values() if not isinstance(part.type, types.Number)]
    else:
        held = ("dtype", "type", "instance_class", "item_type", "key_type", "value_type")
        parts = [getattr(value, name) for name in held if hasattr(value, name)]
        parts += getattr(value, "types", ())
    text = str(value)
    if " at 0x" in text:  # it holds a function: its parts tell which
        if not parts:
            raise Unknown(f"the type {text}")
        text = type(value).__name__
    return f"type {text}({', '.join(describe(part, leads) for part in parts)})"


@describe.register
def _(value: type, leads: Leads) -> str:
    name = f"class {value.__module__}.{value.__qualname__}"
    if is_foreign(value.__module__) or issubclass(value, BaseException):
        return name
    if issubclass(value, tuple) and hasattr(value, "_fields"):
        methods = {key: item for key, item in vars(value).items() if isinstance(item, Dispatcher)}
        return (
            f"{name}{value._fields}{describe(getattr(value, '_field_defaults', {}), leads)}{describe(methods, leads)}"
        )
    if issubclass(value, Enum):
        return f"{name}({', '.join(f'{member.name}={describe(member.value, leads)}' for member in value)})"
    if dataclasses.is_dataclass(value):
        return f"{name}{[(part.name, str(part.type), repr(part.default)) for part in dataclasses.fields(value)]}"
    raise Unknown(f"the class {value.__module__}.{value.__qualname__}")


# --- functions -------------------------------------------------------------------------------------------------


def describe_options(options: Mapping[str, Any]) -> str:
    """The options of `njit`; a pipeline by its name."""
    return str([(name, getattr(option, "__qualname__", option)) for name, option in sorted(options.items())])


@describe.register
def _(value: Dispatcher, leads: Leads) -> str:
    if is_foreign(value.py_func.__module__):
        return f"foreign {name_of(value.py_func)}"
    return f"compiled {describe_options(value.targetoptions)} {leads.call(value.py_func)}"


@describe.register
def _(value: FunctionType, leads: Leads) -> str:
    """A plain function stands for its overloads in compiled code, and for itself where compiling asks it."""
    if value in _generics:
        rule, resolver = _generics[value]
        leads.rules.append(rule)
        return f"rule {rule} {resolver}"
    if is_foreign(value.__module__):
        return f"foreign {name_of(value)}"
    return " ".join(["plain", leads.call(value), *_describe_overloads(value, leads)])


@describe.register
def _(value: _Intrinsic, leads: Leads) -> str:
    return f"intrinsic {leads.call(value._defn)}"


@describe.register(BuiltinFunctionType)
@describe.register(np.ufunc)
def _(value: Any, leads: Leads) -> str:
    if isinstance(getattr(value, "__self__", None), ModuleType | NoneType):
        return f"builtin {value.__name__}"
    raise Unknown(f"the bound method {value!r}")


def _describe_overloads(function: FunctionType, leads: Leads) -> list[str]:
    """What was registered for a plain function with Numba's `overload`."""
    context = cpu_target.typing_context
    context.refresh()
    known = context._lookup_global(function)
    templates: Any = known.templates if isinstance(known, types.Function) else ()
    return [
        f"{describe_options(template._jit_options)} {leads.call(template._overload_func)}"
        for template in templates
        if hasattr(template, "_overload_func")
    ]
