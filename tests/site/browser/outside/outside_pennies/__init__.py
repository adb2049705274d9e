"""A game of another package whose page has no index.js."""

from ludoteca.core.plugins import Plugin

PLUGIN = Plugin(package=__name__, page="page")
