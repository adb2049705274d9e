"""Who won a game of a PDN file. Two conventions clash in English files: `1-0` can mean that White won, or the first
player, who is Black. The games themselves tell which one a collection keeps to."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from ludoteca.games.checkers.board import FIRST, RULE_SETS, WHITE
from ludoteca.games.checkers.pdn import RESULTS, Replay, Transcript
from ludoteca.games.checkers.presentation import count_points

Convention = Literal["white", "first"]  # whose win `1-0` is


def find_outcome(transcript: Transcript, played: Replay, convention: Convention = "white") -> int | None:
    """1 if White won, -1 if Black, 0 for a draw, None if unknown. The final position decides where it can; otherwise
    the written result does, by the convention given (see `find_convention`)."""
    winner = int(played.final.winner)
    if winner >= 0:
        return 1 if winner == WHITE else -1
    written = RESULTS[transcript.result]
    return written if written is None else written * _sign(convention, str(played.options["rules"]))


def _sign(convention: Convention, rules: str) -> int:
    return 1 if convention == "white" or FIRST[RULE_SETS.index(rules)] == WHITE else -1


def find_convention(games: Iterable[tuple[Transcript, Replay]]) -> Convention:
    """The convention of a collection, by the evidence of its games."""
    evidence = Evidence()
    for transcript, played in games:
        evidence.add(transcript, played)
    return evidence.convention


@dataclass
class Evidence:
    """What the games of a collection say about `1-0`: votes for either convention, the best witnesses first. Most games
    end by resignation, so final positions may say nothing; then who is ahead in pieces does, and then whether the tags
    name Black or White first."""

    positions: Counter[Convention] = field(default_factory=Counter)
    """Games whose final position shows who won."""
    material: Counter[Convention] = field(default_factory=Counter)
    """Games that were given up by the side that had less."""
    tags: Counter[Convention] = field(default_factory=Counter)
    """Games by the order of the tags Black and White."""

    def add(self, transcript: Transcript, played: Replay) -> None:
        if FIRST[RULE_SETS.index(str(played.options["rules"]))] == WHITE:
            return  # both conventions are one
        order = [name for name in transcript.tags if name in ("White", "Black")]
        if len(order) == 2:
            self.tags["first" if order[0] == "Black" else "white"] += 1
        written, winner = RESULTS[transcript.result], int(played.final.winner)
        ahead = count_points(played.final, WHITE)
        if written and winner >= 0:
            self.positions["white" if (winner == WHITE) == (written > 0) else "first"] += 1
        elif written and ahead:
            self.material["white" if (ahead > 0) == (written > 0) else "first"] += 1

    @property
    def convention(self) -> Convention:
        for votes in (self.positions, self.material, self.tags):
            if votes["white"] != votes["first"]:
                return "white" if votes["white"] > votes["first"] else "first"
        return "white"
