"""The reference of the public modules, as Markdown: docstrings are Markdown already.

Signatures come from `inspect`, the meaning of a dataclass's fields from the strings below them.
"""

import dataclasses
import importlib
import inspect
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.util.inspect import stringify_signature

from ludoteca.cli.agents import find_help

# What a user imports; each lists its names in __all__, or they are named here.
MODULES: dict[str, tuple[str, ...]] = {
    "ludoteca": (),
    "ludoteca.protocol": (),
    "ludoteca.core.plugins": ("Plugin", "StudyEntry", "Source"),
    "ludoteca.core.errors": (),
    "ludoteca.core.jit": ("compiled", "warm_up"),
    "ludoteca.core.rng": ("new_rng", "below", "uniform", "new_seed"),
    "ludoteca.games": ("names", "load", "encoder", "encoder_names", "encoders_of"),
    "ludoteca.agents": ("names", "load", "make", "make_from_spec", "agents_for", "default_spec"),
    "ludoteca.lab.match": (),
    "ludoteca.lab.record": (),
    "ludoteca.lab.statistics": (),
    "ludoteca.lab.store": ("Store", "row_schema", "make_record"),
    "ludoteca.testing": (),
    "ludoteca.adapters.pettingzoo": (),
    "ludoteca.adapters.gymnasium": (),
    "ludoteca.adapters.sb3": (),
    "ludoteca.adapters.openspiel": (),
}


def write_reference(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        "# API reference",
        "",
        "The modules that a user of the package imports. What is not listed may change.",
        "",
    ]
    for name in MODULES:
        text = describe_module(name, importlib.import_module(name))
        (folder / f"{name}.md").write_text(text, "utf-8")
    lines += ["```{toctree}", "", *MODULES, "```", ""]
    (folder / "index.md").write_text("\n".join(lines), "utf-8")


def describe_module(name: str, module: types.ModuleType) -> str:
    lines = [f"# {name}", "", f"```{{py:module}} {name}", "```", "", *_prose(module), ""]
    for item in public_names(name, module):
        lines += describe(item, getattr(module, item))
    return "\n".join(lines)


def public_names(name: str, module: types.ModuleType) -> list[str]:
    listed = list(MODULES[name]) or list(getattr(module, "__all__", ()))
    return listed or [item for item, value in vars(module).items() if _is_own(value, module) and item[0] != "_"]


def _is_own(value: Any, module: types.ModuleType) -> bool:
    return getattr(value, "__module__", None) == module.__name__


def describe(name: str, value: Any) -> list[str]:
    value = getattr(value, "py_func", value)  # what was compiled
    if inspect.isclass(value):
        return _describe_class(name, value)
    if inspect.isroutine(value):
        return _block("function", name + _sign(value), _prose(value))
    return _block("data", name, [f"`{value!r}`"] if isinstance(value, int | float | str) else [])


def _describe_class(name: str, kind: type) -> list[str]:
    bases = [base.__name__ for base in kind.__bases__ if base is not object]
    body = _prose(kind)
    if bases:
        body = [*body, "", f"Bases: {', '.join(f'`{base}`' for base in bases)}."]
    body += list(_describe_fields(kind))
    for item, value in vars(kind).items():
        plain = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if item[0] == "_" or not plain.__doc__:
            continue
        if inspect.isfunction(plain):
            body += _block(
                "method", item + _sign(plain, bound=not isinstance(value, staticmethod)), _prose(plain), "```"
            )
        elif isinstance(plain, property):
            body += _block("property", item, _prose(plain.fget), "```")
    return _block("class", name + (_sign(kind) if dataclasses.is_dataclass(kind) else ""), body, "````")


def _describe_fields(kind: type) -> Iterator[str]:
    if not dataclasses.is_dataclass(kind):
        return
    helps = find_help(kind)
    told = [(item.name, helps.get(item.name, "")) for item in dataclasses.fields(kind)]
    if any(text for _, text in told):
        yield ""
        for name, text in told:
            yield f"- `{name}`" + (f": {' '.join(text.split())}" if text else "")


def _block(kind: str, signature: str, body: list[str], fence: str = "```") -> list[str]:
    fence = fence if not any("```" in line for line in body) or fence == "````" else "````"
    return ["", f"{fence}{{py:{kind}}} {signature}", "", *body, "", fence, ""]


def _sign(value: Any, bound: bool = False) -> str:
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return "()"
    if inspect.isclass(value):
        signature = signature.replace(return_annotation=inspect.Signature.empty)
    if bound:
        signature = signature.replace(parameters=list(signature.parameters.values())[1:])
    return stringify_signature(signature, unqualified_typehints=True)


def _prose(value: Any) -> list[str]:
    text = inspect.getdoc(value) or ""
    return text.splitlines()
