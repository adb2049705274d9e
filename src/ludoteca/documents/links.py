"""Links of a page that is shown in another place than the one it was written for."""

import os
import re
from collections.abc import Callable
from pathlib import Path

from ludoteca.core.plugins import usable_plugins

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")
Placing = Callable[[Path], Path | None]
"""Where the site has a file, as a path from its root; None for what it does not have."""


def move_links(text: str, written: Path, shown: Path, place: Placing) -> str:
    """The text of the file `written`, with links that hold on the page `shown` (a path from the site's root). A link to
    something that the site does not have becomes words and a path."""

    def move(found: re.Match[str]) -> str:
        mark, words, target, anchor = found[1], found[2], found[3], found[4] or ""
        file = Path(os.path.normpath(written.parent / target))
        there = place(file)
        if there is None:
            return words if words.startswith("`") else f"{words} (`{_short(file)}`)"
        return f"{mark}[{words}]({os.path.relpath(there, shown.parent)}{anchor})"

    return LINK.sub(move, text)


def _short(file: Path) -> str:
    """A path as a reader of the repository would type it."""
    for folder in file.parents:
        if (folder / "pyproject.toml").is_file():
            return file.relative_to(folder).as_posix()
    return file.name


def shift_headings(text: str, by: int = 1) -> str:
    """The text with every heading so many levels lower; code is left alone."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(
        part if place % 2 else re.sub(r"^(#+ )", "#" * by + r"\1", part, flags=re.M) for place, part in enumerate(parts)
    )


def place_below(source: Path, origin: Path) -> Placing:
    """Finds a file of the folder `origin`, or of the site's `source` itself, as the site has it: a folder by its
    README, and the README of a game in its folder as the game's page."""
    homes = {plugin.folder / "README.md": Path("games", f"{name}.md") for name, plugin in usable_plugins().items()}

    def place(file: Path) -> Path | None:
        if file in homes:
            return homes[file]
        for folder in (source, origin):
            inside = file.relative_to(folder) if file.is_relative_to(folder) else None
            if inside is not None and (source / inside / "README.md").is_file():
                return inside / "README.md"
            if inside is not None and (source / inside).is_file():
                return inside
        return None

    return place
