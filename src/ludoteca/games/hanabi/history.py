"""What players did in a game so far, told with the cards and slots that everybody saw.

All is read from a view: cards that were played or discarded lie open, and of a hidden card clues tell what they named.
"""

from typing import Any

from ludoteca.games.hanabi.fields import Fields, read_fields
from ludoteca.games.hanabi.state import CLUED, COLOUR_CLUE, MAX_RANKS, PLAY, RANK_CLUE
from ludoteca.protocol import State

NAMES = ("discard", "play", "tell_colour", "tell_rank")
"""Kinds of actions, by number, as front ends know them."""


def split_action(view: Fields, action: int) -> tuple[int, int, int]:
    """The kind of an action; then a slot and 0, or how many seats ahead a clue goes, and what it names."""
    if action < 2 * view.hand_size:
        return action // view.hand_size, action % view.hand_size, 0
    place, colours = action - 2 * view.hand_size, (view.players - 1) * view.colours_used
    if place < colours:
        return COLOUR_CLUE, 1 + place // view.colours_used, place % view.colours_used
    return RANK_CLUE, 1 + (place - colours) // view.ranks_used, (place - colours) % view.ranks_used


def tell_recent(given: State) -> list[dict[str, Any]]:
    """The last action of each player, the oldest first: who, what, and the card used (`order`, `slot`, `built`) or the
    cards touched."""
    view = read_fields(given)
    players, size, ply = view.players, view.hand_size, view.ply
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(players)]
    piles, drawn = [0] * view.colours_used, players * size
    recent = []
    for number, action in enumerate(view.moves[:ply]):
        seat, is_recent = number % players, number >= ply - players
        if action >= 2 * size:
            if is_recent:
                recent.append(tell_clue(view, seat, action, hands))
            continue
        told = tell_use(view, seat, action, hands[seat].pop(action % size), piles)
        piles[told["colour"]] += told["built"]
        if drawn < view.deck:
            hands[seat].append(drawn)
            drawn += 1
        if is_recent:
            recent.append(told)
    return recent


def tell_action(view: Fields, action: int) -> dict[str, Any]:
    """The action that is about to be played, as everybody will see it; `view` may hide nothing of the card used."""
    seat = view.turn
    hands = [view.hands[owner][: view.held[owner]] for owner in range(view.players)]
    if action >= 2 * view.hand_size:
        return tell_clue(view, seat, action, hands)
    return tell_use(view, seat, action, hands[seat][action % view.hand_size], view.piles)


def tell_use(view: Fields, seat: int, action: int, order: int, piles: list[int]) -> dict[str, Any]:
    """A play or a discard of a card, where the fireworks are so high."""
    kind, slot = divmod(action, view.hand_size)
    colour, rank = divmod(view.cards[order], MAX_RANKS)
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


def tell_clue(view: Fields, seat: int, action: int, hands: list[list[int]]) -> dict[str, Any]:
    kind, ahead, value = split_action(view, action)
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


def _has(view: Fields, order: int, kind: int, value: int) -> bool:
    """Whether a clue about this value touches a card. A hidden one that it touched was named so."""
    card = view.cards[order]
    if card >= 0:
        return bool((card // MAX_RANKS if kind == COLOUR_CLUE else card % MAX_RANKS) == value)
    clued = (view.colours if kind == COLOUR_CLUE else view.ranks)[order]
    return bool(clued & CLUED and clued >> value & 1)
