"""Positions and moves between our states and DXP messages."""

from ludoteca.core.errors import IllegalAction
from ludoteca.games.checkers.dxp.messages import COLOURS, Move
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.hub import text as hub
from ludoteca.protocol import State

TO_HUB = str.maketrans("zZ", "bB")
FROM_HUB = str.maketrans("bB", "zZ")


def format_position(s: State) -> str:
    return hub.format_position(s).translate(FROM_HUB)


def parse_position(text: str, rules: str) -> State:
    return hub.parse_position(text.translate(TO_HUB), rules)


def colour_of(seat: int) -> str:
    return COLOURS[seat]


def seat_of(colour: str) -> int:
    return COLOURS.index(colour)


def describe_move(s: State, action: int, seconds: float) -> Move:
    """A move as a message, while it is not yet played."""
    name = hub.format_move(s, action)
    src, dst, *taken = map(int, name.replace("x", "-").split("-"))
    return Move(int(seconds), src, dst, tuple(taken))


def find_move(s: State, move: Move) -> int:
    """The legal move that a message names: its ends and what it takes, in any order."""
    for action in GAME.legal_actions(s):
        known = describe_move(s, action, 0)
        if (known.src, known.dst, known.taken) == (move.src, move.dst, tuple(sorted(move.taken))):
            return action
    taken = f", which takes {', '.join(map(str, move.taken))}," if move.taken else ""
    legal = ", ".join(hub.format_move(s, action) for action in GAME.legal_actions(s))
    raise IllegalAction(f"{move.src} to {move.dst}{taken} is no legal move here; legal: {legal or 'none'}")
