"""A game of another package whose page has a board without a mount function."""

from ludoteca.core.plugins import Plugin

PLUGIN = Plugin(package=__name__, page="page")
