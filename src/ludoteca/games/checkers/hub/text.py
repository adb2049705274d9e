"""Hub lines, positions and moves, both ways.

A line is a command and arguments, `level move-time=1.5`, with quotes round values that hold spaces. A position is the
side to move and one letter a square, in the order of their numbers: `w` and `b` men, `W` and `B` kings, `e` empty. A
capture names its ends and then every piece that it takes: `22x15x18`.
"""

import shlex
from typing import Any

from ludoteca.core.errors import EngineError, IllegalAction, PositionError
from ludoteca.games.checkers.actions import dst_of, is_capture, src_of
from ludoteca.games.checkers.fen import COLOURS
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.notation import format_square, parse_square, piece_at
from ludoteca.games.checkers.paths import path_of, victims_of
from ludoteca.protocol import State

SQUARE_COUNT = 32


def parse_line(line: str) -> tuple[str, dict[str, str]]:
    """A command and its arguments; an argument without a value has an empty one."""
    try:
        words = shlex.split(line)
    except ValueError:
        raise EngineError(f"a Hub line has an open quote: {line.strip()!r}") from None
    if not words:
        return "", {}
    pairs = (word.partition("=") for word in words[1:])
    return words[0], {name: value for name, _, value in pairs}


def format_line(command: str, **arguments: object) -> str:
    """`format_line("done", move="22-18")`; an underscore in a name stands for a hyphen; an empty value for none."""
    words = [command]
    for name, value in arguments.items():
        text, name = str(value), name.replace("_", "-")
        if text:
            words.append(f'{name}="{text}"' if any(c in text for c in ' ="') else f"{name}={text}")
        else:
            words.append(name)
    return " ".join(words)


def format_position(s: State) -> str:
    rules = int(s.rules)
    cells = [parse_square(str(number), rules) for number in range(1, SQUARE_COUNT + 1)]
    return COLOURS[int(s.to_move)] + "".join(piece_at(s, cell).replace(".", "e") for cell in cells)


def parse_position(text: str, rules: str) -> Any:
    """A state of the rule set from 33 letters. PositionError names the letter that is wrong."""
    if len(text) != SQUARE_COUNT + 1:
        raise PositionError(f"a Hub position has {SQUARE_COUNT + 1} letters, not {len(text)}")
    if text[0] not in COLOURS:
        raise PositionError(f"a Hub position begins with W or B, not {text[0]!r}")
    sides: dict[str, list[str]] = {"w": [], "b": []}
    for number, letter in enumerate(text[1:], start=1):
        if letter.lower() in sides:
            sides[letter.lower()].append(f"{'K' if letter.isupper() else ''}{number}")
        elif letter != "e":
            raise PositionError(f"square {number} of a Hub position holds {letter!r}; write one of w, b, W, B, e")
    return GAME.start(rules=rules, fen=f"{text[0]}:W{','.join(sides['w'])}:B{','.join(sides['b'])}")


def format_move(s: State, action: int) -> str:
    rules = int(s.rules)
    names = [format_square(cell, rules, letters=False) for cell in (src_of(action), dst_of(action))]
    if not is_capture(action):
        return "-".join(names)
    taken = sorted(int(format_square(cell, rules, letters=False)) for cell in victims_of(s, path_of(s, action)))
    return "x".join([*names, *map(str, taken)])


def parse_move(s: State, text: str) -> int:
    """The legal move that a Hub text names; the pieces taken may come in any order, or be left out if that is clear."""
    separator = "x" if "x" in text else "-"
    ends, taken = text.split(separator)[:2], sorted(text.split(separator)[2:], key=lambda word: (len(word), word))
    legal = {action: format_move(s, action) for action in GAME.legal_actions(s)}
    found = []
    for action, name in legal.items():
        parts = name.split("x") if "x" in name else name.split("-")
        if ("x" in name) == (separator == "x") and parts[:2] == ends and taken in ([], parts[2:]):
            found.append(action)
    if not found:
        raise IllegalAction(f"{text!r} is no legal move here; legal: {', '.join(legal.values())}")
    return found[0]
