"""The agents, by name: those of this folder, which know the protocol and never a game, those that come with a game and
play only that, and those of other packages. A module is imported when it is asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ludoteca.core.errors import BudgetError, PluginError, SettingsError, UnknownName
from ludoteca.core.plugins import AGENTS, Plugin, registry, usable_plugins
from ludoteca.protocol import Agent, Budget, Game, Settings, parse_settings

BUDGET_KEYS = {"seconds": float, "iterations": int, "nodes": int}


def names() -> list[str]:
    return [*registry(AGENTS).names(), *_homes()]


def _homes() -> dict[str, Plugin]:
    """The agents that come with a game, each with the plugin of its game."""
    return {name: plugin for plugin in usable_plugins().values() for name in plugin.agents}


def load(name: str) -> type[Agent]:
    """The class of the agent called `name`."""
    homes = _homes()
    if name in homes:
        kind = homes[name].load(homes[name].agents[name])
    elif name in registry(AGENTS).points:
        kind = registry(AGENTS).load(name, "agent")
    else:
        raise UnknownName("agent", name, names())
    if not (isinstance(kind, type) and issubclass(kind, Agent)):
        raise PluginError(f"the agent {name!r} is {kind!r}, not a subclass of ludoteca.protocol.Agent")
    return kind


def make(name: str, game: Game, seed: int = 0, **options: Any) -> Agent:
    """An agent for a game: `make("mcts", game, seed=1, iterations=2000, exploration=0.7)`.

    `seconds`, `iterations` and `nodes` make its budget; the rest are its settings.
    """
    return _read_options(name, game, options).make(game, seed)


def make_from_spec(spec: str, game: Game, seed: int = 0) -> Agent:
    """An agent from text such as `mcts:iterations=2000`, or from the name of one of the game's levels."""
    return read_spec(spec, game).make(game, seed)


@dataclass(frozen=True)
class Specification:
    """What a text such as `mcts:iterations=2000` stands for: read and checked, with no agent made yet."""

    kind: type[Agent]
    settings: Settings
    budget: Budget | None

    def make(self, game: Game, seed: int) -> Agent:
        return self.kind(game, self.settings, seed, self.budget)


def read_spec(spec: str, game: Game) -> Specification:
    """Read `mcts:iterations=2000`, or the name of one of the game's levels."""
    level = game.info.find_level(spec)
    name, options = parse_spec(level.agent if level else spec)
    return _read_options(name, game, options)


def _read_options(name: str, game: Game, options: Mapping[str, Any]) -> Specification:
    if name not in names():
        levels = [level.name for level in game.info.levels]
        raise UnknownName(f"agent or level of {game.info.name}", name, [*levels, *agents_for(game)])
    kind = load(name)
    budget = parse_budget(options)
    rest = {key: str(value) for key, value in options.items() if key not in BUDGET_KEYS}
    return Specification(kind, parse_settings(kind.Settings, rest, kind.budget_names()), budget)


def parse_budget(options: Mapping[str, Any]) -> Budget | None:
    """The budget among an agent's options; None if there is none."""
    limits = {key: _number(key, options[key]) for key in BUDGET_KEYS if key in options}
    return Budget(**limits) if limits else None


def _number(key: str, value: Any) -> Any:
    try:
        return BUDGET_KEYS[key](str(value))
    except ValueError:
        raise BudgetError(f"{key} must be a number, not {value!r}") from None


def agents_for(game: Game) -> list[str]:
    """The names of all agents that play this game, but for those that need a program or a file from outside."""
    kinds = {name: load(name) for name in names()}
    return [name for name, kind in kinds.items() if not kind.refusal(game.info) and kind.stands_alone(game.info)]


def default_spec(game: Game, exact: bool = False, seconds: float = 1.0) -> str:
    """A good player of any kind of game, and a good partner; `exact` asks for a value of every action."""
    if game.info.conventions:
        return f"sparta:seconds={seconds:g}" if exact else f"bot:bot={game.info.conventions[0].bot}"
    exactly = ",exact=yes" if exact else ""
    specs = (f"alphabeta:seconds={seconds:g}{exactly}", f"mcts:seconds={seconds:g}", f"ismcts:seconds={seconds:g}")
    return next(spec for spec in specs if load(spec.partition(":")[0]).refusal(game.info) is None)


def opponent_spec(game: Game) -> str:
    """Whom a person plays with who names nobody: the level in the middle, or a partner who keeps a convention."""
    if game.info.conventions or not game.info.levels:
        return default_spec(game)
    return game.info.levels[(len(game.info.levels) - 1) // 2].name


def parse_spec(text: str) -> tuple[str, dict[str, str]]:
    """`mcts:iterations=2000,exploration=0.7` as a name and options."""
    name, _, rest = text.partition(":")
    if rest and name.strip() in registry(AGENTS).points and (setting := load(name.strip()).rest_setting):
        return name.strip(), _split_rest(load(name.strip()), setting, rest)
    options: dict[str, str] = {}
    for item in filter(None, (part.strip() for part in rest.split(","))):
        option, equals, value = item.partition("=")
        if not equals:
            raise SettingsError(f"{item!r} in {text!r} is no setting: write name=value, as in mcts:iterations=2000")
        options[option.strip()] = value.strip()
    return name.strip(), options


def _split_rest(kind: type[Agent], setting: str, text: str) -> dict[str, str]:
    """Known settings at the beginning, then one that takes the rest: `memory=512,python3 bot.py --level=1,2`."""
    known = {item.name for item in fields(kind.Settings)} | set(kind.budget_names())
    options: dict[str, str] = {}
    while text:
        name, equals, value = text.partition("=")
        if not equals or name.strip() not in known or name.strip() == setting:
            break
        options[name.strip()], _, text = (part.strip() for part in value.partition(","))
    options[setting] = text.strip().removeprefix(f"{setting}=")
    return options
