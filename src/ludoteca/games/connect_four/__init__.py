"""Connect four: the model game that others are copied from. See README.md for the rules and tables."""

from ludoteca.core.plugins import Plugin

PLUGIN = Plugin(
    package=__name__,
    agents={"connect_four_solver": "agents.solver:Solver"},
    encoders={
        "threats": "encoders:THREATS",
        "lines": "encoders:LINED",
        "sides": "encoders:SIDED",
        "planes": "encoders:PLANES",
    },
    self_play="self-play.toml",
    commands="cli:app",
    bench="bench",
    page="page",
)
