"""The 195 features of Crivellari and Varotto's project (Bologna 2022) in their order, for two players.

There are two differences, both on purpose. First, the numbers of the other hand are computed from the mover's view, as
the original does when it plays; its dataset took them from the full state, from which the mover's own cards could be
read. Second, colours can be put into a canonical order (`canonical`): the colours are permuted, the slots are not, and
`permute_action` applies the same permutation to an action.
"""

from itertools import permutations
from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray, IntArray
from ludoteca.core.errors import UnsupportedGame
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.analytics import ENTROPY, PLAYABILITY, USELESSNESS, measure_hand
from ludoteca.games.hanabi.state import MAX_COLOURS, MAX_HAND, MAX_RANKS, MAX_TOKENS
from ludoteca.protocol import Encoder, State, States, Symmetry
from ludoteca.protocol.encoders import make_slices

SIZE, ACTIONS = 195, 20
COLOUR_ORDER = np.array([3, 4, 0, 1, 2])  # white, blue, red, yellow, green
LENGTHS = {
    "fuse": 1,
    "clues": 1,
    "deck": 1,
    "entropy_current": 1,
    "entropy_other": 1,
    "fireworks": 5,
    "other_playability": 5,
    "other_entropy": 5,
    "other_uselessness": 5,
    "other_colour": 25,
    "other_value": 5,
    "current_playability": 5,
    "current_entropy": 5,
    "current_uselessness": 5,
    "other_colour_shares": 25,
    "current_colour_shares": 25,
    "current_value_shares": 25,
    "other_value_shares": 25,
    "discards": 25,
}


SLICES = make_slices(LENGTHS)
FIREWORKS = SLICES["fireworks"].start
OTHER, OTHER_COLOUR, OTHER_VALUE = (SLICES[name].start for name in ("other_playability", "other_colour", "other_value"))
CURRENT = SLICES["current_playability"].start
OTHER_COLOURS, CURRENT_COLOURS = SLICES["other_colour_shares"].start, SLICES["current_colour_shares"].start
OTHER_VALUES, CURRENT_VALUES = SLICES["other_value_shares"].start, SLICES["current_value_shares"].start
DISCARDS = SLICES["discards"].start


def check(s: State) -> None:
    """Refuse games of another size than the project's."""
    if (s.players, s.colours_used, s.ranks_used, s.hand_size) != (2, MAX_COLOURS, MAX_RANKS, MAX_HAND):
        raise UnsupportedGame("these features are for two players, five colours, five ranks and five cards in a hand")


def encode(view: State, exact: bool = False, canonical: bool = False) -> tuple[Any, Any]:
    """The features of the mover's view, and the order of colours in them (numbers of `state.py`)."""
    check(view)
    out, order = np.zeros(SIZE), np.zeros(MAX_COLOURS, np.int64)
    fill(view, exact, canonical, out, order)
    return out, order


@compiled
def fill_many(views: States, exact: bool, canonical: bool, out: FloatArray, orders: IntArray) -> None:
    """One row for each view; the views are those of the seats to act."""
    for i in range(len(views)):
        fill(views[i], exact, canonical, out[i], orders[i])


@compiled
def fill(s: State, exact: bool, canonical: bool, out: FloatArray, order: IntArray) -> None:
    """Write the features of the mover's view, and the order of the colours in them."""
    seat = as_int(s.turn)
    other = 1 - seat
    numbers, colours, ranks = np.zeros((2, 5, 3)), np.zeros((2, 5, 5)), np.zeros((2, 5, 5))
    out[:] = 0.0
    out[0], out[1], out[2] = s.lives, s.tokens, s.deck - s.drawn
    out[3] = measure_hand(s, seat, seat, exact, numbers[0], colours[0], ranks[0])
    out[4] = measure_hand(s, seat, other, exact, numbers[1], colours[1], ranks[1])
    order[:] = COLOUR_ORDER
    if canonical:
        _sort_colours(s, other, colours, order)
    _fill_hands(s, seat, numbers, order, out)
    _fill_shares(s, seat, colours, ranks, order, out)
    for place in range(MAX_COLOURS):
        colour = as_int(order[place])
        out[FIREWORKS + place] = s.piles[colour]
        for i in range(MAX_RANKS):
            out[DISCARDS + place * MAX_RANKS + i] = s.gone[colour * MAX_RANKS + MAX_RANKS - 1 - i]


@compiled
def _fill_hands(s: State, seat: int, numbers: FloatArray, order: IntArray, out: FloatArray) -> None:
    for i in range(2):
        owner, at = (seat, CURRENT) if i == 0 else (1 - seat, OTHER)
        for slot in range(as_int(s.held[owner])):
            out[at + slot] = numbers[i, slot, PLAYABILITY]
            out[at + MAX_HAND + slot] = numbers[i, slot, ENTROPY]
            out[at + 2 * MAX_HAND + slot] = numbers[i, slot, USELESSNESS]
    for slot in range(as_int(s.held[1 - seat])):
        card = as_int(s.cards[s.hands[1 - seat, slot]])
        out[OTHER_VALUE + slot] = card % MAX_RANKS + 1
        for place in range(MAX_COLOURS):
            out[OTHER_COLOUR + slot * MAX_COLOURS + place] = order[place] == card // MAX_RANKS


