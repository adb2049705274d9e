"""The games, by name: one folder each, found as plugins. A game is imported when it is asked for, and only then."""

from functools import lru_cache
from pathlib import Path

from ludoteca.core.errors import PluginError, UnknownName
from ludoteca.core.plugins import find_source, load_plugin, plugin_names
from ludoteca.protocol import Encoder, Game
from ludoteca.protocol.plain_encoder import plain_encoder
from ludoteca.protocol.teachers import NOBODY, Teacher

PLAIN = "plain"  # the encoder that every game has


def names() -> list[str]:
    return plugin_names()


def load(name: str) -> Game:
    """The game called `name`: an installed one, or one that a source has, as in openspiel_chess."""
    found = find_source(name)
    if found is not None:
        source, rest = found
        return _check_game(source.load(rest), name)
    plugin = load_plugin(name)
    game = plugin.load(plugin.game)
    if not isinstance(game, Game):
        raise PluginError(f"{plugin.package}: {plugin.game!r} is {type(game).__name__}, not a Game")
    if game.info.name != name:
        raise PluginError(f"{plugin.package}: its entry point says {name!r}, its game {game.info.name!r}: name it once")
    return game


def _check_game(game: object, name: str) -> Game:
    if not isinstance(game, Game):
        raise PluginError(f"the source of {name} gave {type(game).__name__}, not a Game")
    return game


def encoder_names(game: str) -> list[str]:
    """The encoders of a game: those that its plugin declares, then `plain`."""
    return [PLAIN] if find_source(game) else [*load_plugin(game).encoders, PLAIN]


def encoder(game: str, name: str) -> Encoder:
    """An encoder of the game called `game`."""
    if name not in encoder_names(game):
        raise UnknownName(f"encoder of {game}", name, encoder_names(game))
    if name == PLAIN:
        return plain_encoder_of(load(game))
    plugin = load_plugin(game)
    found = plugin.load(plugin.encoders[name])
    if not isinstance(found, Encoder):
        raise PluginError(f"{plugin.package}: {plugin.encoders[name]!r} is {type(found).__name__}, not an Encoder")
    if found.name != name:
        raise PluginError(
            f"{plugin.package}: the plugin says the encoder {name!r}, itself {found.name!r}: name it once"
        )
    return found


@lru_cache
def plain_encoder_of(game: Game) -> Encoder:
    """The encoder that every game has: the fields of its observed state."""
    return plain_encoder(game.state_dtype, game.info.max_actions)


def teacher(game: str) -> Teacher:
    """What the bots of a game tell about their decisions; nothing where the plugin names no teacher."""
    plugin = load_plugin(game)
    found = NOBODY if plugin.teacher is None else plugin.load(plugin.teacher)
    if not isinstance(found, Teacher):
        raise PluginError(f"{plugin.package}: {plugin.teacher!r} is {type(found).__name__}, not a Teacher")
    return found


def self_play_plan(game: str) -> Path | None:
    """The file that says how a game is learned by self-play; None where its plugin names none."""
    plugin = load_plugin(game) if game in names() else None
    if plugin is None or plugin.self_play is None:
        return None
    path = plugin.folder / plugin.self_play
    if not path.is_file():
        raise PluginError(f"{plugin.package}: its plan of self-play, {plugin.self_play!r}, is not in {plugin.folder}")
    return path


def encoders_of(game: Game) -> dict[str, Encoder]:
    """Every encoder of a game, by name. A game that is not installed has the plain one."""
    name = game.info.name
    if name not in names() or load(name) is not game:
        return {PLAIN: plain_encoder_of(game)}
    return {item: encoder(name, item) for item in encoder_names(name)}


def find_encoder(name: str) -> tuple[str, Encoder]:
    """The one encoder of this name among all games, with its game."""
    homes = [game for game in names() if name in load_plugin(game).encoders]
    if len(homes) != 1:
        known = {item for game in names() for item in load_plugin(game).encoders}
        if not homes:
            raise UnknownName("encoder", name, known)
        raise UnknownName(f"encoder of one game only (name the game: {', '.join(homes)})", name, known)
    return homes[0], encoder(homes[0], name)
