"""Modules joined into one script, so that a page asks for one file instead of dozens. There is no build step: the
server does it when it starts.

Each module becomes a function that is run when somebody first imports it. The joined script understands the forms of
`import` and `export` that this project uses, and refuses others: then the modules are served one by one.
"""

import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludoteca.core.errors import LudotecaError

NAME = "site.js"
OWN = "ludoteca/"  # what the import map calls the site's folder

_IMPORT = re.compile(
    r'^import\s+(?:(?P<names>\{[^}]*\})\s+from\s+|(?P<default>\w+)\s+from\s+)?"(?P<source>[^"]+)";', re.MULTILINE
)
_DECLARED = re.compile(r"^export\s+((?:async\s+)?function\*?|class|const)\s+(\w+)", re.MULTILINE)
_DEFAULT = re.compile(r"^export\s+default\s+", re.MULTILINE)
_EMPTY = re.compile(r"^export\s*\{\s*\};?", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)  # a whole one, by itself
_AS = re.compile(r"\s+as\b")
_LEFT = re.compile(r"^\s*(?:import|export)\s[^\n]*", re.MULTILINE)

RUNNER = """
const root = new URL(".", import.meta.url).href;
const run = new Map();
const find = (name, from) => name.startsWith("%(own)s") ? name.slice(%(length)d) : new URL(name, root + from).href.slice(root.length);
export function load(path) {
  if (!run.has(path)) {
    run.set(path, null);
    const later = (name) => { const found = find(name, path); return found in modules ? Promise.resolve().then(() => load(found)) : import(root + found); };
    run.set(path, modules[path](load, later, root + path));
  }
  return run.get(path);
}
"""  # noqa: E501


class NotJoined(LudotecaError):
    """A module that cannot be joined with others."""

    code = "page/not_joined"


@dataclass(frozen=True)
class Module:
    """A module as part of the joined script."""

    body: str
    imports: tuple[str, ...]
    exports: tuple[str, ...]


def read_module(path: str, text: str) -> Module:
    """Rewrite a module; `path` is where it is below the site's folder."""
    imports: list[str] = []
    exports: list[str] = []

    def take_import(found: re.Match[str]) -> str:
        imports.append(resolve(path, found["source"]))
        called = f'load("{imports[-1]}")'
        if found["names"]:
            return f"const {_AS.sub(':', found['names'])} = {called};"
        return f"const {{ default: {found['default']} }} = {called};" if found["default"] else f"{called};"

    def take_declared(found: re.Match[str]) -> str:
        exports.append(found[2])
        return f"{found[1]} {found[2]}"

    body = _EMPTY.sub("", _COMMENT.sub("", text))
    body = _DECLARED.sub(take_declared, _IMPORT.sub(take_import, body))
    body, defaults = _DEFAULT.subn("const default_export = ", body)
    if left := _LEFT.search(body):
        raise NotJoined(f"{path}: {left[0].strip()} is not understood")
    body = re.sub(r"\bimport\(", "later(", body.replace("import.meta.url", "url"))
    given = [*exports, *(["default: default_export"] if defaults else [])]
    names = (*exports, *(["default"] if defaults else []))
    return Module(f"{body.strip()}\nreturn {{ {', '.join(given)} }};", tuple(imports), names)


def resolve(path: str, source: str) -> str:
    """Where an import leads."""
    if source.startswith(OWN):
        return source.removeprefix(OWN)
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), source))


def read_modules(texts: Mapping[str, str]) -> dict[str, Module]:
    """All of them, or an error that names the first that cannot be joined."""
    modules = {path: read_module(path, text) for path, text in texts.items()}
    for path in modules:
        _refuse_circles(modules, path, ())
    return modules


def _refuse_circles(modules: Mapping[str, Module], path: str, way: tuple[str, ...]) -> None:
    if path not in modules:
        raise NotJoined(f"{way[-1]} imports {path}, which is not there")
    if path in way:
        raise NotJoined(f"{' imports '.join([*way, path])}")
    for source in modules[path].imports:
        _refuse_circles(modules, source, (*way, path))


def join(modules: Mapping[str, Module]) -> str:
    """The joined script."""
    written = [
        f"{json.dumps(path)}: (load, later, url) => {{\n{module.body}\n}}," for path, module in sorted(modules.items())
    ]
    return "const modules = {\n" + "\n".join(written) + "\n};" + RUNNER % {"own": OWN, "length": len(OWN)}


def write_facade(path: str, exports: Iterable[str]) -> str:
    """What stands at the address of a module that was joined: whoever imports it gets the same one."""
    place = posixpath.relpath(NAME, posixpath.dirname(path) or ".")
    source = place if place.startswith(".") else f"./{place}"
    names = [name for name in exports if name != "default"]
    lines = [f'import {{ load }} from "{source}";', f'const found = load("{path}");']
    if names:
        lines.append(f"export const {{ {', '.join(names)} }} = found;")
    if "default" in exports:
        lines.append("export default found.default;")
    return "\n".join(lines) + "\n"
