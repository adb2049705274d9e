"""The games, by name: one folder each, found as plugins. A game is imported when it is asked for, and only then."""

from ludoteca.core.errors import PluginError
from ludoteca.core.plugins import load_plugin, plugin_names
from ludoteca.protocol import Game


def names() -> list[str]:
    return plugin_names()


def load(name: str) -> Game:
    """The game called `name`."""
    plugin = load_plugin(name)
    game = plugin.load(plugin.game)
    if not isinstance(game, Game):
        raise PluginError(f"{plugin.package}: {plugin.game!r} is {type(game).__name__}, not a Game")
    if game.info.name != name:
        raise PluginError(f"{plugin.package}: its entry point says {name!r}, its game {game.info.name!r}: name it once")
    return game
