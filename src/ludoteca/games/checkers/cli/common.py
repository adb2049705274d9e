"""Options that several commands share."""

from typing import Annotated

import typer

Rules = Annotated[str, typer.Option(help="The rule set: unisa, english, italian, russian or brazilian.")]
