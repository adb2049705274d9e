"""Checkers under five rule sets. See README.md for the rules and tables."""

from ludoteca.core.plugins import Plugin, StudyEntry

PLUGIN = Plugin(
    package=__name__,
    agents={
        "checkers_engine": "engine.agent:Engine",
        "checkers_dxp": "dxp.client:DxpAgent",
        "checkers_hub": "hub.client:HubAgent",
        "checkers_human": "agents.human:Human",
    },
    studies={
        "checkers": StudyEntry(
            title="The experiment of UNISACheckers repeated: what pruning and captures first save, depth by depth.",
            duration="about an hour on one core; the quick form a minute or two",
            run="study.reproduce:run",
        )
    },
    commands="cli:app",
    bench="bench",
    page="page",
)
