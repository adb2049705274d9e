"""The JSON of hanab.live (format 3), read and written."""

import json
from typing import Any

from ludoteca.core.errors import TranscriptError, show_value
from ludoteca.games.hanabi import notation
from ludoteca.games.hanabi.replays.conversion import play_through
from ludoteca.games.hanabi.replays.model import LIVE_END, VARIANTS, Replay, check_length
from ludoteca.games.hanabi.state import MAX_RANKS

UNSUPPORTED = (
    "emptyClues",
    "cardCycle",
    "deckPlays",
    "oneExtraCard",
    "oneLessCard",
    "allOrNothing",
    "detrimentalCharacters",
)
"""Options of hanab.live that change the rules."""


def read_json(text: str) -> Replay:
    """A replay from JSON. What is wrong is refused with the number of the card or action."""
    check_length(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TranscriptError(f"this is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise TranscriptError("a game is a JSON object with players, deck and actions")
    variant = _read_options(data.get("options") or {})
    players = data.get("players")
    if (
        not isinstance(players, list)
        or not 2 <= len(players) <= 5
        or not all(isinstance(name, str) for name in players)
    ):
        raise TranscriptError("players must be a list of two to five names")
    deck = read_deck(data.get("deck"), VARIANTS[variant])
    actions, end = read_actions(data.get("actions"))
    replay = Replay(tuple(players), deck, actions, variant, end)
    play_through(replay)
    return replay


def _read_options(options: Any) -> str:
    if not isinstance(options, dict):
        raise TranscriptError("options must be a JSON object")
    for name in UNSUPPORTED:
        if options.get(name):
            raise TranscriptError(f"the option {name} is not played here")
    variant = options.get("variant", "No Variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise TranscriptError(f"the variant {show_value(variant):.60} is not played here; known: {', '.join(VARIANTS)}")
    return variant


def read_deck(cards: Any, colours: int) -> tuple[int, ...]:
    """The cards of a deck as hanab.live lists them: {suitIndex, rank}."""
    if not isinstance(cards, list):
        raise TranscriptError("deck must be a list of cards")
    deck: list[int] = []
    for number, item in enumerate(cards, start=1):
        suit, rank = (_whole(item, name, f"card {number} of the deck") for name in ("suitIndex", "rank"))
        if not (0 <= suit < colours and 1 <= rank <= MAX_RANKS):
            raise TranscriptError(f"card {number} of the deck: there is no suit {suit}, rank {rank} in this game")
        card = suit * MAX_RANKS + rank - 1
        complaint = notation.check_card(deck, card, colours, MAX_RANKS)
        if complaint:
            raise TranscriptError(f"card {number} of the deck: {complaint}")
        deck.append(card)
    if len(deck) != 10 * colours:
        raise TranscriptError(f"the deck has {len(deck)} cards; {colours} colours have {10 * colours}")
    return tuple(deck)


def read_actions(items: Any) -> tuple[tuple[tuple[int, int, int], ...], tuple[int, int] | None]:
    """The actions as hanab.live lists them, {type, target, value}, and the end if the game was broken off."""
    if not isinstance(items, list):
        raise TranscriptError("actions must be a list")
    actions: list[tuple[int, int, int]] = []
    for number, item in enumerate(items, start=1):
        where = f"action {number}"
        kind, target = (_whole(item, name, where) for name in ("type", "target"))
        value = _whole({"value": 0, **item}, "value", where)
        if kind == LIVE_END:
            if number != len(items):
                raise TranscriptError(f"{where}: the game was ended, but actions follow")
            return tuple(actions), (target, value)
        actions.append((kind, target, value))
    return tuple(actions), None


def _whole(item: Any, name: str, where: str) -> int:
    value = item.get(name) if isinstance(item, dict) else None
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1000:
        raise TranscriptError(f"{where}: {name} must be a whole number, not {value!r:.40}")
    return value


def write_json(replay: Replay) -> str:
    """The JSON that hanab.live's "watch specific replay" takes."""
    actions = [{"type": kind, "target": target, "value": value} for kind, target, value in replay.actions]
    if replay.end is not None:
        actions.append({"type": LIVE_END, "target": replay.end[0], "value": replay.end[1]})
    deck = [{"suitIndex": card // MAX_RANKS, "rank": card % MAX_RANKS + 1} for card in replay.deck]
    options = {"options": {"variant": replay.variant}}
    return json.dumps({"players": list(replay.players), "deck": deck, "actions": actions, **options})
