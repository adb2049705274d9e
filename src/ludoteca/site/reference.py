"""The page `/api/docs`: the OpenAPI description as plain HTML, without scripts from anywhere."""

import json
import re
from html import escape
from typing import Any

STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
h2 code { font-size: 1.1rem; }
article { border-top: 1px solid; padding: 0.5rem 0; }
pre { overflow-x: auto; font-size: 0.85rem; }
"""


def draw_reference(schema: dict[str, Any]) -> str:
    parts = [
        _draw_operation(path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    kinds = "".join(_draw_kind(name, kind) for name, kind in schema.get("components", {}).get("schemas", {}).items())
    title = escape(schema["info"]["title"])
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}: API</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/api/docs.css"></head><body><main>'
        f'<p><a href="/">{title}</a></p>'
        f"<h1>{title}: API</h1><p>{_draw_text(schema['info'].get('description', ''))}</p>"
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a>.</p>'
        f"{''.join(parts)}<h1>What is sent</h1>{kinds}</main></body></html>"
    )


def _draw_operation(path: str, method: str, operation: dict[str, Any]) -> str:
    rows = [
        f"<li><code>{escape(item['name'])}</code> ({escape(item['in'])})</li>"
        for item in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" in body:
        name = body["$ref"].rpartition("/")[2]
        rows.append(f'<li>body: <a href="#{escape(name)}">{escape(name)}</a></li>')
    inputs = f"<ul>{''.join(rows)}</ul>" if rows else ""
    text = _draw_text(operation.get("description", ""))
    return f"<article><h2><code>{method.upper()} {escape(path)}</code></h2><p>{text}</p>{inputs}</article>"


def _draw_text(text: str) -> str:
    """What stands between backticks is code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))


def _draw_kind(name: str, kind: dict[str, Any]) -> str:
    text = escape(json.dumps(kind, indent=2))
    return f'<article id="{escape(name)}"><h2>{escape(name)}</h2><pre tabindex="0">{text}</pre></article>'
