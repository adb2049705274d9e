"""Gymnasium's registry: every installed game, as ludoteca/NAME-v0."""

from functools import partial

from gymnasium.envs.registration import register, registry

from ludoteca.adapters.gymnasium.single import env
from ludoteca.adapters.gymnasium.vector import vector_env
from ludoteca.core.plugins import usable_plugins


def register_all() -> list[str]:
    """Register what is not registered yet; return the names of all."""
    names = []
    for game in usable_plugins():
        name = f"ludoteca/{game}-v0"
        names.append(name)
        if name not in registry:
            register(name, entry_point=partial(env, game), vector_entry_point=partial(vector_env, game))
    return names
