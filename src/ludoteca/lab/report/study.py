"""The page of a study: its Markdown as one HTML file that works anywhere, with the charts inside."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from ludoteca.lab.optional_imports import load_extra

STYLE = """body{font-family:sans-serif;max-width:60rem;margin:auto;padding:1rem;line-height:1.4}
table{border-collapse:collapse}th,td{padding:.2rem .6rem;border:1px solid #ccc;text-align:right}
th{background:#eee}th:first-child,td:first-child{text-align:left}svg{max-width:100%;height:auto}"""


def markdown_to_html(text: str, charts: Mapping[str, str], title: str) -> str:
    """The Markdown of a report as a page. A picture whose text names one of the charts becomes that chart; HTML in the
    Markdown is shown, not obeyed."""
    parser = load_extra("markdown_it").MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.renderer.rules["image"] = _draw_charts(charts, parser.renderer.rules["image"])
    head = f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>'
    return f"{head}\n<style>{STYLE}</style>\n</head>\n<body>\n{parser.render(text)}</body>\n</html>\n"


def _draw_charts(charts: Mapping[str, str], picture: Callable[..., str]) -> Callable[..., str]:
    """How a picture is written: as the chart of its name, or as `picture` writes it."""

    def draw(tokens: Any, place: int, options: Any, env: Any) -> str:
        chart = charts.get(tokens[place].content)
        return chart if chart is not None else picture(tokens, place, options, env)

    return draw
