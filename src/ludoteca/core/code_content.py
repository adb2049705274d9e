"""What one function says: its bytecode, the values of the names that it reads, and where it leads."""

import builtins
import hashlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from opcode import opmap
from types import CodeType, FunctionType, ModuleType
from typing import Any

from ludoteca.core.code_values import Leads, Unknown, describe, describe_code, is_foreign, name_of
from ludoteca.core.errors import RulesError

__all__ = ["Content", "describe_use", "list_packages", "read_function"]

LOAD_GLOBAL, EXTENDED_ARG, CACHE = opmap["LOAD_GLOBAL"], opmap["EXTENDED_ARG"], opmap["CACHE"]
LOAD_ATTRIBUTE = {opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD") if name in opmap}
ATTRIBUTE_SHIFT = 1 if sys.version_info >= (3, 12) else 0  # the lowest bit says whether a method is meant
MISSING = object()


@dataclass
class Content:
    """One function's own description, and where it leads."""

    leads: Leads = field(default_factory=Leads)
    texts: list[str] = field(default_factory=list)
    looked_up: list[tuple[Mapping[str, Any], str, Any]] = field(default_factory=list)
    """Where each value was found: the description holds as long as it is there."""
    is_whole: bool = True
    """False while a variable of an outer function is not set yet."""
    digest: bytes = b""

    def look_up(self, scope: Mapping[str, Any], name: str) -> Any:
        value = scope.get(name, MISSING)
        self.looked_up.append((scope, name, value))
        return value

    def is_current(self) -> bool:
        return self.is_whole and all(scope.get(name, MISSING) is value for scope, name, value in self.looked_up)


_contents: dict[FunctionType, Content] = {}


def list_packages() -> set[str]:
    """The packages, or modules outside of any, whose functions were read."""
    return {function.__module__.partition(".")[0] for function in _contents}


def read_function(function: FunctionType) -> Content:
    """Describe a function. It is read again only if one of its globals was set anew; arrays count as constant."""
    content = _contents.get(function)
    if content is None or not content.is_current():
        content = _contents[function] = _read(function)
    return content


def _read(function: FunctionType) -> Content:
    content = Content()
    content.texts += [name_of(function), describe_code(function.__code__, content.leads, function.__doc__)]
    for name, attributes in dict.fromkeys(_find_globals(function.__code__)):
        content.texts.append(_read_global(function, name, attributes, content))
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        content.texts.append(_read_cell(function, name, cell, content))
    defaults = (function.__defaults__, function.__kwdefaults__)
    content.texts.append(describe_use(function, "a default", defaults, content.leads))
    content.digest = hashlib.blake2b("\n".join(content.texts).encode(), digest_size=16).digest()
    return content


def describe_use(function: FunctionType, name: str, value: Any, leads: Leads) -> str:
    """Describe what a function uses under a name, or say what it may not use."""
    try:
        return f"{name} = {describe(value, leads)}"
    except Unknown as unknown:
        raise RulesError(
            f"{name_of(function)} uses {name}, which is or holds {unknown}; compiled code may depend on functions, "
            "numbers, text, arrays, dtypes, and on tuples, enums and dataclasses of these"
        ) from None


def _read_global(function: FunctionType, name: str, attributes: tuple[str, ...], content: Content) -> str:
    """Describe a global, or what an attribute of a module stands for: of a foreign module its name is enough."""
    value = content.look_up(function.__globals__, name)
    if value is MISSING:
        value = vars(builtins).get(name, MISSING)
    for attribute in attributes:
        if not isinstance(value, ModuleType):
            break
        if is_foreign(value.__name__):
            return f"{name} = {value.__name__}.{attribute}"
        name = f"{name}.{attribute}"
        value = content.look_up(vars(value), attribute)
    return f"{name} is missing" if value is MISSING else describe_use(function, name, value, content.leads)


def _read_cell(function: FunctionType, name: str, cell: Any, content: Content) -> str:
    try:
        value = cell.cell_contents
    except ValueError:  # not set yet
        content.is_whole = False
        return f"{name} is missing"
    return describe_use(function, name, value, content.leads)


def _find_globals(code: CodeType) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each load of a global, with the attributes that are read off it at once: `np.int64` is ("np", ("int64",))."""
    name, high = "", 0
    attributes: tuple[str, ...] = ()
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
