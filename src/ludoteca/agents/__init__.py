"""The agents, by name. They know the protocol and never a game (but for engines that live with their
game, and refuse every other); a module is imported when it is asked for."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from ludoteca.errors import BudgetError, SettingsError, UnknownName
from ludoteca.protocol import Agent, Budget, Game, parse_settings

MODULES = {
    "random": ("ludoteca.agents.random", "Random"),
    "greedy": ("ludoteca.agents.greedy", "Greedy"),
    "bot": ("ludoteca.agents.bot", "Bot"),
    "minimax": ("ludoteca.agents.minimax", "Minimax"),
    "alphabeta": ("ludoteca.agents.alphabeta", "AlphaBeta"),
    "expectiminimax": ("ludoteca.agents.expectiminimax", "Expectiminimax"),
    "mcts": ("ludoteca.agents.mcts", "Mcts"),
    "ismcts": ("ludoteca.agents.ismcts", "Ismcts"),
    "sparta": ("ludoteca.agents.sparta", "Sparta"),
    "warlord": ("ludoteca.games.dicewars.warlord", "Warlord"),
    "xklism": ("ludoteca.games.dicewars.xklism", "Xklism"),
    "checkers_hub": ("ludoteca.games.checkers.hub.client", "HubAgent"),
    "checkers_engine": ("ludoteca.games.checkers.engine.agent", "Engine"),
}
BUDGET_KEYS = {"seconds": float, "iterations": int, "nodes": int}


def names() -> list[str]:
    return list(MODULES)


def load(name: str) -> type[Agent]:
    """The class of the agent called `name`."""
    if name not in MODULES:
        raise UnknownName("agent", name, MODULES)
    module, attribute = MODULES[name]
    kind: type[Agent] = getattr(import_module(module), attribute)
    return kind


def make(name: str, game: Game, seed: int = 0, **options: Any) -> Agent:
    """An agent for a game: `make("mcts", game, seed=1, iterations=2000, exploration=0.7)`.

    `seconds`, `iterations` and `nodes` make its budget; the rest are its settings.
    """
    kind = load(name)
    budget = parse_budget(options)
    rest = {key: str(value) for key, value in options.items() if key not in BUDGET_KEYS}
    return kind(game, parse_settings(kind.Settings, rest), seed, budget)


def parse_budget(options: Mapping[str, Any]) -> Budget | None:
    """The budget among an agent's options; None if there is none."""
    limits = {key: _number(key, options[key]) for key in BUDGET_KEYS if key in options}
    return Budget(**limits) if limits else None


def _number(key: str, value: Any) -> Any:
    try:
        return BUDGET_KEYS[key](str(value))
    except ValueError:
        raise BudgetError(f"{key} must be a number, not {value!r}") from None


def make_from(spec: str, game: Game, seed: int = 0) -> Agent:
    """An agent from text such as `mcts:iterations=2000`, or from the name of one of the game's levels."""
    level = game.info.find_level(spec)
    name, options = parse_spec(level.agent if level else spec)
    return make(name, game, seed, **options)


def able(game: Game) -> list[str]:
    """The names of all agents that play this game, but for those that need a program from outside."""
    kinds = {name: load(name) for name in names()}
    return [name for name, kind in kinds.items() if not kind.outside and not kind.refusal(game.info)]


def default_spec(game: Game, exact: bool = False, seconds: float = 1.0) -> str:
    """A good player of any kind of game, and a good partner; `exact` asks for a value of every action."""
    if game.info.conventions:
        return f"sparta:seconds={seconds:g}" if exact else f"bot:bot={game.info.conventions[0].bot}"
    duel = f"alphabeta:seconds={seconds:g}" + (",exact=yes" if exact else "")
    specs = (duel, f"mcts:seconds={seconds:g}", f"ismcts:seconds={seconds:g}")
    return next(spec for spec in specs if load(spec.partition(":")[0]).refusal(game.info) is None)


def parse_spec(text: str) -> tuple[str, dict[str, str]]:
    """`mcts:iterations=2000,exploration=0.7` as a name and options."""
    name, _, rest = text.partition(":")
    options: dict[str, str] = {}
    for item in filter(None, (part.strip() for part in rest.split(","))):
        option, equals, value = item.partition("=")
        if not equals:
            raise SettingsError(f"{item!r} in {text!r} is no setting: write name=value, as in mcts:iterations=2000")
        options[option.strip()] = value.strip()
    return name.strip(), options
