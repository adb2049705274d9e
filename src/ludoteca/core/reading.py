"""Frozen dataclasses from tables (of TOML, of JSON), and back. What is not a field is refused with the near misses, and
what has another type with the place where it stands."""

import json
import tomllib
import types
from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ludoteca.core.errors import PlanError, near_misses, show_value

T = TypeVar("T")
LARGEST_FILE = 4_000_000  # bytes
NAMES = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file; PlanError says what is wrong with it."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise PlanError(f"{path} is larger than {LARGEST_FILE:,} bytes: that is no file written by hand")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PlanError(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlanError(f"{path} is no TOML: {error}") from None


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
