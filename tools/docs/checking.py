"""Whether every link of the finished pages leads to a file of the site, and to a place in it."""

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name in ("id", "name") and value:
                self.places.add(value)


@cache
def read(page: Path) -> Reader:
    reader = Reader()
    reader.feed(page.read_text("utf-8"))
    return reader


def find_broken(html: Path) -> list[str]:
    """ "page: target" of each link inside the site that leads nowhere, and of each file from elsewhere."""
    return [f"{page.relative_to(html)}: {target}" for page in sorted(html.rglob("*.html")) for target in _broken(page)]


def _broken(page: Path) -> Iterator[str]:
    for target in read(page).targets:
        parts = urlsplit(target)
        if parts.scheme or parts.netloc:
            continue
        file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        file = file / "index.html" if file.is_dir() else file
        is_place = not parts.fragment or file.suffix != ".html" or parts.fragment == "svg"
        if not file.is_file() or not (is_place or unquote(parts.fragment) in read(file).places):
            yield target
