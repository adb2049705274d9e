"""What packages add to Ludoteca: games with all that belongs to them, and agents. Found through entry points.

    [project.entry-points."ludoteca.games"]
    heap = "heap:PLUGIN"                               # a Plugin

    [project.entry-points."ludoteca.agents"]
    mcts = "ludoteca.agents.mcts:Mcts"                 # an Agent that knows no game

    [project.entry-points."ludoteca.sources"]
    openspiel = "ludoteca.adapters.sources:OPENSPIEL"   # a Source: games of another library, as openspiel_NAME

Ludoteca's own games and agents are found in the same way. A plugin that cannot be used is kept with the reason
(`Registry.broken`): only who asks for it gets the error.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludoteca.core.errors import PluginError, UnknownName

GAMES, AGENTS, SOURCES = "ludoteca.games", "ludoteca.agents", "ludoteca.sources"
OWN = "ludoteca"  # the distribution whose plugins come first


@dataclass(frozen=True)
class StudyEntry:
    """A published experiment that a game's package can repeat: `run` is "module:function" inside the package."""

    title: str
    duration: str
    run: str
    rewrite: str = ""
    """The same of a function that only writes the page anew, from the figures that a run has kept."""


@dataclass(frozen=True)
class Plugin:
    """What the package of a game offers. References are "module:attribute" inside the package (the game's folder), and
    are imported when they are asked for."""

    package: str
    """The package's name: write `__name__`."""
    game: str = "game:GAME"
    agents: Mapping[str, str] = field(default_factory=dict)
    """Agents that play only this game, by name."""
    encoders: Mapping[str, str] = field(default_factory=dict)
    """Positions as inputs of networks, by name: each a `ludoteca.protocol.Encoder`."""
    teacher: str | None = None
    """What its bots tell about their decisions: a `ludoteca.protocol.teachers.Teacher`."""
    networks: Mapping[str, str] = field(default_factory=dict)
    """Trained networks that play the game, by name, the best first: each a file in the game's folder."""
    self_play: str | None = None
    """How `ludoteca train` learns it, unless it is given another plan: a TOML file in the game's folder."""
    studies: Mapping[str, StudyEntry] = field(default_factory=dict)
    commands: str | None = None
    """A Typer application: `ludoteca NAME ...`."""
    bench: str | None = None
    """A module with `MEASURES` and `COVERS`: see `ludoteca.lab.bench`."""
    page: str | None = None
    """The folder of the site's page, with index.js in it."""

    def load(self, reference: str) -> Any:
        """What "module:attribute" (or "module") stands for inside this package."""
        module, _, attribute = reference.partition(":")
        if not all(part.isidentifier() for part in module.split(".")):
            raise PluginError(f"{self.package}: {reference!r} is no reference inside the package, such as 'game:GAME'")
        try:
            found = import_module(f"{self.package}.{module}")
            return getattr(found, attribute) if attribute else found
        except Exception as error:
            raise PluginError(f"{self.package}: cannot load {reference!r}: {_describe(error)}") from error

    @property
    def folder(self) -> Path:
        """Where the package's files are."""
        spec = find_spec(self.package)
        if spec is None or not spec.submodule_search_locations:
            raise PluginError(f"{self.package} is no package: a plugin needs a folder of its own")
        return Path(next(iter(spec.submodule_search_locations)))


@dataclass(frozen=True)
class Source:
    """Games of another library, too many to be listed among the installed ones: asked for as PREFIX_NAME."""

    load: Callable[[str], Any]
    """The game that the other library calls NAME, behind our protocol; UnknownName if there is none."""
    names: Callable[[], list[str]]
    """All that can be asked for, with the prefix."""


class Registry:
    """The plugins of one group of entry points, by name."""

    def __init__(self, points: Iterable[EntryPoint]) -> None:
        self.points: dict[str, EntryPoint] = {}
        self.broken: dict[str, str] = {}
        """Plugins that were left out, with the reason, by "name (distribution)"."""
        self._loaded: dict[str, Any] = {}
        for point in sorted(points, key=lambda point: (_distribution(point) != OWN, point.name, _distribution(point))):
            if point.name in self.points:
                first = _distribution(self.points[point.name])
                self.broken[f"{point.name} ({_distribution(point)})"] = (
                    f"the package {_distribution(point)} offers {point.name!r}, which {first} offers already: "
                    "one of them needs another name, or must be uninstalled"
                )
            else:
                self.points[point.name] = point

    def names(self) -> list[str]:
        return list(self.points)

    def load(self, name: str, kind: str) -> Any:
        """What an entry point stands for. `kind` (a game, an agent) is for the message where there is no such name."""
        if name not in self.points:
            raise UnknownName(kind, name, self.points)
        if name not in self._loaded:
            point = self.points[name]
            try:
                self._loaded[name] = point.load()
            except Exception as error:
                reason = f"the package {_distribution(point)} is broken: loading {point.value!r}: {_describe(error)}"
                self.broken[f"{name} ({_distribution(point)})"] = reason
                raise PluginError(reason) from error
        return self._loaded[name]


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "an unnamed distribution"


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


@cache
def registry(group: str) -> Registry:
    """The installed plugins of a group; looked up once a process."""
    return Registry(entry_points(group=group))


def plugin_names() -> list[str]:
    """The names of all installed games."""
    return registry(GAMES).names()


def load_plugin(name: str) -> Plugin:
    """The plugin of the game called `name`."""
    found = registry(GAMES).load(name, "game")
    if not isinstance(found, Plugin):
        point = registry(GAMES).points[name]
        raise PluginError(
            f"the package {_distribution(point)} is broken: {point.value!r} is {type(found).__name__}, "
            "not a ludoteca.core.plugins.Plugin"
        )
    return found


def find_source(name: str) -> tuple[Source, str] | None:
    """The source of a game such as openspiel_chess, and what the source calls it; None for installed games."""
    prefix, _, rest = name.partition("_")
    if name in registry(GAMES).points or prefix not in registry(SOURCES).points or not rest:
        return None
    return registry(SOURCES).load(prefix, "source of games"), rest


def usable_plugins() -> dict[str, Plugin]:
    """Every plugin that can be loaded, by name; the others are in `broken_plugins`."""
    found = {}
    for name in plugin_names():
        try:
            found[name] = load_plugin(name)
        except PluginError as error:
            registry(GAMES).broken.setdefault(name, str(error))
    return found


def broken_plugins() -> dict[str, str]:
    """Plugins that cannot be used, with the reason."""
    usable_plugins()
    return {**registry(GAMES).broken, **registry(AGENTS).broken}
