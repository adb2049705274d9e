"""Hanabi for two to five players. See README.md for the rules and tables."""

from ludoteca.core.plugins import Plugin

PLUGIN = Plugin(
    package=__name__,
    commands="cli:app",
    bench="bench",
    page="page",
)
