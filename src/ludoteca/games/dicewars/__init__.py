"""Dicewars: areas, dice and neighbours. See README.md for the rules and tables."""

from ludoteca.core.plugins import Plugin, StudyEntry

PLUGIN = Plugin(
    package=__name__,
    agents={"warlord": "agents.warlord:Warlord", "xklism": "agents.xklism:Xklism"},
    encoders={
        "xklism": "encoders:ENCODER",
        "orders": "agents.orders:ENCODER",
        "warlord": "agents.warlord.features:ENCODER",
    },
    self_play="self-play.toml",
    studies={
        "dicewars": StudyEntry(
            title="The report of xklism00 (SUI Dicewars, 2021) repeated: tournaments, network, then a stronger player.",
            duration="half an hour on one core; the quick form a minute or two",
            run="study.reproduce:run",
        )
    },
    commands="cli:app",
    bench="bench",
    page="page",
)
