"""PettingZoo's registry: every installed game, as ludoteca/NAME-v0."""

from functools import partial

from pettingzoo.env_registry.registration import aec_registry, parallel_registry, register

from ludoteca import games
from ludoteca.adapters.pettingzoo.aec import env
from ludoteca.adapters.pettingzoo.parallel import parallel_env
from ludoteca.core.plugins import usable_plugins


def register_all() -> list[str]:
    """Register what is not registered yet; return the names of all."""
    names = []
    for game in usable_plugins():
        name = f"ludoteca/{game}-v0"
        names.append(name)
        if name not in aec_registry:
            register("aec", name, partial(env, game))
        if name not in parallel_registry and games.load(game).info.simultaneous:
            register("parallel", name, partial(parallel_env, game))
    return names
