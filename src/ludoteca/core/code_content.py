"""What one function says: its bytecode, the values of the names that it reads, and where it leads.

Everything is described by content: no path, no line number, no docstring, no address. Two checkouts with equal sources
give equal descriptions, and an edit changes the descriptions of the functions that it touches and no others.
"""

import dataclasses
import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import singledispatch
from opcode import opmap
from types import BuiltinFunctionType, CodeType, EllipsisType, FunctionType, ModuleType, NoneType
from typing import Any

import numpy as np
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.extending import _Intrinsic

from ludoteca.core.errors import RulesError

__all__ = ["Content", "Leads", "add_generic", "describe", "describe_options", "describe_use", "read_function"]

FOREIGN = sys.stdlib_module_names | {"builtins", "llvmlite", "numba", "numpy"}  # the key holds their versions
LOAD_GLOBAL, EXTENDED_ARG, CACHE = opmap["LOAD_GLOBAL"], opmap["EXTENDED_ARG"], opmap["CACHE"]
LOAD_ATTRIBUTE = {opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD") if name in opmap}
ATTRIBUTE_SHIFT = 1 if sys.version_info >= (3, 12) else 0  # the lowest bit says whether a method is meant


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
        return f"{_name(function)}#{len(self.functions) - 1}"


@dataclass
class Content:
    """One function's own description, and where it leads."""

    digest: bytes
    leads: Leads
    is_final: bool
    """False while a name that it reads is not defined yet."""


class _Unknown(Exception):
    """A value that compiled code may not depend on, since its content cannot be told."""


_contents: dict[FunctionType, Content] = {}
_generics: dict[Any, tuple[str, str]] = {}  # generic function -> its rule's name, its resolver's description


def add_generic(generic: Callable[..., Any], resolver: Any) -> None:
    """Make known that compiled code resolves this function by the game of its first argument."""
    _generics[generic] = (generic.__name__, _describe_code(resolver.__code__, Leads(), resolver.__doc__))


def is_foreign(module: str | None) -> bool:
    """Whether a module belongs to Python or to a package whose version is part of every key."""
    return module is not None and module.partition(".")[0] in FOREIGN


def read_function(function: FunctionType) -> Content:
    """Describe a function; what is defined in full is read once in a process."""
    content = _contents.get(function)
    if content is None:
        content = _read(function)
        if content.is_final:
            _contents[function] = content
    return content


def _read(function: FunctionType) -> Content:
    leads = Leads()
    texts = [_name(function), _describe_code(function.__code__, leads, function.__doc__)]
    values = {**dict(_read_globals(function)), **dict(_read_cells(function))}
    defaults = {"a default": (function.__defaults__, function.__kwdefaults__)}
    for name, value in {**values, **defaults}.items():
        texts.append(f"{name}={describe_use(function, name, value, leads)}")
    digest = hashlib.blake2b("\n".join(texts).encode(), digest_size=16).digest()
    return Content(digest, leads, is_final=not any(isinstance(value, _Missing) for value in values.values()))


def describe_use(function: FunctionType, name: str, value: Any, leads: Leads) -> str:
    """Describe what a function uses under a name, or say what it may not use."""
    try:
        return describe(value, leads)
    except _Unknown as unknown:
        raise RulesError(
            f"{_name(function)} uses {name}, which is or holds {unknown}; compiled code may depend on functions, "
            "numbers, text, arrays, dtypes, and on tuples, enums and dataclasses of these"
        ) from None


# --- names and what they stand for -----------------------------------------------------------------------------------


class _Missing:
    """In place of a value that is not defined yet."""


@dataclass(frozen=True)
class _Foreign:
    """In place of a value that a foreign module holds: its name is enough."""

    name: str


def _read_globals(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals that a function reads, with their values; `module.name` is one of them."""
    scope, builtins = function.__globals__, function.__builtins__
    for name, attributes in dict.fromkeys(_find_globals(function.__code__)):
        value = scope.get(name, builtins.get(name, _Missing()))
        path = name
        for attribute in attributes:
            if not isinstance(value, ModuleType):
                break
            path += f".{attribute}"
            foreign = is_foreign(value.__name__)
            value = _Foreign(f"{value.__name__}.{attribute}") if foreign else getattr(value, attribute, _Missing())
        yield path, value


def _read_cells(function: FunctionType) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # nothing in it yet
            yield name, _Missing()


def _find_globals(code: CodeType) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each load of a global, with the attributes that are read off it at once: `np.int64` is ("np", ("int64",))."""
    name, attributes, high = "", (), 0
    for operation, low in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        if operation == CACHE:
            continue
        argument = high << 8 | low
        high = argument if operation == EXTENDED_ARG else 0
        if operation in LOAD_ATTRIBUTE and name:
            attributes = (*attributes, code.co_names[argument >> ATTRIBUTE_SHIFT])
        elif operation != EXTENDED_ARG:
            if name:
                yield name, attributes
            name, attributes = (code.co_names[argument >> 1] if operation == LOAD_GLOBAL else ""), ()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _find_globals(constant)


def _describe_code(code: CodeType, leads: Leads, doc: str | None = None) -> str:
    constants = list(code.co_consts)
    if doc is not None and constants and constants[0] == doc:
        constants[0] = None
    numbers = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)
    return f"{numbers}{names}{code.co_code!r}{code.co_exceptiontable!r}{describe(constants, leads)}"


def _name(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


# --- values ----------------------------------------------------------------------------------------------------


@singledispatch
def describe(value: Any, leads: Leads) -> str:
    """A text that is equal for equal values only; what it leads to is added to `leads`."""
    name = getattr(value, "__qualname__", getattr(value, "__name__", None))
    if name is not None and is_foreign(getattr(value, "__module__", None)):
        return f"foreign {value.__module__}.{name}"
    raise _Unknown(f"a value of type {type(value).__module__}.{type(value).__qualname__}")


@describe.register(_Foreign)
@describe.register(_Missing)
def _(value: Any, leads: Leads) -> str:
    return f"foreign {value.name}" if isinstance(value, _Foreign) else "missing"


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
    return f"code({_describe_code(value, leads)})"


@describe.register
def _(value: np.generic, leads: Leads) -> str:
    return f"scalar {describe(value.dtype, leads)} {value.tobytes().hex()}"


@describe.register
def _(value: np.ndarray, leads: Leads) -> str:
    if value.dtype.hasobject:
        raise _Unknown("an array of Python objects")
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
            raise _Unknown(f"the type {text}")
        text = type(value).__name__
    return f"type {text}({', '.join(describe(part, leads) for part in parts)})"


@describe.register
def _(value: type, leads: Leads) -> str:
    name = f"class {value.__module__}.{value.__qualname__}"
    if is_foreign(value.__module__) or issubclass(value, BaseException):
        return name
    if issubclass(value, tuple) and hasattr(value, "_fields"):
        methods = {key: item for key, item in vars(value).items() if isinstance(item, Dispatcher)}
        return f"{name}{value._fields}{describe(value._field_defaults, leads)}{describe(methods, leads)}"
    if issubclass(value, Enum):
        return f"{name}({', '.join(f'{member.name}={describe(member.value, leads)}' for member in value)})"
    if dataclasses.is_dataclass(value):
        return f"{name}{[(part.name, str(part.type), repr(part.default)) for part in dataclasses.fields(value)]}"
    raise _Unknown(f"the class {value.__module__}.{value.__qualname__}")


# --- functions -------------------------------------------------------------------------------------------------


def describe_options(options: Mapping[str, Any]) -> str:
    """The options of `njit`; a pipeline by its name."""
    return str([(name, getattr(option, "__qualname__", option)) for name, option in sorted(options.items())])


@describe.register
def _(value: Dispatcher, leads: Leads) -> str:
    if is_foreign(value.py_func.__module__):
        return f"foreign {_name(value.py_func)}"
    return f"compiled {describe_options(value.targetoptions)} {leads.call(value.py_func)}"


@describe.register
def _(value: FunctionType, leads: Leads) -> str:
    """A plain function stands for its overloads in compiled code, and for itself where compiling asks it."""
    if value in _generics:
        rule, resolver = _generics[value]
        leads.rules.append(rule)
        return f"rule {rule} {resolver}"
    if is_foreign(value.__module__):
        return f"foreign {_name(value)}"
    return " ".join(["plain", leads.call(value), *_describe_overloads(value, leads)])


@describe.register
def _(value: _Intrinsic, leads: Leads) -> str:
    return f"intrinsic {leads.call(value._defn)}"


@describe.register(BuiltinFunctionType)
@describe.register(np.ufunc)
def _(value: Any, leads: Leads) -> str:
    if isinstance(getattr(value, "__self__", None), ModuleType | NoneType):
        return f"builtin {value.__name__}"
    raise _Unknown(f"the bound method {value!r}")


def _describe_overloads(function: FunctionType, leads: Leads) -> list[str]:
    """What was registered for a plain function with Numba's `overload`."""
    context = cpu_target.typing_context
    context.refresh()
    known = context._lookup_global(function)
    templates = known.templates if isinstance(known, types.Function) else ()
    return [
        f"{describe_options(template._jit_options)} {leads.call(template._overload_func)}"
        for template in templates
        if hasattr(template, "_overload_func")
    ]
