"""`ludoteca warm-up`: compile ahead of time."""

import time
from typing import Annotated

import typer

from ludoteca.cli.common import JsonFlag, console, print_json, warm_up_agents


def compile_ahead(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games, with spaces between; all if left out.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Compile every agent for the given games, so that the first move of each is quick."""
    from ludoteca import agents, games

    rows = []
    for name in names or games.names():
        game = games.load(name)
        started = time.perf_counter()
        players = [agents.make(item, game) for item in agents.agents_for(game)]
        warm_up_agents(game, players)
        row = {"game": name, "agents": [agent.name for agent in players], "seconds": time.perf_counter() - started}
        rows.append(row)
        if not as_json:
            console.print(f"{name}: {len(players)} agents ready in {row['seconds']:.1f} s", highlight=False)
    if as_json:
        print_json(rows)
