"""`ludoteca games`: what can be played."""

from dataclasses import asdict

from rich.table import Table

from ludoteca.cli.common import JsonFlag, console, print_json


def list_games(as_json: JsonFlag = False) -> None:
    """List the games, what kind each is, and its options."""
    from ludoteca import games

    found = [games.load(name).info for name in games.names()]
    if as_json:
        print_json([{**asdict(info), "kind": info.kind} for info in found])
        return
    table = Table(title="Games", title_justify="left", show_lines=True)
    for heading in ("name", "what it is", "kind", "options", "levels and bots"):
        table.add_column(heading)
    for info in found:
        options = [
            f"{option.name}={'|'.join(option.choices) or f'{option.low}..{option.high}'} (default {option.default})"
            for option in info.options
        ]
        names = [level.name for level in info.levels]
        table.add_row(info.name, info.summary, info.kind, "\n".join(options), "\n".join((*names, *info.bots)))
    console.print(table)
