"""One process of `make kernels`: run what the command line and the site ask of a game, and note what that loads.

python tools/kernels/fill.py GAME NOTES

The first run compiles. The second finds everything in the cache and loads only what Python calls directly: these are
the entries that ship, since the functions that they call are in them.
"""

import json
import sys
from pathlib import Path

from ludoteca import agents, games
from ludoteca.core.code_cache import loaded_entries
from ludoteca.core.jit import read_marker, warm_up
from ludoteca.lab.warming import first_view, label_of
from ludoteca.protocol import Game
from ludoteca.site.warming import RULES, play_through


def warm_up_game(game: Game) -> list[str]:
    """Warm up the rules, every agent and every level; return the labels."""
    view = first_view(game)
    tasks = [(label_of(game, RULES), lambda: play_through(game))]
    for name in agents.agents_for(game):
        specs = [name, *(level.agent for level in game.info.levels if agents.parse_spec(level.agent)[0] == name)]
        players = [agents.make_from_spec(spec, game) for spec in specs]
        tasks.append((label_of(game, name), lambda players=players: [player.warm_up(view) for player in players]))
    warm_up(tasks, lambda label, done, total: print(f"  {label}", file=sys.stderr) if label else None)
    return [label for label, _ in tasks]


def main(name: str, notes: str) -> None:
    labels = warm_up_game(games.load(name))
    told = {"entries": sorted(loaded_entries), "warm": {label: read_marker(label) for label in labels}}
    Path(notes).write_text(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
