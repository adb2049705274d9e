"""The HTML shell of a page. The modules that a page needs are read from its imports, so that the browser can request
all of them at once."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

IMPORT_MAP = json.dumps({"imports": {"ludoteca/": "/static/"}})
"""Lets the pages of games import the site's modules by name: `import { h } from "ludoteca/lib/dom.js"`."""
IMPORT_MAP_HASH = "sha256-" + base64.b64encode(hashlib.sha256(IMPORT_MAP.encode()).digest()).decode()
"""Browsers take import maps only from the page itself: the content security policy allows this one by its hash."""
SHELL = "page.html"
PLACE = "<!-- the page's modules and their styles -->"
LANGUAGES_PLACE = "{languages}"
IMPORT = re.compile(r'^(?:import|export)\b[^";]*"(\.{1,2}/[^"]+)";', re.MULTILINE)


@cache
def draw_shell(static: Path, page: str, languages: str = "{}") -> str:
    """The HTML of the page that `static/pages/<page>.js` fills; read once, as files change only with an upgrade.
    `languages` is what its scripts are told of the languages that there are, as JSON."""
    root = static.resolve()
    script = root / "pages" / f"{page}.js"
    modules = list_modules(script)
    lines = [f'<script type="importmap">{IMPORT_MAP}</script>']
    lines += [f'<link rel="stylesheet" href="{_address(root, file)}">' for file in _list_styles(modules)]
    lines.append(f'<script type="module" src="{_address(root, script)}"></script>')
    lines += [f'<link rel="modulepreload" href="{_address(root, file)}">' for file in modules[1:]]
    shell = (root / SHELL).read_text("utf-8").replace(LANGUAGES_PLACE, html.escape(languages))
    return shell.replace(PLACE, "\n    ".join(lines))


def list_modules(script: Path) -> list[Path]:
    """`script` and all that it imports, each once; what is imported on demand is not among them."""
    found = [script]
    for module in found:  # grows while it is walked
        found += (file for file in _list_imports(module) if file not in found)
    return found


def _list_imports(module: Path) -> Iterator[Path]:
    for name in dict.fromkeys(IMPORT.findall(module.read_text("utf-8"))):
        yield (module.parent / name).resolve()


def _list_styles(modules: list[Path]) -> Iterator[Path]:
    """A component's style has its module's name."""
    return (style for style in (module.with_suffix(".css") for module in modules) if style.is_file())


def _address(root: Path, file: Path) -> str:
    return f"/static/{file.relative_to(root).as_posix()}"
