"""An extension of Sphinx that writes a page for every game and agent before the others are read.

    extensions = ["myst_parser", "ludoteca.documents.sphinx"]
    ludoteca_games = ["heap"]            # left out: all installed games, and the agents
    ludoteca_results = "results"         # the folder with pages of results, below the documents
    ludoteca_pictures = "images/games"   # the folder with pictures, each named like its game

The pages are Markdown, in `games` (and `agents`) of the source folder: `games/index` belongs into a toctree.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca import agents, games
from ludoteca.core.files import write_atomic
from ludoteca.documents.agents import FOLDER as AGENTS
from ludoteca.documents.agents import write_agent_page, write_agents_index
from ludoteca.documents.games import FOLDER as GAMES
from ludoteca.documents.games import House, write_game_page, write_games_index
from ludoteca.documents.links import place_below


def setup(app: Any) -> dict[str, Any]:
    app.add_config_value("ludoteca_games", [], "env", [list, tuple])
    app.add_config_value("ludoteca_results", "results", "env", [str])
    app.add_config_value("ludoteca_pictures", "images/games", "env", [str])
    app.add_config_value("ludoteca_origin", "", "env", [str])
    app.connect("builder-inited", write_pages)
    return {"version": ludoteca.__version__, "parallel_read_safe": True, "parallel_write_safe": True}


def write_pages(app: Any) -> None:
    """The pages of the games that the configuration names, or of all games and agents."""
    source, config = Path(app.srcdir), app.config
    origin = Path(config.ludoteca_origin or source)  # where the documents were before they were put together
    chosen = list(config.ludoteca_games)
    results, pictures = source / config.ludoteca_results, source / config.ludoteca_pictures
    house = House(results, pictures, place_below(source, origin), has_agents=not chosen)
    _write_all(source / GAMES, chosen or games.names(), house, write_game_page, write_games_index)
    if not chosen:
        _write_all(source / AGENTS, agents.names(), house, write_agent_page, write_agents_index)


def _write_all(
    folder: Path,
    names: list[str],
    house: House,
    write_page: Callable[[str, House], str],
    write_index: Callable[[list[str]], str],
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    pages = {"index": write_index(names)} | {name: write_page(name, house) for name in names}
    for name, text in pages.items():
        path = folder / f"{name}.md"
        if not path.is_file() or path.read_text("utf-8") != text:
            write_atomic(path, text, durable=False)
