"""A game of another package, with a page of its own."""

from ludoteca.core.plugins import Plugin

PLUGIN = Plugin(package=__name__, page="page")
