"""The entry point by which `openspiel_chess` and the like are found. OpenSpiel itself is imported when it is needed."""

from typing import Any

from ludoteca.core.extras import load_extra
from ludoteca.core.plugins import Source


def load(name: str) -> Any:
    load_extra("pyspiel", "openspiel")
    from ludoteca.adapters.openspiel.theirs import load_theirs

    return load_theirs(name)


def names() -> list[str]:
    load_extra("pyspiel", "openspiel")
    from ludoteca.adapters.openspiel.theirs import list_theirs

    return list_theirs()


OPENSPIEL = Source(load, names)
