"""The page of results, of which each study writes a section."""

import re
from collections.abc import Mapping
from pathlib import Path

from ludoteca.core.files import write_atomic


def write_section(path: Path, name: str, text: str, pictures: Mapping[str, str] | None = None) -> None:
    """Write a section between its markers on the page (or at its end), and pictures into the folder beside it."""
    first, last = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    body = f"{first}\n{text}{last}"
    page = path.read_text(encoding="utf-8") if path.exists() else "# Hanabi\n"
    found = re.search(re.escape(first) + ".*?" + re.escape(last), page, re.DOTALL)
    page = (
        page[: found.start()] + body + page[found.end() :] if found else f"{page}\n## {name.capitalize()}\n\n{body}\n"
    )
    folder = path.with_suffix("")
    (folder if pictures else path.parent).mkdir(parents=True, exist_ok=True)
    for file, svg in (pictures or {}).items():
        write_atomic(folder / file, svg)
    write_atomic(path, page)
