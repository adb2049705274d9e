"""The tournaments of the xklism00 report (2021), as they were published: (wins, games) by agent."""

from dataclasses import dataclass, field

from ludoteca.games.dicewars.tournament import TESTED


@dataclass(frozen=True)
class Entry:
    """A tournament of the study: who is under test, how many games are played here, what was published."""

    name: str
    title: str
    spec: str
    games: int
    published: dict[str, tuple[int, int]] = field(default_factory=dict)
    note: str = ""
    """What a reader must know to compare both results."""


ACCURACY = (98.07, 97.02)  # of the network, in per cent: on the training data, on the rest
ENTRIES = (
    Entry("areas", "The number of areas as the estimate", "xklism:estimate=areas", 1000, {
        TESTED: (24, 100), "kb.stei_adt": (30, 60), "kb.stei_at": (21, 56), "kb.sdc_pre_at": (18, 60),
        "kb.stei_dt": (2, 64), "dt.stei": (5, 60),
    }, "Only the estimate differs from the final agent here; what else differed in the published games is not known."),
    Entry("transfers-6-0", "Transfers 6-0", "xklism:kept=0", 1000, {
        TESTED: (371, 1000), "kb.stei_adt": (229, 600), "kb.stei_at": (208, 600), "kb.sdc_pre_at": (103, 600),
        "kb.stei_dt": (55, 596), "dt.stei": (29, 604),
    }),
    Entry("transfers-5-1", "Transfers 5-1", "xklism:kept=1", 1000, {
        TESTED: (392, 1000), "kb.stei_adt": (225, 596), "kb.stei_at": (199, 604), "kb.sdc_pre_at": (123, 600),
        "kb.stei_dt": (41, 596), "dt.stei": (18, 604),
    }),
    Entry("transfers-4-2", "Transfers 4-2", "xklism:kept=2", 1000, {
        TESTED: (378, 1000), "kb.stei_at": (228, 596), "kb.stei_adt": (211, 600), "kb.sdc_pre_at": (113, 608),
        "kb.stei_dt": (45, 596), "dt.stei": (23, 600),
    }),
    Entry("final", "The final tournament", "xklism", 2000, {
        TESTED: (770, 2000), "kb.stei_adt": (444, 1204), "kb.stei_at": (429, 1200), "kb.sdc_pre_at": (220, 1196),
        "kb.stei_dt": (78, 1196), "dt.stei": (53, 1204),
    }),
    Entry("warlord", "The same tournament with warlord", "warlord", 2000),
)  # fmt: skip
