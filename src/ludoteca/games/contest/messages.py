"""Events as sentences, for the terminal, the site and replays."""

from dataclasses import asdict, dataclass
from typing import Any

from ludoteca.core.texts import fill_in
from ludoteca.games.contest import events
from ludoteca.games.contest.catalogue import move_of
from ludoteca.games.contest.events import new_event_log
from ludoteca.games.contest.notation import name_of
from ludoteca.games.contest.rules import step
from ludoteca.games.contest.wording import TEXTS
from ludoteca.protocol import State

NAMES = {
    events.TURN: "turn",
    events.TOO_NERVOUS: "too_nervous",
    events.RESTED: "rested",
    events.GONE: "gone",
    events.PERFORMS: "performs",
    events.EARNS: "earns",
    events.GUARDS_ONCE: "guards_once",
    events.GUARDS: "guards",
    events.FRAGILE_NOW: "fragile",
    events.STARTLED: "startled",
    events.PROTECTED: "protected",
    events.UNHARMED: "unharmed",
    events.LOSES_ENERGY: "loses_energy",
    events.LOSES_STANDBY: "loses_standby",
    events.COMBINES: "combines",
    events.EXPECTED: "expected",
    events.REPEATS: "repeats",
    events.EXCITES: "excites",
    events.UNMOVED: "unmoved",
    events.BORES: "bores",
    events.COOLS: "cools",
    events.PERFORMS_LIVE: "live",
    events.FREEZES: "freezes",
    events.LEAVES: "leaves",
    events.WILL_REST: "will_rest",
    events.WILL_BE_FIRST: "will_be_first",
    events.WILL_BE_LAST: "will_be_last",
    events.SHUFFLES: "shuffles",
    events.GAINS_ENERGY: "gains_energy",
    events.NERVOUS_NOW: "nervous",
    events.ENDS_TURN: "hearts",
    events.WINS: "wins",
}
"""What machines call each event; its sentence is `event.NAME` in the catalogue, or `event.NAME.one` for one heart.
{who} is a contestant, {n} a number, {move} a move."""


@dataclass(frozen=True)
class Event:
    """Something that happened; `describe_event` makes a sentence of it."""

    kind: str
    who: str
    """The contestant it happened to; empty if it concerns everybody."""
    n: int
    move: int
    """The number of the move performed; 0 if there is none."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def apply_with_events(s: State, action: int) -> list[Event]:
    """Apply an action or an outcome, unchecked, and return what happened."""
    log = new_event_log()
    step(s, action, log)
    return [_read_event(s, *(int(x) for x in log[i + 1])) for i in range(int(log[0, 0]))]


def _read_event(s: State, event: int, seat: int, value: int) -> Event:
    who = name_of(s, seat) if seat >= 0 else ""
    if event == events.PERFORMS:
        return Event("performs", who, 0, int(s.moves[seat, value]))
    return Event(NAMES[event], who, value, 0)


def describe_event(event: Event, language: str = "en") -> str:
    """The event as a sentence."""
    move = move_of(event.move).name(language) if event.move else ""
    texts, key = TEXTS.load(language), f"event.{event.kind}"
    one = f"{key}.one"
    return fill_in(texts[one if event.n == 1 and one in texts else key], {"who": event.who, "n": event.n, "move": move})
