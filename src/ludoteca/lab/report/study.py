"""The page of a study: its Markdown as one HTML file that works anywhere, with the charts inside."""

import re

STYLE = """body{font-family:sans-serif;max-width:60rem;margin:auto;padding:1rem;line-height:1.4}
table{border-collapse:collapse}th,td{padding:.2rem .6rem;border:1px solid #ccc;text-align:right}
th{background:#eee}th:first-child,td:first-child{text-align:left}svg{max-width:100%}"""


def markdown_to_html(text: str, charts: dict[str, str], title: str) -> str:
    """The Markdown of a report (headings, tables, paragraphs, pictures) as a page, the named charts in their places."""
    blocks = [_block_from(block.splitlines(), charts) for block in text.split("\n\n") if block.strip()]
    body = re.sub(r"`(.*?)`", r"<code>\1</code>", "\n".join(blocks))
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return f"{head}\n{body}\n"


def _block_from(lines: list[str], charts: dict[str, str]) -> str:
    if lines[0].startswith("|"):
        rows = [line.strip("|").split("|") for line in lines if not line.startswith("|---")]
        cells = [["th" if i == 0 else "td", row] for i, row in enumerate(rows)]
        made = ["".join(f"<{tag}>{cell.strip()}</{tag}>" for cell in row) for tag, row in cells]
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in made) + "</table>"
    if lines[0].startswith("#"):
        level = len(lines[0]) - len(lines[0].lstrip("#"))
        return f"<h{level}>{lines[0].strip('# ')}</h{level}>"
    if lines[0].startswith("!["):
        return "\n".join(charts[line[2 : line.index("]")]] for line in lines)
    return f"<p>{' '.join(lines)}</p>"
