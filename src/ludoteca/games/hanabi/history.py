"""What players did in a game so far, told with the cards and slots that everybody saw.

All is read from a view: cards that were played or discarded lie open, and of a hidden card clues tell what they named.
"""

from typing import Any

from ludoteca.games.hanabi.actions import clue_of, kind_of, named, value_of
from ludoteca.games.hanabi.state import COLOUR_CLUE, MAX_RANKS, PLAY
from ludoteca.protocol import State

NAMES = ("discard", "play", "tell_colour", "tell_rank")
"""Kinds of actions, by number, as front ends know them."""


def tell_recent(view: State) -> list[dict[str, Any]]:
    """The last action of each player, the oldest first: who, what, and the card used (`order`, `slot`, `built`) or the
    cards touched."""
    players, size, ply = int(view.players), int(view.hand_size), int(view.ply)
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(players)]
    piles, drawn = [0] * int(view.colours_used), players * size
    recent = []
    for number, action in enumerate(view.moves[:ply].tolist()):
        seat = number % players
        if action < 2 * size:
            told = tell_use(view, seat, action, hands[seat].pop(action % size), piles)
            piles[told["colour"]] += told["built"]
            if drawn < view.deck:
                hands[seat].append(drawn)
                drawn += 1
        if number < ply - players:
            continue
        recent.append(told if action < 2 * size else tell_clue(view, seat, action, hands))
    return recent


def tell_use(view: State, seat: int, action: int, order: int, piles: list[int]) -> dict[str, Any]:
    """A play or a discard of a card, where the fireworks are so high."""
    kind, slot = divmod(action, int(view.hand_size))
    colour, rank = divmod(int(view.cards[order]), MAX_RANKS)
    built = kind == PLAY and piles[colour] == rank
    return {
        "seat": seat,
        "kind": NAMES[kind],
        "slot": slot,
        "order": order,
        "colour": colour,
        "rank": rank,
        "built": built,
    }


def tell_clue(view: State, seat: int, action: int, hands: list[list[int]]) -> dict[str, Any]:
    kind = int(kind_of(view, action))
    ahead, value = map(int, clue_of(view, action, kind))
    target = (seat + ahead) % len(hands)
    slots = [slot for slot, order in enumerate(hands[target]) if _has(view, order, kind, value)]
    touched = [hands[target][slot] for slot in slots]
    return {
        "seat": seat,
        "kind": NAMES[kind],
        "target": target,
        "value": value,
        "touched": touched,
        "slots": slots,
    }


def _has(view: State, order: int, kind: int, value: int) -> bool:
    """Whether a clue about this value touches a card. A hidden one that it touched was named so."""
    card = int(view.cards[order])
    if card >= 0:
        return int(value_of(card, kind)) == value
    clued = view.colours if kind == COLOUR_CLUE else view.ranks
    return int(named(int(clued[order]))) == value
