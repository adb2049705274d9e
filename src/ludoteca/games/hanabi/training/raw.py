"""The raw form of the Bologna project's data (2022): two files of JSON lines a game, its states and the actions chosen.

A state has the project's fields: hints, fuse, deck, round, finalround, current, the five fireworks by colour, the
entropy of both hands, `discarded` (a number of six digits for each colour: its place from 1, then how many of each
value are discarded), and both hands, `hand_current` and `hand_other`, card by card. All numbers of cards are what the
mover can know; `color` and `value` of the mover's own cards are written, as in the project, and no feature.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import DatasetError
from ludoteca.games.hanabi.encoders import bologna
from ludoteca.games.hanabi.state import MAX_COLOURS, MAX_HAND, MAX_RANKS
from ludoteca.protocol import State

COLOURS = ("white", "blue", "red", "yellow", "green")
PLACES = {colour: place for place, colour in enumerate(COLOURS)}
KINDS = ("play", "discard", "hintvalue", "hintcolor")  # of classes, five each
NUMBERS = ("playability", "cardentropy", "uselessness")
LONGEST_LINE = 20_000  # characters


# --- writing -------------------------------------------------------------------------------------------------------


def write_state(s: State, view: State) -> dict[str, Any]:
    """The raw form of a position: `view` is what the mover knows, `s` all of it."""
    row, _ = bologna.encode(view)
    seat, left = int(s.turn), int(s.deck) - int(s.drawn)
    part = {name: row[place].tolist() for name, place in bologna.SLICES.items()}
    fireworks = {colour: int(value) for colour, value in zip(COLOURS, part["fireworks"], strict=True)}
    return {
        "hints": int(s.tokens), "fuse": int(s.lives), "deck": left, "round": int(s.ply),
        "finalround": -1 if left else int(s.ply) - (int(s.players) - int(s.last)), "current": f"player{seat}",
        **fireworks,
        "handentropy_current": part["entropy_current"][0], "handentropy_other": part["entropy_other"][0],
        "hand_current": _write_hand(s, seat, part, "current"), "hand_other": _write_hand(s, 1 - seat, part, "other"),
        "discarded": [_write_discards(part["discards"], place) for place in range(MAX_COLOURS)],
    }  # fmt: skip


def _write_hand(s: State, owner: int, part: dict[str, list[float]], name: str) -> list[dict[str, Any]]:
    cards = []
    for slot in range(int(s.held[owner])):
        card = int(s.cards[s.hands[owner, slot]])
        colour = COLOURS[bologna.COLOUR_ORDER.tolist().index(card // MAX_RANKS)]
        shares = slice(slot * 5, slot * 5 + 5)
        cards.append(
            {
                "playability": part[f"{name}_playability"][slot],
                "color": colour,
                "value": card % MAX_RANKS + 1,
                "cardentropy": part[f"{name}_entropy"][slot],
                "uselessness": part[f"{name}_uselessness"][slot],
                "poss_values": part[f"{name}_value_shares"][shares],
                "poss_colors": part[f"{name}_colour_shares"][shares],
            }
        )
    return cards


def _write_discards(discards: list[float], place: int) -> int:
    counts = [int(count) for count in discards[place * MAX_RANKS : (place + 1) * MAX_RANKS]]
    return int(f"{place + 1}" + "".join(str(count) for count in reversed(counts)))  # the features begin with value 5


def write_action(seat: int, output: int) -> dict[str, Any]:
    """The raw form of a class: a card by its place from 1, a clue with its value from 1."""
    kind, number = KINDS[output // 5], output % 5 + 1
    told: dict[str, Any] = {"type": kind, "player": f"player{seat}"}
    return told | ({"card": number} if output < 10 else {"hinted": f"player{1 - seat}", "value": number})


# --- reading -------------------------------------------------------------------------------------------------------


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    found: list[dict[str, Any]] = []
    try:
        with path.open(encoding="utf-8") as file:
            while line := file.readline(LONGEST_LINE + 1):
                found.append(_read_line(path, len(found) + 1, line))
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is no text'}") from None
    return found


def _read_line(path: Path, number: int, line: str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise DatasetError(f"{path}, line {number} is longer than {LONGEST_LINE:,} characters")
    try:
        content = json.loads(line)
    except ValueError as error:
        raise DatasetError(f"{path}, line {number} is no JSON: {error}") from None
    if not isinstance(content, dict):
        raise DatasetError(f"{path}, line {number} must be an object")
    return content


def read_features(state: dict[str, Any], where: str) -> Any:
    """The 195 features of a raw state, float32."""
    row = np.zeros(bologna.SIZE)
    try:
        row[:5] = [state[key] for key in ("fuse", "hints", "deck", "handentropy_current", "handentropy_other")]
        row[bologna.SLICES["fireworks"]] = [state[colour] for colour in COLOURS]
        for name in ("current", "other"):
            _read_hand(state[f"hand_{name}"], name, row)
        for place, number in enumerate(state["discarded"]):
            counts = [int(digit) for digit in f"{number:06d}"[1:]]
            row[bologna.DISCARDS + place * MAX_RANKS : bologna.DISCARDS + (place + 1) * MAX_RANKS] = counts[::-1]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise DatasetError(f"{where} is no state of the project: {type(error).__name__}: {error}") from None
    if not np.isfinite(row).all():
        raise DatasetError(f"{where} holds something that is no number")
    return row.astype(np.float32)


def _read_hand(cards: list[dict[str, Any]], name: str, row: Any) -> None:
    if len(cards) > MAX_HAND:
        raise ValueError(f"a hand of {len(cards)} cards")
    names = {"playability": "playability", "cardentropy": "entropy", "uselessness": "uselessness"}
    for slot, card in enumerate(cards):
        for key in NUMBERS:
            row[bologna.SLICES[f"{name}_{names[key]}"].start + slot] = card[key]
        for key, part in (("poss_values", "value_shares"), ("poss_colors", "colour_shares")):
            at = bologna.SLICES[f"{name}_{part}"].start + slot * 5
            row[at : at + 5] = card[key]
        if name == "other":
            row[bologna.OTHER_VALUE + slot] = card["value"]
            row[bologna.OTHER_COLOUR + slot * MAX_COLOURS + PLACES[card["color"]]] = 1.0


def read_class(action: dict[str, Any], where: str) -> int:
    """The class of a raw action."""
    try:
        kind = KINDS.index(action["type"])
        number = action["card" if kind < 2 else "value"]
    except (KeyError, ValueError):
        raise DatasetError(f"{where} is no action of the project: its type must be one of {', '.join(KINDS)}") from None
    if type(number) is not int or not 1 <= number <= 5:
        raise DatasetError(f"{where}: a card or value must be from 1 to 5, not {number!r}")
    return 5 * kind + number - 1


def list_legal(state: dict[str, Any]) -> list[int]:
    """The legal classes in a raw state: discards unless all tokens are there; clues that touch a card."""
    held, other = len(state["hand_current"]), state["hand_other"]
    found = list(range(held))
    found += range(5, 5 + held) if state["hints"] < 8 else []
    if state["hints"] > 0:
        found += [9 + int(card["value"]) for card in other]
        found += [15 + PLACES[card["color"]] for card in other]
    return sorted(set(found))


def find_score(state: dict[str, Any], output: int) -> int:
    """The score of the game that ends with this action; 0 if it costs the last life."""
    built = sum(int(state[colour]) for colour in COLOURS)
    if output >= 5:
        return built
    card = state["hand_current"][output]
    if state[card["color"]] == card["value"] - 1:
        return built + 1
    return built if state["fuse"] > 1 else 0
