"""Why an action is good or bad by the convention of `smart`, in words. Only what the seat to act may know is used."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.games.hanabi.bots.reading import FACTS, examine
from ludoteca.games.hanabi.fields import Fields, read_fields
from ludoteca.games.hanabi.history import split_action
from ludoteca.games.hanabi.state import DECK, MAX_HAND, MAX_PLAYERS, MAX_RANKS, PLAY
from ludoteca.games.hanabi.wording import TEXTS, name_card, name_move, name_seat, name_value
from ludoteca.protocol import State

Reason = tuple[str, dict[str, Any]]
"""A code, which is a key of the catalogue below `why.`, and what its sentence names: seats, cards, slots (from 0)."""


@dataclass(frozen=True)
class Reading:
    """What the seat to act knows by the convention, and what one action would say."""

    view: Fields
    action: int
    own: list[int]
    """By own slot, the set of cards that it may be."""
    since: list[int]
    """By card, the number of the action after which it was known to be playable, or -1."""
    facts: dict[str, int]

    @property
    def choice(self) -> int:
        """What `smart` would do."""
        return self.facts["choice"]


def read_table(view: State, action: int) -> Reading:
    notes = np.zeros((MAX_PLAYERS, MAX_HAND), np.int64)
    since, facts = np.zeros(DECK, np.int64), np.zeros(len(FACTS), np.int64)
    examine(view, action, notes, since, facts)
    fields = read_fields(view)
    own = notes[fields.turn].tolist()[: fields.held[fields.turn]]
    return Reading(fields, action, own, since.tolist(), dict(zip(FACTS, facts.tolist(), strict=True)))


def give_reasons(view: State, action: int, language: str) -> list[str]:
    """Why the seat to act may want this action; where the convention would do something else, that last."""
    table = read_table(view, action)
    words = [tell_reason(reason, language) for reason in find_reasons(table)]
    if table.choice != action:
        move = name_move(table.view, table.choice, language)
        words.append(TEXTS.tell(language, "why.instead", move=move))
    return words


def tell_reason(reason: Reason, language: str) -> str:
    code, params = reason
    return TEXTS.tell(language, f"why.{code}", **dict(_name(params, language)))


def _name(params: dict[str, Any], language: str) -> Iterator[tuple[str, Any]]:
    for key, value in params.items():
        if key in ("seat", "owner"):
            yield key, name_seat(value, language)
        elif key == "card":
            yield key, name_card(value, language)
        elif key == "value":
            yield key, name_value(value[0], value[1], language)
        else:
            yield key, value + 1 if key in ("slot", "other") else value


def find_reasons(table: Reading) -> list[Reason]:
    kind, place, _ = split_action(table.view, table.action)
    if kind > PLAY:
        return list(_explain_clue(table, (table.view.turn + place) % table.view.players))
    reason = _explain_play(table, place) if kind == PLAY else _explain_discard(table, place)
    return [reason, *_explain_danger(table)]


def _is_in(cards: int, wanted: int) -> bool:
    return cards & ~wanted == 0


def _narrow(table: Reading, slot: int) -> int:
    """What an own card may be, less what the player sees elsewhere (as `drop_exhausted`)."""
    cards = table.own[slot]
    left = cards & ~table.facts["exhausted"]
    return cards if cards & (cards - 1) == 0 or not left else left


# --- own cards -----------------------------------------------------------------------------------------------------


def _explain_play(table: Reading, slot: int) -> Reason:
    playable, left = table.facts["playable"], _narrow(table, slot)
    if _is_in(table.own[slot], playable):
        return _explain_known(table, slot)
    if _is_in(left, playable):
        return "play.counted", {"slot": slot}
    percent = round(100 * (left & playable).bit_count() / left.bit_count())
    if percent == 0:
        return "play.never", {"slot": slot}
    return ("play.chance" if table.choice == table.action else "play.risk"), {"slot": slot, "percent": percent}


def _explain_known(table: Reading, slot: int) -> Reason:
    """By which action a card was known to be playable."""
    view = table.view
    order = view.hands[view.turn][slot]
    ply = table.since[order]
    if ply < 0:
        return "play.known", {"slot": slot}
    seat, (kind, _, value) = ply % view.players, split_action(view, view.moves[ply])
    if kind <= PLAY:
        return ("play.finesse" if kind != PLAY else "play.known"), {"slot": slot, "seat": seat}
    if _is_in(_told_cards(view, order), table.facts["playable"]):
        return "play.told", {"slot": slot, "seat": seat, "value": (kind, value)}
    return "play.pointed", {"slot": slot, "seat": seat, "value": (kind, value)}


def _told_cards(view: Fields, order: int) -> int:
    """The cards that clues alone leave possible."""
    ranks = view.ranks[order] & 31
    return sum(
        ranks << (MAX_RANKS * colour) for colour in range(view.colours_used) if view.colours[order] >> colour & 1
    )


def _explain_discard(table: Reading, slot: int) -> Reason:
    facts, cards = table.facts, table.own[slot]
    if slot == facts["twin"]:
        return "discard.twin", {"slot": slot, "card": cards.bit_length() - 1, "owner": _find_twin(table, cards)}
    if _is_in(_narrow(table, slot), facts["trash"]):
        return "discard.trash", {"slot": slot}
    if _is_in(cards, facts["critical"]):
        return "discard.critical", {"slot": slot}
    if _is_in(cards, facts["playable"]):
        return "discard.playable", {"slot": slot}
    if slot == facts["chop"]:
        return "discard.chop", {"slot": slot}
    if facts["chop"] >= 0:
        return "discard.other", {"slot": slot, "other": facts["chop"]}
    use = [i for i, may in enumerate(table.own) if _is_in(may, facts["playable"]) or _is_in(may, facts["trash"])]
    if use:
        return "discard.early", {"slot": slot, "other": use[0]}
    return "discard.highest", {"slot": slot}


def _find_twin(table: Reading, cards: int) -> int:
    """Whose newest card is the other copy."""
    view = table.view
    others = [seat for seat in range(view.players) if seat != view.turn and view.held[seat]]
    return next(seat for seat in others if cards == 1 << view.cards[view.hands[seat][view.held[seat] - 1]])


# --- clues ---------------------------------------------------------------------------------------------------------


def _explain_clue(table: Reading, target: int) -> Iterator[Reason]:
    facts = table.facts
    if facts["stalling"] and facts["plays"] == 0:  # what a clue makes certain is certain in any case
        yield "clue.stalls", {}
        yield from _explain_danger(table)
    elif facts["warning"]:
        card = _card_at(table, target, facts["next_chop"])
        yield ("clue.warns" if facts["critical"] >> card & 1 else "clue.warns_wrongly"), {"seat": target, "card": card}
    else:
        code, slot = _find_meaning(table, target)
        if slot < 0:
            yield code, {"seat": target}
        else:
            yield code, {"seat": target, "card": _card_at(table, target, slot), "slot": slot}
        helps = code in ("clue.shows", "clue.points") and target == (table.view.turn + 1) % table.view.players
        yield from _explain_danger(table, "clue.saves" if helps else "danger")


def _find_meaning(table: Reading, target: int) -> tuple[str, int]:
    """What a clue says by itself, and the slot that it is about."""
    facts = table.facts
    if facts["plays"] > 0:
        return "clue.shows", facts["shown"]
    if facts["newest"] < 0:
        return "clue.nothing", -1
    fits = facts["playable"] >> _card_at(table, target, facts["newest"]) & 1
    return ("clue.points" if fits else "clue.misleads"), facts["newest"]


def _explain_danger(table: Reading, code: str = "danger") -> Iterator[Reason]:
    """That the next player would discard the last copy of a card that is needed; a clue may save it."""
    target, slot = (table.view.turn + 1) % table.view.players, table.facts["next_chop"]
    if slot < 0 or (code == "danger" and not _may_warn(table)):
        return
    card = _card_at(table, target, slot)
    if table.facts["critical"] >> card & 1:
        yield code, {"seat": target, "card": card}


def _may_warn(table: Reading) -> bool:
    """Whether somebody can and should warn: there is a token, and the deck lasts, so that discards will happen."""
    return bool(table.view.tokens > 0 and table.view.drawn < table.view.deck)


def _card_at(table: Reading, owner: int, slot: int) -> int:
    return int(table.view.cards[table.view.hands[owner][slot]])