@compiled
def _fill_shares(s: State, seat: int, colours: FloatArray, ranks: FloatArray, order: IntArray, out: FloatArray) -> None:
    """Shares in per cent, rounded to two decimals."""
    for i in range(2):
        owner = seat if i == 0 else 1 - seat
        colours_at, ranks_at = (CURRENT_COLOURS, CURRENT_VALUES) if i == 0 else (OTHER_COLOURS, OTHER_VALUES)
        for slot in range(as_int(s.held[owner])):
            for place in range(5):
                out[colours_at + slot * 5 + place] = percent(colours[i, slot, order[place]])
                out[ranks_at + slot * 5 + place] = percent(ranks[i, slot, place])


@compiled
def percent(share: float) -> float:
    return np.floor(share * 1e4 + 0.5) / 1e2


@compiled
def _sort_colours(s: State, other: int, colours: FloatArray, order: IntArray) -> None:
    """Sort by firework, then discards from 5 down to 1, the other's cards from 5 down to 1, the sorted shares of the
    colour in the other's slots, and those in the mover's; higher first. Full ties keep the usual order."""
    for i in range(1, MAX_COLOURS):
        j = i
        while j > 0 and _precedes(s, other, colours, as_int(order[j]), as_int(order[j - 1])):
            order[j], order[j - 1] = order[j - 1], order[j]
            j -= 1


@compiled
def _precedes(s: State, other: int, colours: FloatArray, a: int, b: int) -> bool:
    if s.piles[a] != s.piles[b]:
        return s.piles[a] > s.piles[b]
    for rank in range(MAX_RANKS - 1, -1, -1):
        difference = as_int(s.gone[a * MAX_RANKS + rank]) - as_int(s.gone[b * MAX_RANKS + rank])
        if difference:
            return difference > 0
    for rank in range(MAX_RANKS - 1, -1, -1):
        difference = _count(s, other, a * MAX_RANKS + rank) - _count(s, other, b * MAX_RANKS + rank)
        if difference:
            return difference > 0
    for hand in (1, 0):
        mine, theirs = np.sort(colours[hand, :, a]), np.sort(colours[hand, :, b])
        for slot in range(MAX_HAND - 1, -1, -1):
            if mine[slot] != theirs[slot]:
                return mine[slot] > theirs[slot]
    return False


@compiled
def _count(s: State, owner: int, card: int) -> int:
    n = 0
    for slot in range(as_int(s.held[owner])):
        n += s.cards[s.hands[owner, slot]] == card
    return n


@compiled
def permute_action(action: int, order: IntArray) -> int:
    """The project's number of an action under this order of colours: 0-4 play, 5-9 discard, 10-14 value, 15-19
    colour."""
    if action < 5:
        return action + 5
    if action < 10:
        return action - 5
    if action >= 15:
        return action - 5
    place = 0
    while order[place] != action - 10:
        place += 1
    return 15 + place


@compiled
def restore_action(number: int, order: IntArray) -> int:
    """The action for the project's number: the inverse of `permute_action`."""
    if number < 5:
        return number + 5
    if number < 10:
        return number - 5
    if number < 15:
        return number + 5
    return 10 + as_int(order[number - 15])


# --- as declared encoders ------------------------------------------------------------------------------------------


@compiled
def fill_view(s: State, out: FloatArray) -> None:
    fill(s, False, False, out, np.zeros(MAX_COLOURS, np.int64))


@compiled
def output_of(s: State, action: int) -> int:
    return permute_action(action, COLOUR_ORDER)


@compiled
def action_of(s: State, output: int) -> int:
    return restore_action(output, COLOUR_ORDER)


@compiled
def fill_canonical(s: State, out: FloatArray) -> None:
    fill(s, False, True, out, np.zeros(MAX_COLOURS, np.int64))


@compiled
def find_order(s: State) -> Any:
    """The canonical order of colours in this view."""
    seat = as_int(s.turn)
    numbers, colours, ranks = np.zeros((5, 3)), np.zeros((2, 5, 5)), np.zeros((5, 5))
    measure_hand(s, seat, seat, False, numbers, colours[0], ranks)
    measure_hand(s, seat, 1 - seat, False, numbers, colours[1], ranks)
    order = COLOUR_ORDER.copy()
    _sort_colours(s, 1 - seat, colours, order)
    return order


