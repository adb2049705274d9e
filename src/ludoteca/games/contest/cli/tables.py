"""What the commands share: the language option, and tables without lines."""

from typing import Annotated

import typer
from rich.table import Table

Language = Annotated[str, typer.Option("--language", "-l", help="Language of the text: en, it, or another with texts.")]
Condition = Annotated[str, typer.Option(help="cool, beautiful, cute, clever or tough.")]


def new_table(*titles: str, right: tuple[str, ...] = ()) -> Table:
    """An empty table; the columns in `right` are set to the right."""
    table = Table(box=None, pad_edge=False)
    for title in titles:
        table.add_column(title, justify="right" if title in right else "left")
    return table
