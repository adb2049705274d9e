"""Pokémon Live Contests: four contestants, five turns, simultaneous picks. README.md has the rules."""

from ludoteca.core.plugins import Plugin, StudyEntry

PLUGIN = Plugin(
    package=__name__,
    studies={
        "contest": StudyEntry(
            title="The thesis on Live Contests repeated: random players, its MCTS player, better ones.",
            duration="about an hour on two cores; the quick form a minute or two",
            run="study.reproduce:run",
        )
    },
    commands="cli:app",
    bench="bench",
    page="page",
)
