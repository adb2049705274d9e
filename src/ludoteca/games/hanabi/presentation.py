"""What front ends draw of hanabi: fireworks, hands with what clues say about them, the last action, and why an action
is refused.

Everything is read from a view, so nothing is shown that the view hides.
"""

from collections.abc import Mapping
from typing import Any

from ludoteca.games.hanabi.actions import clue_of, kind_of, value_of
from ludoteca.games.hanabi.notation import COLOURS
from ludoteca.games.hanabi.state import CLUED, COLOUR_CLUE, KINDS, MAX_RANKS, NONE, PLAY, SCORED
from ludoteca.protocol import State

NAMES = ("discard", "play", "tell_colour", "tell_rank")
"""Kinds of actions, by number, as front ends know them."""


def show_position(view: State) -> dict[str, Any]:
    """`turn` is None while cards are dealt and at the end; `turns_left` is None while the deck lasts."""
    colours, deck = int(view.colours_used), int(view.deck) - int(view.drawn)
    acting = not view.over and view.drawer == NONE
    return {
        "colours": list(COLOURS[:colours]),
        "ranks": int(view.ranks_used),
        "turn": int(view.turn) if acting else None,
        "tokens": int(view.tokens),
        "most_tokens": int(view.most_tokens),
        "lives": int(view.lives),
        "most_lives": int(view.most_lives),
        "deck": deck,
        "turns_left": int(view.last) if deck == 0 else None,
        "score": int(view.score),
        "most": colours * int(view.ranks_used),
        "piles": [int(pile) for pile in view.piles[:colours]],
        "discarded": [
            {**show_kind(card), "copies": int(view.gone[card])} for card in range(KINDS) if view.gone[card] > 0
        ],
        "hands": [
            [show_card(view, int(order)) for order in view.hands[seat][: int(view.held[seat])]]
            for seat in range(int(view.players))
        ],
        "last": show_last(view),
    }


def show_kind(card: int) -> dict[str, Any]:
    """Colour and rank, both counted from 0; None where the card is hidden."""
    return {"colour": card // MAX_RANKS, "rank": card % MAX_RANKS} if card >= 0 else {"colour": None, "rank": None}


def show_card(view: State, order: int) -> dict[str, Any]:
    """A card in a hand: what it is, if visible, and what clues say to its owner."""
    colours, ranks = int(view.colours[order]), int(view.ranks[order])
    return {
        "order": order,
        **show_kind(int(view.cards[order])),
        "may_colours": [colour for colour in range(int(view.colours_used)) if colours >> colour & 1],
        "may_ranks": [rank for rank in range(int(view.ranks_used)) if ranks >> rank & 1],
        "told_colour": bool(colours & CLUED),
        "told_rank": bool(ranks & CLUED),
    }


def show_last(view: State) -> dict[str, Any] | None:
    """The last action of a player, which everybody saw: with the card that it used, or the cards that it touched."""
    if view.ply == 0:
        return None
    action, players = int(view.moves[int(view.ply) - 1]), int(view.players)
    kind, seat = int(kind_of(view, action)), (int(view.turn) - 1) % players
    shown: dict[str, Any] = {"seat": seat, "kind": NAMES[kind]}
    if kind <= PLAY:
        order = int(view.played)
        built = bool(int(view.event) & SCORED)
        return {**shown, **show_kind(int(view.cards[order])), "order": order, "built": built}
    ahead, value = map(int, clue_of(view, action, kind))
    target = (seat + ahead) % players
    return {**shown, "target": target, "value": value, "touched": find_touched(view, target, kind, value)}


def find_touched(view: State, target: int, kind: int, value: int) -> list[int]:
    """The orders of the cards that the last clue touched: everybody knows them."""
    clued = view.colours if kind == COLOUR_CLUE else view.ranks
    orders = [int(order) for order in view.hands[target][: int(view.held[target])]]
    return [order for order in orders if int(clued[order]) == (1 << value | CLUED)]


def show_action(view: State, action: int) -> dict[str, Any]:
    kind = int(kind_of(view, action))
    if kind <= PLAY:
        return {"kind": NAMES[kind], "slot": action % int(view.hand_size)}
    ahead, value = map(int, clue_of(view, action, kind))
    return {"kind": NAMES[kind], "target": (int(view.turn) + ahead) % int(view.players), "value": value}


def show_deal(s: State, card: int) -> dict[str, Any]:
    return {"kind": "deal", "target": int(s.drawer), **show_kind(card)}


def end_code(s: State) -> dict[str, Any]:
    most = int(s.colours_used) * int(s.ranks_used)
    complete = "complete" if s.score == most else "deck_out"
    return {"code": "struck_out" if s.lives == 0 else complete, "winner": None, "most": most}


def explain_attempt(view: State, attempt: Mapping[str, Any]) -> dict[str, Any]:
    """Why a discard or a clue is not legal. `attempt` has a kind and, if it is a clue, a target and a value."""
    kind = attempt.get("kind")
    if kind == "discard" and view.tokens == view.most_tokens:
        return _refuse("tokens_full", "all clue tokens are there: nobody may discard until one is spent")
    if kind in ("tell_colour", "tell_rank") and view.tokens == 0:
        return _refuse("no_tokens", "there is no clue token left: a discard or a completed firework gives one back")
    if kind in ("tell_colour", "tell_rank") and not _touches(view, attempt, NAMES.index(kind)):
        return _refuse("touches_nothing", "a clue must touch a card: name a colour or rank that this player holds")
    return _refuse("not_legal", "play or discard one of your cards, or clue another player's cards by colour or rank")


def _touches(view: State, attempt: Mapping[str, Any], kind: int) -> bool:
    target, value = attempt.get("target"), attempt.get("value")
    if type(target) is not int or not 0 <= target < int(view.players) or target == int(view.turn):
        return False
    orders = view.hands[target][: int(view.held[target])]
    return any(int(value_of(int(view.cards[order]), kind)) == value for order in orders)


def _refuse(code: str, message: str) -> dict[str, Any]:
    return {"code": code, "message": message, "squares": []}
