"""Tables in Markdown, both ways, and what the pages of results hold about a game or an agent."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludoteca.lab.tables import markdown_table

Row = dict[str, str]
BENCH = "bench.md"  # the page that `ludoteca bench --write` makes
COMMAND = re.compile(r"Made by\s+`(ludoteca [^`]+)`")


@dataclass(frozen=True)
class Source:
    """A page of results, as other pages cite it."""

    file: Path
    title: str
    command: str
    """What made it; empty if the page does not say."""


def write_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Lines of a table of texts; a cell may hold anything."""
    return markdown_table(head, [[" ".join(str(value).split()) for value in row] for row in rows], left=head)


def read_tables(text: str) -> list[list[Row]]:
    """Every table of a page, its rows by the words of its head."""
    tables = []
    for block in re.findall(r"(?:^\|.*\|[ \t]*\n)+", text + "\n", re.M):
        head, *lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
        rows = [dict(zip(head, line, strict=False)) for line in lines if not set("".join(line)) <= set("-: ")]
        tables.append(rows)
    return [rows for rows in tables if rows]


def read_speeds(folder: Path) -> list[Row]:
    """The rows of the benchmark's page; none where there is no such page."""
    page = folder / BENCH
    if not page.is_file():
        return []
    return [row for rows in read_tables(page.read_text("utf-8")) for row in rows if "measure" in row]


def find_results(folder: Path, game: str) -> list[Source]:
    """The pages of results of a game: those that are named like it."""
    stem = game.replace("_", "-")
    files = sorted(folder.glob("*.md")) if folder.is_dir() else []
    return [_describe(file) for file in files if file.stem == stem or file.stem.startswith(f"{stem}-")]


def _describe(file: Path) -> Source:
    text = file.read_text("utf-8")
    title = re.search(r"^# (.+)$", text, re.M)
    command = COMMAND.search(text)
    return Source(file, title[1] if title else file.stem, " ".join(command[1].split()) if command else "")


def read_standings(file: Path) -> list[Row]:
    """Who was how strong, from the report of a tournament; nothing from other pages."""
    for rows in read_tables(file.read_text("utf-8")):
        if {"agent", "Elo", "mean return"} <= set(rows[0]):
            return rows
    return []
