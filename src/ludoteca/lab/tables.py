"""Tables in Markdown."""

from collections.abc import Iterable, Sequence


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]], left: Iterable[str] = ()) -> list[str]:
    """The lines of a table. Columns are numbers, set to the right, but for the first and those named in `left`."""
    texts = {head[0], *left}
    marks = ["---" if title in texts else "---:" for title in head]
    return [_line(head), _line(marks), *(_line(row) for row in rows)]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
