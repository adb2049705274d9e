"""An extension for team games: what a player concludes from the actions of partners who follow a known convention.

A game that has conventions names them in `GameInfo.conventions`, and writes the functions of `ConventionRules`. Only
searches that reason about partners (`sparta`) call these.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca.core.arrays import Actions, IntArray, State
from ludoteca.core.jit import compiled
from ludoteca.protocol.dispatch import NamedRules, Rule, dispatched, rule_of

if TYPE_CHECKING:
    from ludoteca.protocol.info import GameInfo

Notes = IntArray  # 64-bit words: what a player of a convention remembers, as many as its Convention says

NO_ACTION = -1  # what `update_notes` gets before the first action


@dataclass(frozen=True)
class Convention:
    """A bot of a team game that never acts at random, so that partners can read its actions: see
    `convention_action`."""

    bot: str
    note_words: int
    """How many 64-bit words a player's notes take."""
    reward: str = "returns"
    """What to judge playouts by: returns, or one of the game's other rewards, if playouts end in disasters that a
    search would see coming."""
    playout_bot: str = ""
    """A bot that keeps the same notes, and plays better than the convention among players who follow it: a player who
    searches alone continues with it. Empty if there is none."""
    expensive: bool = False
    """Whether `convention_action` takes much longer than `update_notes`: then it is called less often."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ConventionRules(NamedRules):
    """The functions behind a game's conventions. Those with a default may be left out."""

    rewind: Rule
    action_history: Rule
    update_notes: Rule
    convention_action: Rule
    public_prefix: Rule | None = None
    true_notes: Rule | None = None


@dispatched
def rewind(s: State) -> None:
    """In place, a whole state: back to the first position, chance taking the course that it took, as far as it went."""
    rule_of(s, "rewind")(s)


@dispatched
def action_history(s: State, out: Actions) -> int:
    """Write the actions of seats so far into `out`, chance left out; return how many."""
    return rule_of(s, "action_history")(s, out)


@dispatched
def update_notes(s: State, seat: int, bot: int, notes: Notes, action: int) -> None:
    """What `seat`, who plays as this bot, keeps in mind of an action about to be made in `s`: into its notes, as many
    words as the convention declares. NO_ACTION begins them, in a first position. Uses only what this seat may know."""
    rule_of(s, "update_notes")(s, seat, bot, notes, action)


@dispatched
def convention_action(s: State, seat: int, bot: int, notes: Notes) -> int:
    """What the bot does for `seat`, the mover, with these notes, from what this seat may know; never at random."""
    return rule_of(s, "convention_action")(s, seat, bot, notes)


@dispatched
def public_prefix(s: State, seat: int) -> int:
    """How many actions of seats were made before anything came up that is hidden from `seat` now. Left out: none."""
    return rule_of(s, "public_prefix")(s, seat)


@dispatched
def true_notes(s: State, seat: int, bot: int, notes: Notes) -> int:
    """In a whole state: a bit for each thing hidden from `seat` about which its notes are true. An action that takes a
    bit away misleads. Left out: nothing is checked, no bits."""
    return rule_of(s, "true_notes")(s, seat, bot, notes)


# --- what a rule means where a game leaves it out ------------------------------------------------------------------


@compiled
def _no_prefix(s: State, seat: int) -> int:
    return 0


@compiled
def _no_bits(s: State, seat: int, bot: int, notes: Notes) -> int:
    return 0


DEFAULTS: dict[str, Rule] = {"public_prefix": _no_prefix, "true_notes": _no_bits}


def find_complaints(info: "GameInfo", rules: ConventionRules | None) -> Iterator[str]:
    """What is wrong with the conventions that a game declares."""
    if info.conventions and rules is None:
        yield "it declares conventions: give Rules(conventions=ConventionRules(rewind=..., ...)) their functions"
    if rules is not None and not info.conventions:
        yield "it has rules of conventions and declares none: name them in GameInfo(conventions=(Convention(...),))"
    for item in info.conventions:
        if item.bot not in info.bots:
            yield f"the convention {item.bot} must be one of the bots: {', '.join(info.bots) or 'there are none'}"
        if item.playout_bot and item.playout_bot not in info.bots:
            yield f"the playout bot {item.playout_bot} of {item.bot} must be one of the bots: {', '.join(info.bots)}"
        if item.reward not in ("returns", *info.rewards):
            yield f"the reward of the convention {item.bot} must be returns or one of {', '.join(info.rewards)}"
