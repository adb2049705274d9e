"""Networks that whoever runs the site offers as levels: `ludoteca serve --weights NAME=FILE`."""

from dataclasses import replace
from pathlib import Path

from ludoteca import agents, games
from ludoteca.core.errors import SetupError, WeightsError
from ludoteca.networks.files import load_file
from ludoteca.protocol import Game, Level

LONGEST_NAME = 40
ITERATIONS = 200  # of the search with a network that learned by self-play


def offer_network(text: str) -> Game:
    """Add the network of `NAME=FILE` to the levels of its game, and return the game. The agent is made once, so that a
    file that cannot play is refused now and not at a table."""
    name, equals, file = (part.strip() for part in text.partition("="))
    if not equals or not file or not 1 <= len(name) <= LONGEST_NAME:
        raise SetupError(f"--weights takes NAME=FILE, with a name of at most {LONGEST_NAME} letters, not {text!r}")
    path = Path(file).resolve()
    if "," in str(path):
        raise SetupError(f"the path of a network may have no comma: {path}")
    network = load_file(path)
    home = network.record.get("game")
    if not isinstance(home, str) or home not in games.names():
        raise WeightsError(f"{path} does not say which of the installed games it plays")
    game = games.load(home)
    player = f"guided:iterations={ITERATIONS},weights" if "self_play" in network.record else "neural:weights"
    level = Level(name, f"{player}={path}", f"the network {path.name}")
    agents.make_from_spec(level.agent, game)
    add_level(game, level)
    return game


def add_level(game: Game, level: Level) -> None:
    """One more level of a game, in this process."""
    if game.info.find_level(level.name):
        raise SetupError(f"{game.info.title} already has a level {level.name!r}; choose another name")
    *easier, strongest = game.info.levels or (None,)
    levels = (*easier, level, strongest)  # the strongest stays last: it gives the hints
    game.info = replace(game.info, levels=tuple(item for item in levels if item is not None))
