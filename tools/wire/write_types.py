"""Writes the pages' types of the wire from the server's: `python tools/wire/write_types.py`."""

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin

from typing_extensions import get_type_hints, is_typeddict

from ludoteca.site import messages, wire

TARGET = Path(__file__).parents[2] / "src" / "ludoteca" / "site" / "static" / "lib" / "wire.js"
HEAD = """/**
 * What crosses the wire. Written by tools/wire/write_types.py from site/wire and site/messages.py: change those.
 * `docs/site.md` says what each part means.
 *
"""
TAIL = " */\nexport {};\n"
WIDTH = 120
SIMPLE = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "any"}


def name_type(kind: Any) -> str:
    """A Python type as TypeScript writes it."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    if is_typeddict(kind):
        return str(kind.__name__)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated and isinstance(inner[1], str):
        return inner[1]
    if origin in (Annotated, NotRequired):
        return name_type(inner[0])
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(name_type, inner)))
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin is list:
        return _name_list(name_type(inner[0]))
    if origin is dict:
        return f"Record<{name_type(inner[0])}, {name_type(inner[1])}>"
    raise TypeError(f"{kind} has no name in TypeScript: say in tools/wire/write_types.py what it is called there")


def _name_list(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def write_dictionary(kind: Any) -> str:
    hints = get_type_hints(kind, include_extras=True)
    parts = [
        f"{name}{'?' if name in kind.__optional_keys__ else ''}: {name_type(hint)}" for name, hint in hints.items()
    ]
    if kind in wire.OPEN:
        parts.append("[shown: string]: any")
    about = " ".join((kind.__doc__ or "").split()) if kind.__module__.startswith(wire.__name__) else ""
    about = "" if about.startswith("dict(") else about
    return f"@typedef {{{{{', '.join(parts)}}}}} {kind.__name__} {about}".rstrip()


def write_message(kind: type[messages.Message]) -> str:
    """A message that clients send: without an answer that matters it needs no id."""
    parts = []
    for name, found in kind.model_fields.items():
        optional = "" if found.is_required() else "?"
        parts.append(f"{name}{optional}: {name_type(found.annotation)}")
    return f"@typedef {{{{{', '.join(parts)}}}}} Say{kind.__name__}"


def write_lines() -> Iterator[str]:
    yield "@typedef {Record<string, string[]>} Events what happened, sentence by sentence, by language"
    yield "@typedef {[path: (string | number)[], value?: any]} Assignment a value to set; without one a key to remove"
    yield from map(write_dictionary, wire.SENT)
    kinds = get_args(messages.AnyMessage)
    yield from map(write_message, kinds)
    yield f"@typedef {{{' | '.join(f'Say{kind.__name__}' for kind in kinds)}}} Saying whatever a client sends"


def wrap(line: str) -> str:
    """Lines of a comment, broken between words."""
    lines = [" *"]
    for word in line.split(" "):
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(" *  ")
        lines[-1] += f" {word}"
    return "\n".join(lines)


def write() -> str:
    return HEAD + "".join(f"{wrap(line)}\n" for line in write_lines()) + TAIL


if __name__ == "__main__":
    TARGET.write_text(write(), "utf-8")
