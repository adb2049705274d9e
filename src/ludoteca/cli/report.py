"""`ludoteca report`: a tournament as a page to read, to print and to send."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, print_json
from ludoteca.core.errors import SetupError


def write_report(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The results of `ludoteca tournament`.")],
    html: Annotated[Path | None, typer.Option(help="The page; FOLDER/report.html if left out.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write Markdown here instead, charts beside it.")] = None,
    record: Annotated[int | None, typer.Option(help="Print the record of this game instead, to replay it.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Write a report: one HTML file that works without a network, or Markdown with SVG charts."""
    from ludoteca.lab.optional_imports import require_lab
    from ludoteca.lab.report import write_html, write_markdown
    from ludoteca.lab.summary import summarise
    from ludoteca.lab.tournament import load_outcome

    require_lab()
    outcome = load_outcome(folder)
    if record is not None:
        print_record(outcome.rows, outcome.description, record)
        return
    for path in (html, markdown):
        if path is not None and path.exists() and not force:
            raise SetupError(f"{path} is there already; nothing was overwritten: choose another name, or add --force")
    summary = summarise(outcome)
    written: list[Path] = []
    if markdown is not None:
        written += write_markdown(outcome, markdown, _command(folder, "--markdown", markdown))
    if html is not None or markdown is None:
        page = html or folder / "report.html"
        written.append(write_html(outcome, page, _command(folder, "--html", page)))
    if as_json:
        print_json({"written": [str(path) for path in written], **summary.to_json()})
        return
    for path in written:
        console.print(f"wrote {path}", highlight=False, soft_wrap=True)


def _command(folder: Path, option: str, path: Path) -> str:
    return " ".join(["ludoteca", "report", shlex.quote(str(folder)), option, shlex.quote(str(path))])


def print_record(rows: list[dict[str, object]], description: object, number: int) -> None:
    from ludoteca.lab.description import Description, load_game
    from ludoteca.lab.store import make_record

    assert isinstance(description, Description)
    row = next((row for row in rows if row["game"] == number), None)
    if row is None:
        raise SetupError(f"there is no game {number}: games are numbered from 0 to {len(rows) - 1}")
    sys.stdout.write(make_record(row, load_game(description.game), description.setup_for(int(str(row["deal"])))))
