"""Cards, actions and what happened in words, from the catalogue of texts."""

from pathlib import Path
from typing import Any

from ludoteca.core.texts import Catalogue
from ludoteca.games.hanabi.fields import Fields, read_fields
from ludoteca.games.hanabi.history import NAMES, split_action, tell_action
from ludoteca.games.hanabi.notation import COLOURS
from ludoteca.games.hanabi.state import COLOUR_CLUE, MAX_RANKS, NONE, PLAY
from ludoteca.protocol import State

TEXTS = Catalogue("hanabi", Path(__file__).parent / "texts")


def name_seat(seat: int, language: str) -> str:
    return TEXTS.tell(language, f"seat.{seat}")


def name_card(card: int, language: str) -> str:
    colour, rank = divmod(card, MAX_RANKS)
    return TEXTS.tell(language, "card", colour=TEXTS.tell(language, f"colour.{COLOURS[colour]}"), rank=rank + 1)


def name_value(kind: int, value: int, language: str) -> str:
    """What a clue names."""
    return TEXTS.tell(language, f"colour.{COLOURS[value]}") if kind == COLOUR_CLUE else str(value + 1)


def name_move(view: Fields, action: int, language: str) -> str:
    """An action of the seat to act, as the list of moves has it."""
    kind, place, value = split_action(view, action)
    if kind <= PLAY:
        return TEXTS.tell(language, f"move.{NAMES[kind]}", slot=place + 1)
    target = name_seat((view.turn + place) % view.players, language)
    return TEXTS.tell(language, "move.clue", target=target, value=name_value(kind, value, language))


def narrate(s: State, action: int, language: str) -> list[str]:
    """What everybody sees of an action. Cards that stay in a hand are told by their places, since their owner may not
    know them; of a card drawn nothing is told."""
    return [] if s.drawer != NONE else [_tell(tell_action(read_fields(s), action), language)]


def _tell(told: dict[str, Any], language: str) -> str:
    seat = name_seat(told["seat"], language)
    if "target" not in told:
        card = name_card(told["colour"] * MAX_RANKS + told["rank"], language)
        outcome = "discard" if told["kind"] == "discard" else "built" if told["built"] else "failed"
        return TEXTS.tell(language, f"last.{outcome}", seat=seat, card=card)
    value = name_value(NAMES.index(told["kind"]), told["value"], language)
    slots = tell_slots(told["slots"], language)
    target = name_seat(told["target"], language)
    return TEXTS.tell(language, "last.clue", seat=seat, target=target, value=value, cards=slots)


def tell_slots(slots: list[int], language: str) -> str:
    key = "last.slots.one" if len(slots) == 1 else "last.slots.other"
    return TEXTS.tell(language, key, slots=", ".join(str(slot + 1) for slot in slots))
