"""Events as sentences, in English and Italian: one table for the terminal, the site and replays."""

from dataclasses import asdict, dataclass
from typing import Any

from ludoteca.core.errors import UnknownName
from ludoteca.games.contest import events
from ludoteca.games.contest.catalogue import LANGUAGES, move_of
from ludoteca.games.contest.events import new_event_log
from ludoteca.games.contest.notation import name_of
from ludoteca.games.contest.rules import step
from ludoteca.protocol import State

# event: (its name for machines, English, Italian). {who} a contestant, {n} a number, {move} a move
MESSAGES: dict[int, tuple[str, str, str]] = {
    events.TURN: ("turn", "Turn {n} begins.", "Comincia il turno {n}."),
    events.TOO_NERVOUS: ("too_nervous", "{who} is too nervous to perform.", "{who} è troppo nervoso per esibirsi."),
    events.RESTED: ("rested", "{who} rests this turn.", "{who} riposa in questo turno."),
    events.GONE: ("gone", "{who} has left the stage.", "{who} ha lasciato il palco."),
    events.PERFORMS: ("performs", "{who} shows {move}.", "{who} presenta {move}."),
    events.EARNS: ("earns", "{who} earns {n} hearts.", "{who} guadagna {n} cuori."),
    events.GUARDS_ONCE: ("guards_once", "{who} braces for one startle.", "{who} si prepara a un intralcio."),
    events.GUARDS: ("guards", "Nothing can startle {who} this turn.", "Niente può intralciare {who} in questo turno."),
    events.FRAGILE_NOW: ("fragile", "{who} is easily startled now.", "Ora {who} si distrae facilmente."),
    events.STARTLED: ("startled", "{who} is startled and loses {n} hearts.", "{who} si distrae e perde {n} cuori."),
    events.PROTECTED: ("protected", "{who} is not impressed.", "{who} non si lascia impressionare."),
    events.UNHARMED: ("unharmed", "{who} startles nobody.", "{who} non intralcia nessuno."),
    events.LOSES_ENERGY: ("loses_energy", "{who} loses all energy.", "{who} perde tutta l'energia."),
    events.LOSES_STANDBY: (
        "loses_standby",
        "Nobody expects a combination of {who} any more.",
        "Da {who} nessuno aspetta più una combinazione.",
    ),
    events.COMBINES: ("combines", "A combination! {who}: {n} hearts more.", "Combinazione! {who}: altri {n} cuori."),
    events.EXPECTED: (
        "expected",
        "The crowd expects a combination of {who}.",
        "Il pubblico aspetta una combinazione da {who}.",
    ),
    events.REPEATS: ("repeats", "The same again: {who} loses a heart.", "Ancora la stessa: {who} perde un cuore."),
    events.EXCITES: ("excites", "The crowd loves it: {who} +{n}.", "Il pubblico si scalda: {who} +{n}."),
    events.UNMOVED: ("unmoved", "The crowd is looking elsewhere.", "Il pubblico guarda altrove."),
    events.BORES: (
        "bores",
        "The crowd is displeased: {who} loses a heart.",
        "Il pubblico mugugna: {who} perde un cuore.",
    ),
    events.COOLS: ("cools", "The crowd cools down: stars -{n}.", "Il pubblico si raffredda: stelle -{n}."),
    events.PERFORMS_LIVE: (
        "live",
        "Live performance! {who} earns {n} hearts more.",
        "Esibizione Live! {who} guadagna altri {n} cuori.",
    ),
    events.FREEZES: ("freezes", "All eyes stay on {who}.", "Tutti gli occhi restano su {who}."),
    events.LEAVES: ("leaves", "{who} gives everything and leaves the stage.", "{who} dà tutto e lascia il palco."),
    events.WILL_REST: ("will_rest", "{who} will have to rest.", "{who} dovrà riposare."),
    events.WILL_BE_FIRST: ("will_be_first", "{who} moves to the front.", "{who} passa in testa."),
    events.WILL_BE_LAST: ("will_be_last", "{who} moves to the back.", "{who} passa in coda."),
    events.SHUFFLES: ("shuffles", "The next order will be drawn.", "Il prossimo ordine sarà sorteggiato."),
    events.GAINS_ENERGY: ("gains_energy", "{who} is full of energy ({n}).", "{who} è pieno di energia ({n})."),
    events.NERVOUS_NOW: ("nervous", "{who} becomes nervous.", "{who} si innervosisce."),
    events.ENDS_TURN: ("hearts", "{who}: {n} hearts this turn.", "{who}: {n} cuori in questo turno."),
    events.WINS: ("wins", "{who} wins the contest with {n} hearts!", "{who} vince la Gara con {n} cuori!"),
}


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


_BY_NAME = {name: (english, italian) for name, english, italian in MESSAGES.values()}


def apply_with_events(s: State, action: int) -> list[Event]:
    """Apply an action or an outcome, unchecked, and return what happened."""
    log = new_event_log()
    step(s, action, log)
    return [_read_event(s, *(int(x) for x in log[i + 1])) for i in range(int(log[0, 0]))]


def _read_event(s: State, event: int, seat: int, value: int) -> Event:
    who = name_of(s, seat) if seat >= 0 else ""
    if event == events.PERFORMS:
        return Event("performs", who, 0, int(s.moves[seat, value]))
    return Event(MESSAGES[event][0], who, value, 0)


def describe_event(event: Event, language: str = "english") -> str:
    """The event as a sentence."""
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    text = _BY_NAME[event.kind][LANGUAGES.index(language)]
    move = move_of(event.move).name(language) if event.move else ""
    if event.n == 1:
        text = text.replace("{n} hearts", "{n} heart").replace("{n} cuori", "{n} cuore")
    return text.format(who=event.who, n=event.n, move=move)
