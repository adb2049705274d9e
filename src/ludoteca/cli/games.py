"""`ludoteca games`: what can be played; with a name, all about one game."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from ludoteca.cli.common import JsonFlag, console, print_json

if TYPE_CHECKING:
    from ludoteca.protocol import Game, GameInfo


def list_games(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One game, to see all of it.")] = None,
    source: Annotated[
        str | None, typer.Option(help="List the games of another library instead, as in --source openspiel.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """List the games and what kind each is; with a NAME, its options, levels, bots, agents and encoders."""
    from ludoteca import games

    if source is not None:
        show_source(source, as_json)
        return
    found = [games.load(item) for item in ([name] if name else games.names())]
    if as_json:
        described = [describe_game(game) if name else describe_info(game.info) for game in found]
        print_json(described[0] if name else described)
    elif name:
        show_game(describe_game(found[0]))
    else:
        show_games([game.info for game in found])


def describe_info(info: "GameInfo") -> dict[str, Any]:
    return {**asdict(info), "kind": info.kind}


def describe_game(game: "Game") -> dict[str, Any]:
    from ludoteca import agents, games

    encoders = {name: encoder.summary for name, encoder in games.encoders_of(game).items()}
    return {**describe_info(game.info), "agents": agents.agents_for(game), "encoders": encoders}


def show_games(infos: "list[GameInfo]") -> None:
    table = Table(title="Games", title_justify="left", show_lines=True)
    for heading in ("name", "what it is", "kind", "options", "levels"):
        table.add_column(heading)
    for info in infos:
        options = "\n".join(option.name for option in info.options)
        table.add_row(info.name, info.summary, info.kind, options, "\n".join(level.name for level in info.levels))
    console.print(table)
    console.print("All about one: ludoteca games NAME. Play it: ludoteca play NAME", highlight=False)


def show_game(game: dict[str, Any]) -> None:
    """One thing a line, so that nothing is cut off in a narrow terminal."""
    console.print(f"[bold]{game['title']}[/bold] ({game['name']}, rules {game['version']})", highlight=False)
    console.print(f"{game['summary']}\n{game['kind']}", highlight=False)
    sections = {
        "Options, as in --set NAME=VALUE": [(option["name"], tell_option(option)) for option in game["options"]],
        "Levels, as in --against NAME": [(level["name"], level["summary"]) for level in game["levels"]],
        "Bots, as in --against bot:bot=NAME": [(bot, "") for bot in game["bots"]],
        "Agents: ludoteca agents NAME": [(agent, "") for agent in game["agents"]],
        "Encoders of networks": list(game["encoders"].items()),
    }
    for heading, lines in sections.items():
        if lines:
            console.print(f"\n[bold]{heading}[/bold]")
        for word, text in lines:
            console.print(f"  {word}" + (f": {text}" if text else ""), highlight=False, markup=False, soft_wrap=True)


def tell_option(option: dict[str, Any]) -> str:
    values = ", ".join(option["choices"]) or f"{option['low']} to {option['high']}"
    return f"{option['help']} ({values}; {option['default']} if left out)"


def show_source(source: str, as_json: bool) -> None:
    """What another library offers, by the names to ask for."""
    from ludoteca.core.plugins import SOURCES, registry

    names = registry(SOURCES).load(source, "source of games").names()
    if as_json:
        print_json(names)
    else:
        console.print("\n".join(names), highlight=False)
