"""Options, actions and agents of every game."""

from collections.abc import Callable
from typing import Any

from fuzz.making import wounded, wounded_value
from fuzz.parser import IMPORTED, Parser
from ludoteca import agents, games
from ludoteca.core.plugins import plugin_names

OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "connect_four": ({"variant": "misere"},),
    "checkers": (
        {"rules": "italian", "fen": "W:W21,K27:B1,12", "quiet_moves": 40, "repetition": "on"},
        {"rules": "russian", "fen": "B:WKa1,c3:Bh8"},
    ),
    "hanabi": ({"players": 3, "deck": "r1 y3 b5 g2 w1", "hand_size": 4, "scoring": "keep"},),
    "contest": (
        {"mode": "game", "condition": "cool", "contestants": "Betta, Speranza, Macy, Plumy", "preliminary": 0},
        {"contestants": "Me=Pikachu:Thunderbolt/Charm/Growl/Sweet Kiss@120+mega, Betta, Speranza, Macy"},
    ),
    "dicewars": ({"players": 3, "variant": "course", "map_seed": 7}, {"players": 2, "map": "{}"}),
}
ACTIONS = ("1", "d", "22-18", "22x15x8", "c3:e5", "play 1", "tell 0 red", "attack 3>4", "end", "Round", "order: a > b")
SPECS = (
    "mcts:iterations=20,exploration=0.7",
    "alphabeta:depth=2,exact=yes",
    "Easy",
    "sparta:seconds=1",
    "bot:bot=smart",
    "bridge:host=127.0.0.1,port=1",
    "checkers_engine:seconds=0.1",
    "neural:weights=x",
    "ismcts:iterations=9",
)


def _is_options(value: Any) -> bool:
    """Whoever reads options from JSON or TOML has seen that they are a table."""
    return isinstance(value, dict)


def start_everything(name: str) -> Callable[[Any], Any]:
    game = games.load(name)
    return lambda options: game.start(game.parse_setup(options))


def parse_actions(name: str) -> Callable[[str], Any]:
    game = games.load(name)
    s = game.start()
    return lambda text: game.parse_action(s, text)


def read_specs(name: str) -> Callable[[str], Any]:
    game = games.load(name)
    return lambda text: agents.read_spec(text, game)


def of_games() -> list[Parser]:
    found = []
    for name in plugin_names():
        seeds = OPTIONS.get(name, ({},))
        long = {key: "9" * IMPORTED for options in seeds for key in options}
        found += [
            Parser(
                f"setup of {name}",
                start_everything(name),
                wounded_value((*seeds, {})).filter(_is_options),
                {f"a long {key}": {key: value} for key, value in long.items()},
            ),
            Parser(f"action of {name}", parse_actions(name), wounded(ACTIONS), {"digits": "9" * 200, "x": "1x" * 100}),
            Parser(f"agent for {name}", read_specs(name), wounded(SPECS), {"settings": ("mcts:" + "a=b," * 50)[:200]}),
        ]
    return found
