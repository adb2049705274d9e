"""The messages of DXP (DamExchange, version 01), both ways. A message is 1 to 127 characters of ASCII; the first says
what it is. On a socket a zero byte ends it (`connection.py`).

Fields have fixed widths. Colours are `W` and `Z` (zwart, black). Positions were made for 50 squares; on our boards they
have 32, in the order of their numbers: `w`, `z` men, `W`, `Z` kings, `e` empty.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.core.errors import EngineError

VERSION = "01"
PORT = 27531
LONGEST = 127  # characters
NAME = 32  # characters of a program's name
SQUARES = 32
COLOURS = "WZ"
PIECES = "wzWZe"
ACCEPTED, OTHER_VERSION, REFUSED, NO_GAMES = "0123"  # answers to a request
NO_REASON, GAVE_UP, DRAWN, WON = "0123"  # why a game ends, as its sender says
NEXT_GAME, STOP = "01"  # and what then
NOT_SUPPORTED = "1"  # answer to a request to take moves back


@dataclass(frozen=True)
class GameRequest:
    """The initiator wants a game. `position` is the side to move and the squares, empty for the usual start."""

    name: str
    colour: str
    """of the follower"""
    minutes: int
    moves: int
    """0 for no limit"""
    position: str = ""
    version: str = VERSION


@dataclass(frozen=True)
class GameAnswer:
    name: str
    code: str


@dataclass(frozen=True)
class Move:
    seconds: int
    src: int
    dst: int
    taken: tuple[int, ...] = ()


@dataclass(frozen=True)
class GameEnd:
    reason: str = NO_REASON
    stop: str = NEXT_GAME


@dataclass(frozen=True)
class BackRequest:
    """Take moves back, to this one."""

    move: int
    colour: str


@dataclass(frozen=True)
class BackAnswer:
    code: str


@dataclass(frozen=True)
class Chat:
    text: str


Message = GameRequest | GameAnswer | Move | GameEnd | BackRequest | BackAnswer | Chat


def format_message(message: Message) -> str:
    match message:
        case GameRequest(name, colour, minutes, moves, position, version):
            start = f"B{position}" if position else "A"
            return f"R{version}{_pad(name)}{colour}{minutes:03}{moves:03}{start}"
        case GameAnswer(name, code):
            return f"A{_pad(name)}{code}"
        case Move(seconds, src, dst, taken):
            squares = "".join(f"{square:02}" for square in taken)
            return f"M{min(seconds, 9999):04}{src:02}{dst:02}{len(taken):02}{squares}"
        case GameEnd(reason, stop):
            return f"E{reason}{stop}"
        case BackRequest(move, colour):
            return f"B{move:03}{colour}"
        case BackAnswer(code):
            return f"K{code}"
        case Chat(text):
            return f"C{text[: LONGEST - 1]}"


def _pad(name: str) -> str:
    return (name.strip() or "?").ljust(NAME)[:NAME]


# --- reading -------------------------------------------------------------------------------------------------------


def parse_message(text: str) -> Message:
    """What a message says. EngineError names the field that is wrong."""
    if not 1 <= len(text) <= LONGEST or not all(1 <= ord(letter) <= 127 for letter in text):
        raise EngineError(f"a DXP message has 1 to {LONGEST} characters of ASCII, not {len(text)} like {text[:20]!r}")
    fields = Fields(text)
    kind = fields.take(1, "type")
    if kind not in READERS:
        raise EngineError(f"a DXP message begins with one of {', '.join(READERS)}, not {kind!r}")
    message = READERS[kind](fields)
    fields.finish()
    return message


class Fields:
    """Takes fields off a message from the left."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def take(self, width: int, name: str) -> str:
        found = self.text[self.place : self.place + width]
        if len(found) < width:
            raise EngineError(f"a DXP message ends inside of its {name}: {self.text!r}")
        self.place += width
        return found

    def number(self, width: int, name: str, low: int, high: int) -> int:
        found = self.take(width, name)
        if not found.isdecimal() or not low <= int(found) <= high:
            raise EngineError(f"the {name} of a DXP message is a number from {low} to {high}, not {found!r}")
        return int(found)

    def choice(self, choices: str, name: str) -> str:
        found = self.take(1, name)
        if found not in choices:
            raise EngineError(f"the {name} of a DXP message is one of {', '.join(choices)}, not {found!r}")
        return found

    def rest(self) -> str:
        found, self.place = self.text[self.place :], len(self.text)
        return found

    def finish(self) -> None:
        if self.place < len(self.text):
            raise EngineError(f"a DXP message goes on where it should end: {self.text[self.place :]!r}")


def _read_request(fields: Fields) -> GameRequest:
    version = fields.take(2, "version")
    name = fields.take(NAME, "name").strip()
    if version != VERSION:  # to be refused: what follows may be anything
        fields.rest()
        return GameRequest(name, COLOURS[0], 0, 0, version=version)
    colour = fields.choice(COLOURS, "colour")
    minutes, moves = fields.number(3, "time", 0, 999), fields.number(3, "number of moves", 0, 999)
    if fields.choice("AB", "start") == "A":
        return GameRequest(name, colour, minutes, moves)
    mover = fields.choice(COLOURS, "colour to move")
    squares = "".join(fields.choice(PIECES, f"square {number}") for number in range(1, SQUARES + 1))
    return GameRequest(name, colour, minutes, moves, mover + squares)


def _read_move(fields: Fields) -> Move:
    seconds = fields.number(4, "time", 0, 9999)
    src, dst = fields.number(2, "first square", 1, SQUARES), fields.number(2, "last square", 1, SQUARES)
    count = fields.number(2, "number of captures", 0, 20)
    return Move(seconds, src, dst, tuple(fields.number(2, "captured square", 1, SQUARES) for _ in range(count)))


READERS: dict[str, Callable[[Fields], Message]] = {
    "R": _read_request,
    "A": lambda fields: GameAnswer(fields.take(NAME, "name").strip(), fields.choice("0123", "answer")),
    "M": _read_move,
    "E": lambda fields: GameEnd(fields.choice("0123", "reason"), fields.choice("01", "stop code")),
    "B": lambda fields: BackRequest(fields.number(3, "move", 0, 999), fields.choice(COLOURS, "colour")),
    "K": lambda fields: BackAnswer(fields.choice("012", "answer")),
    "C": lambda fields: Chat(fields.rest()),
}