@compiled
def canonical_output(s: State, action: int) -> int:
    return permute_action(action, find_order(s) if 10 <= action < 15 else COLOUR_ORDER)


@compiled
def canonical_action(s: State, output: int) -> int:
    return restore_action(output, find_order(s) if output >= 15 else COLOUR_ORDER)


def replace_illegal(s: State, output: int) -> int:
    """The project's rule for a forbidden action: a discard with all tokens there becomes a clue about the value of the
    other player's first card; a clue without tokens, a discard of the first card; a clue that touches nothing, the
    same kind of clue about the other's first card. (Its rule for a slot without a card, which it does not name: the
    first slot.)"""
    if output < 5:
        return int(s.hand_size)
    first = int(s.cards[s.hands[1 - s.turn, 0]])
    if output < 10:
        return 15 + first % MAX_RANKS if s.tokens == s.most_tokens else 0
    if s.tokens == 0:
        return 0
    return 15 + first % MAX_RANKS if output < 15 else 10 + first // MAX_RANKS


def legal_of(row: Any) -> Any:
    """bool [20]: the legal classes. A slot has a card if its shares are not all 0."""
    part = {name: np.asarray(row)[place] for name, place in SLICES.items()}
    held = part["current_colour_shares"].reshape(MAX_HAND, MAX_COLOURS).sum(axis=1) > 0
    tokens = part["clues"][0]
    values = (part["other_value"][:, None] == np.arange(1, MAX_RANKS + 1)).any(axis=0)
    colours = part["other_colour"].reshape(MAX_HAND, MAX_COLOURS).any(axis=0)
    return np.concatenate([held, held & (tokens < MAX_TOKENS), values & (tokens > 0), colours & (tokens > 0)])


def _permute_colours(places: tuple[int, ...]) -> Symmetry:
    """The colour at place p[i] goes to place i, in features and clues."""
    inputs, outputs = np.arange(SIZE), np.arange(ACTIONS)
    for new, old in enumerate(places):
        inputs[FIREWORKS + new] = FIREWORKS + old
        for slot in range(MAX_HAND):
            for at in (OTHER_COLOUR, OTHER_COLOURS, CURRENT_COLOURS):
                inputs[at + slot * MAX_COLOURS + new] = at + slot * MAX_COLOURS + old
        for rank in range(MAX_RANKS):
            inputs[DISCARDS + new * MAX_RANKS + rank] = DISCARDS + old * MAX_RANKS + rank
        outputs[15 + old] = 15 + new
    return Symmetry("colours " + "".join(map(str, places)), inputs, outputs)


SHARES = ("other_colour_shares", "current_colour_shares", "current_value_shares", "other_value_shares")
PROBABILITIES = ("other_playability", "other_uselessness", "current_playability", "current_uselessness")
ENTROPIES = ("other_entropy", "current_entropy")
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")
COMMON: dict[str, Any] = {
    "inputs": SIZE,
    "outputs": ACTIONS,
    "slices": SLICES,
    "scales": {
        "fuse": 3.0, "clues": 8.0, "deck": 40.0, "entropy_current": 24.0, "entropy_other": 24.0, "fireworks": 5.0,
        "other_value": 5.0, "discards": 3.0, **dict.fromkeys(ENTROPIES, 5.0), **dict.fromkeys(SHARES, 100.0),
    },
    "steps": {  # shares have two decimals; the others have five in the original, here what 16 bits can hold
        "entropy_current": 5e-4, "entropy_other": 5e-4, **dict.fromkeys(ENTROPIES, 1e-4),
        **dict.fromkeys(PROBABILITIES, 2e-5), **dict.fromkeys(SHARES, 0.01),
    },
    "stored": "uint16",
    "check": check,
    "fallback": replace_illegal,
    "legal_of": legal_of,
}  # fmt: skip
CLASSES = (
    *(f"PLAY_{place}" for place in ORDINALS),
    *(f"DISCARD_{place}" for place in ORDINALS),
    *(f"HINT_VALUE_{value}" for value in range(1, 6)),
)
ENCODER = Encoder(
    name="bologna",
    summary="195 features of Crivellari and Varotto's project, Bologna 2022; two players",
    fill=fill_view,
    output_of=output_of,
    action_of=action_of,
    output_names=(*CLASSES, *(f"HINT_{colour}" for colour in ("WHITE", "BLUE", "RED", "YELLOW", "GREEN"))),
    symmetries=tuple(_permute_colours(places) for places in list(permutations(range(MAX_COLOURS)))[1:]),
    **COMMON,
)
CANONICAL = Encoder(
    name="bologna_canonical",
    summary="the same with colours in a canonical order: slots stay, colours and clues are permuted",
    fill=fill_canonical,
    output_of=canonical_output,
    action_of=canonical_action,
    output_names=(*CLASSES, *(f"HINT_COLOUR_{place}" for place in ORDINALS)),
    **COMMON,
)
