"""The HTML shell of a page: one stylesheet, one script, and what they need to know."""

import base64
import hashlib
import html
import json

from ludoteca.site import bundle
from ludoteca.site.assets import STYLED, STYLES, Assets

PLACE = "<!-- the page's script and style -->"
LANGUAGES_PLACE = "{languages}"
MANUAL_PLACE = "{documentation}"


def draw_shell(assets: Assets, page: str, languages: str = "{}", manual: str = "") -> str:
    """The HTML of the page that `static/pages/<page>.js` fills. `languages` is what its scripts are told of the
    languages that there are, as JSON; `manual` the address of the documentation, if there is one."""
    root = assets.root
    lines = [
        f'<link rel="stylesheet" href="{root}{STYLES}" data-styles="{html.escape(" ".join(assets.styles))}">',
        f'<script type="importmap">{import_map(assets)}</script>',
        *([f'<link rel="modulepreload" href="{root}{bundle.NAME}">'] if assets.is_joined else []),
        f'<script type="module" src="{root}pages/{page}.js"></script>',
    ]
    shell = STYLED.sub("", assets.shell).replace('"/static/', f'"{root}').replace(MANUAL_PLACE, html.escape(manual))
    return shell.replace(LANGUAGES_PLACE, html.escape(languages)).replace(PLACE, "\n    ".join(lines))


def import_map(assets: Assets) -> str:
    """Lets the pages of games import the site's modules by name: `import { h } from "ludoteca/lib/dom.js"`."""
    return json.dumps({"imports": {bundle.OWN: assets.root}})


def import_map_hash(assets: Assets) -> str:
    """Browsers take import maps only from the page itself: the content security policy allows this one by its hash."""
    return "sha256-" + base64.b64encode(hashlib.sha256(import_map(assets).encode()).digest()).decode()
