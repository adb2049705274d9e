"""Frozen dataclasses from tables (of TOML, of JSON), and back. What is not a field is refused with the near misses, and
what has another type with the place where it stands."""

import json
import tomllib
import types
from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ludoteca.core.errors import LudotecaError, PlanError, near_misses, show_value

T = TypeVar("T")
LARGEST_TOML = 32_000  # characters: more is not written by hand, and would take long
NAMES = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file; PlanError says what is wrong with it."""
    return load_toml(path, PlanError)


def load_toml(path: Path, refuse: type[LudotecaError]) -> dict[str, Any]:
    """The same, with another error."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LARGEST_TOML + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise refuse(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is no text'}") from None
    return parse_toml(text, refuse, str(path))


def parse_toml(text: str, refuse: type[LudotecaError], where: str) -> dict[str, Any]:
    """The tables of a TOML text; `refuse` is the error for what is none, `where` its name in messages."""
    if len(text) > LARGEST_TOML:
        raise refuse(f"{where} has more than {LARGEST_TOML:,} characters: that is not written by hand")
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also an integer of more than 4,300 digits
        raise refuse(f"{where} is not TOML: {error}") from None
    except RecursionError:
        raise refuse(f"{where} is nested too deeply") from None


def read_record(kind: type[T], table: Any, where: str) -> T:
    """An instance of the dataclass `kind` from a table; `where` names the table in messages."""
    if not isinstance(table, Mapping):
        raise PlanError(f"{where} must be a table, not {show_value(table)}")
    known = {item.name: item for item in fields(kind)}  # type: ignore[arg-type]
    for key in table:
        if key not in known:
            raise PlanError(f"{where} has no {key!r}; {near_misses(str(key), known)}")
    hints = get_type_hints(kind)
    given = {key: _convert(hints[key], value, f"{where}.{key}") for key, value in table.items()}
    missing = [n for n, f in known.items() if n not in given and f.default is MISSING and f.default_factory is MISSING]
    if missing:
        raise PlanError(f"{where} needs {', '.join(missing)}")
    return kind(**given)


def write_record(record: Any) -> dict[str, Any]:
    """The table of a dataclass, as JSON has it: `read_record` makes the same again."""
    return dict(json.loads(json.dumps(asdict(record))))


def _convert(hint: Any, value: Any, where: str) -> Any:
    origin = get_origin(hint)
    if is_dataclass(hint):
        return read_record(hint, value, where)  # type: ignore[arg-type]
    if origin is tuple:
        return _convert_tuple(get_args(hint), value, where)
    if origin in (Union, types.UnionType):
        return _convert_union(get_args(hint), value, where)
    if origin in (dict, Mapping) or hint is dict or getattr(origin, "__name__", "") == "Mapping":
        return _convert_mapping(get_args(hint), value, where)
    return _convert_scalar(hint, value, where)


def _convert_scalar(hint: Any, value: Any, where: str) -> Any:
    if hint is float and type(value) is int:
        value = float(value)
    if type(value) is not hint:
        raise PlanError(f"{where} must be {NAMES.get(hint, hint)}, not {show_value(value)}")
    if hint is float and value - value != 0.0:
        raise PlanError(f"{where} must be a finite number, not {value}")
    return value


def _convert_tuple(hints: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise PlanError(f"{where} must be a list, not {show_value(value)}")
    if len(hints) == 2 and hints[1] is ...:
        return tuple(_convert(hints[0], item, f"{where}[{i}]") for i, item in enumerate(value))
    if len(value) != len(hints):
        raise PlanError(f"{where} must be a list of {len(hints)}, not of {len(value)}")
    return tuple(_convert(hint, item, f"{where}[{i}]") for i, (hint, item) in enumerate(zip(hints, value, strict=True)))


def _convert_union(hints: tuple[Any, ...], value: Any, where: str) -> Any:
    """The first that fits; the complaint of the last if none does."""
    if value is None and type(None) in hints:
        return None
    complaint: PlanError | None = None
    for hint in hints:
        if hint is type(None):
            continue
        try:
            return _convert(hint, value, where)
        except PlanError as error:
            complaint = error
    raise complaint or PlanError(f"{where} cannot be {show_value(value)}")


def _convert_mapping(hints: tuple[Any, ...], value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise PlanError(f"{where} must be a table, not {show_value(value)}")
    return {str(key): _convert(hints[1], item, f"{where}.{key}") for key, item in value.items()}
