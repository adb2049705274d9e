"""Connect four: the model game that others are copied from. See README.md for the rules and tables."""

from ludoteca.core.plugins import Plugin

PLUGIN = Plugin(
    package=__name__,
    encoders={"planes": "encoders:ENCODER"},
    bench="bench",
    page="page",
)
