"""Puts the documents of the repository together in one folder, as Sphinx wants to have them.

The pages in docs/ stay readable where they are: what only the site needs is added to the copies.
"""

import shutil
from pathlib import Path

from ludoteca.documents.links import Placing, move_links, place_below

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PROJECT = {  # pages of the repository's own folder, and where the site has them
    "CHANGELOG.md": "project/changes.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "NOTICE": "project/notice.md",
}
MADE = {  # folders of the repository whose pages are made while the site is built
    "src/ludoteca/games": "games/index.md",
    "src/ludoteca/agents": "agents/index.md",
}
ASIDE = ("conf.py", "*.html", "*.csv", "*.json", "*.jsonl", "__pycache__", "runs")
CONTENTS = "\n```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"


def stage(folder: Path) -> None:
    """Copy the documents to `folder`, with links that hold there."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, folder, ignore=shutil.ignore_patterns(*ASIDE))
    for name, place in PROJECT.items():
        (folder / place).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / place)
    for page in sorted(folder.rglob("*.md")):
        settle(page, folder)


def settle(page: Path, folder: Path) -> None:
    """Mend the links of a copied page; the first page of a folder lists those beside it."""
    inside = page.relative_to(folder)
    projects = {(folder / place): ROOT / name for name, place in PROJECT.items()}
    written = projects.get(page, DOCS / inside)
    text = move_links(page.read_text("utf-8"), written, inside, find_place(folder))
    if page.name in ("README.md", "index.md") and "{toctree}" not in text:
        text += CONTENTS
    page.write_text(text, "utf-8")


def find_place(folder: Path) -> Placing:
    below = place_below(folder, DOCS)

    def place(file: Path) -> Path | None:
        inside = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else ""
        known = PROJECT.get(inside) or MADE.get(inside)
        return Path(known) if known else below(file)

    return place
