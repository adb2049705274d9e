"""What has to be compiled before an agent can play a game, as labelled tasks for `jit.warm_up`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ludoteca.core.jit import is_warm
from ludoteca.core.rng import new_rng
from ludoteca.protocol import CHANCE, Agent, Game, State


def first_view(game: Game, options: Mapping[str, Any] | None = None) -> State:
    """What the first seat to act sees."""
    s = game.start(options)
    while game.mover(s) == CHANCE:
        game.play(s, game.draw_chance(s, new_rng(1)))
    return game.observe(s, game.mover(s))


def label_of(game: Game, agent: str) -> str:
    return f"{game.info.name}: {agent}"


def list_tasks(
    game: Game, players: Iterable[Agent], options: Mapping[str, Any] | None = None
) -> list[tuple[str, Callable[[], object]]]:
    """One task for each kind of agent that was not warmed up before."""
    cold = {player.name: player for player in players if not is_warm(label_of(game, player.name))}
    if not cold:
        return []
    view = first_view(game, options)
    return [(label_of(game, name), lambda agent=agent: agent.warm_up(view)) for name, agent in cold.items()]  # type: ignore[misc]
