"""What has to be compiled before a game can be played, and in which order: first what is asked for first."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from ludoteca import agents
from ludoteca.core.jit import is_warm
from ludoteca.core.rng import new_rng
from ludoteca.lab.asking import ask_about_action, ask_about_end, ask_about_lessons
from ludoteca.lab.match import OngoingMatch
from ludoteca.protocol import CHANCE, Agent, Game, State

RULES = "rules and scenes"
"""In the place of an agent: the rules, with all that drawing a position needs."""
PROFILE = "compiling.json"
"""In a game's folder: how many CPU-seconds each part of it takes, as `ludoteca bench --compiling` measured it."""
UNKNOWN = 8.0  # seconds for a part of a game that brings no such file


def first_view(game: Game, options: Mapping[str, Any] | None = None) -> State:
    """What the first seat to act sees."""
    s = game.start(options)
    while game.mover(s) == CHANCE:
        game.play(s, game.draw_chance(s, new_rng(1)))
    return game.observe(s, game.mover(s))


def play_through(game: Game) -> None:
    """A random game under every choice of every option, with all that front ends ask, compiles what they need."""
    choices = [{option.name: choice} for option in game.info.options for choice in option.choices]
    for options in choices or [{}]:
        ongoing, rng = OngoingMatch(game, ["random"] * game.seats(game.start(options)), 1, options), new_rng(1)
        actions = []
        for turn in ongoing.turns():
            ask_about_action(game, turn.state, turn.action, rng)
            actions.append(turn.action)
        ask_about_end(game, ongoing.state, options, actions)
    ask_about_lessons(game)


def label_of(game: Game, part: str) -> str:
    return f"{game.info.name}: {part}"


def list_tasks(
    game: Game, players: Iterable[Agent], options: Mapping[str, Any] | None = None
) -> list[tuple[str, Callable[[], object]]]:
    """One task for each kind of agent that was not warmed up before."""
    cold = {player.name: player for player in players if not is_warm(label_of(game, player.name))}
    if not cold:
        return []
    view = first_view(game, options)
    return [(label_of(game, name), lambda agent=agent: agent.warm_up(view)) for name, agent in cold.items()]  # type: ignore[misc]


def prepare(game: Game, part: str) -> None:
    """Compile a part of a game, or load it: the rules, or an agent."""
    if part == RULES:
        play_through(game)
    else:
        agents.make_from_spec(_find_spec(game, part), game).warm_up(first_view(game))


def _find_spec(game: Game, agent: str) -> str:
    """How an agent can be made: by its name, or as one of the levels names it where it needs a file."""
    if agents.load(agent).stands_alone(game.info):
        return agent
    return next(level.agent for level in game.info.levels if agents.parse_spec(level.agent)[0] == agent)


def list_stages(game: Game, hints: str | None = None) -> list[list[str]]:
    """The parts of a game in three stages: the rules and the easiest level, with which it can be played; the other
    levels and what gives hints (a specification); and the other agents."""
    specs = [level.agent for level in game.info.levels] + ([hints] if hints else [])
    specs.append(agents.default_spec(game, exact=True))
    names = list(dict.fromkeys(agents.parse_spec(spec)[0] for spec in specs))
    others = [name for name in agents.agents_for(game) if name not in names]
    return [stage for stage in ([RULES, names[0]], names[1:], others) if stage]


@cache
def _read_profile(path: Path) -> Mapping[str, float]:
    try:
        return {str(part): float(seconds) for part, seconds in json.loads(path.read_text()).items()}
    except (OSError, ValueError):
        return {}


def profile_path(game: Game) -> Path:
    """Where the profile of a game lies: beside the module of its class."""
    return Path(str(sys.modules[type(game).__module__].__file__)).with_name(PROFILE)


def expect_seconds(game: Game, part: str) -> float:
    """How long a core is likely to compile this part: a guess for games that were never measured."""
    profile = _read_profile(profile_path(game))
    return profile.get(part, median(profile.values()) if profile else UNKNOWN)
