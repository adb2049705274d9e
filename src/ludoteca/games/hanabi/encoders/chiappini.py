"""The 99 inputs and 35 outputs of Chiappini and Ciruzzi's notes (2018): four players, four colours, four cards.

Their list names three blocks of 16 for the other hands but counts 64, so it sums to 83, not 99. Here there are four
blocks, one for each player from the mover on, and the mover's own is all zeros; so the sum is the 99 that they state.
`memory` adds 116 inputs: the last action of each player, with one input for any play and one for any discard.
"""

from typing import Any

import numpy as np

from ludoteca.core.arrays import FloatArray
from ludoteca.core.errors import UnsupportedGame
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import clue_of, kind_of, named
from ludoteca.games.hanabi.state import CLUED, COLOUR_CLUE, MAX_RANKS, PLAY, RANK_CLUE
from ludoteca.protocol import Encoder, State, States

PLAYERS, COLOURS, RANKS, HAND = 4, 4, 5, 4
BLOCK = 4 * HAND
CLUES = (PLAYERS - 1) * (COLOURS + RANKS)
REMEMBERED = 2 + CLUES  # a play, a discard, each clue
SIZE, MEMORY, OUTPUTS = 99, PLAYERS * REMEMBERED, 2 * HAND + CLUES
DISCARDED, HANDS, OWN, STACKS = 3, 3 + COLOURS * RANKS, 3 + COLOURS * RANKS + PLAYERS * BLOCK, SIZE - COLOURS
SLICES = {
    "lives": slice(0, 1),
    "clues": slice(1, 2),
    "deck": slice(2, 3),
    "discards": slice(DISCARDED, HANDS),
    "hands": slice(HANDS, OWN),
    "own": slice(OWN, STACKS),
    "stacks": slice(STACKS, SIZE),
    "memory": slice(SIZE, SIZE + MEMORY),
}


def check(s: State) -> None:
    """Refuse games of another size."""
    if (s.players, s.colours_used, s.ranks_used, s.hand_size) != (PLAYERS, COLOURS, RANKS, HAND):
        raise UnsupportedGame("these inputs are for the variant four_colours: start(variant='four_colours')")


def encode(view: State, memory: bool = False) -> Any:
    """The inputs of the mover's view: 99, or 215 with memory."""
    check(view)
    out = np.zeros(SIZE + MEMORY if memory else SIZE)
    fill(view, out)
    return out


@compiled
def fill_many(views: States, out: FloatArray) -> None:
    """One row for each view, with or without the memory."""
    for i in range(len(views)):
        fill(views[i], out[i])


@compiled
def fill(s: State, out: FloatArray) -> None:
    """Write the inputs of the mover's view, and the memory if `out` is long enough."""
    seat = as_int(s.turn)
    out[:] = 0.0
    out[0], out[1], out[2] = s.lives, s.tokens, s.deck - s.drawn
    for colour in range(COLOURS):
        out[STACKS + colour] = s.piles[colour]
        for rank in range(RANKS):
            out[DISCARDED + colour * RANKS + rank] = s.gone[colour * MAX_RANKS + rank]
    for ahead in range(1, PLAYERS):
        _fill_block(s, (seat + ahead) % PLAYERS, out, HANDS + ahead * BLOCK)
    for slot in range(as_int(s.held[seat])):
        order = as_int(s.hands[seat, slot])
        out[OWN + slot] = _known(as_int(s.colours[order]))
        out[OWN + HAND + slot] = _known(as_int(s.ranks[order]))
    if len(out) > SIZE:
        _fill_memory(s, seat, out)


@compiled
def _known(possible: int) -> int:
    """The value that a clue has named, counted from 1; 0 if there was none."""
    return named(possible) + 1 if possible & CLUED else 0


@compiled
def _fill_block(s: State, owner: int, out: FloatArray, at: int) -> None:
    """Colours, numbers, and whether the owner knows each of them."""
    for slot in range(as_int(s.held[owner])):
        order = as_int(s.hands[owner, slot])
        card = as_int(s.cards[order])
        out[at + slot] = card // MAX_RANKS + 1
        out[at + HAND + slot] = card % MAX_RANKS + 1
        out[at + 2 * HAND + 2 * slot] = as_int(s.colours[order]) & CLUED != 0
        out[at + 2 * HAND + 2 * slot + 1] = as_int(s.ranks[order]) & CLUED != 0


@compiled
def _fill_memory(s: State, seat: int, out: FloatArray) -> None:
    """The last action of each player, from the mover on."""
    for back in range(1, min(PLAYERS, as_int(s.ply)) + 1):
        action = as_int(s.moves[s.ply - back])
        at = SIZE + (PLAYERS - back) * REMEMBERED
        kind = kind_of(s, action)
        out[at + (kind == PLAY if kind <= PLAY else 2 + _clue_place(s, action, kind))] = 1.0


@compiled
def _clue_place(s: State, action: int, kind: int) -> int:
    """Numbers first, then colours."""
    ahead, value = clue_of(s, action, kind)
    return (ahead - 1) * RANKS + value if kind == RANK_CLUE else (PLAYERS - 1) * RANKS + (ahead - 1) * COLOURS + value


@compiled
def output_of(s: State, action: int) -> int:
    """The output of an action among the 35: discards, plays, rank clues for each player, colour clues for each."""
    kind = kind_of(s, action)
    return action if kind < COLOUR_CLUE else 2 * HAND + _clue_place(s, action, kind)


@compiled
def find_action(s: State, output: int) -> int:
    return action_of(output)


@compiled
def action_of(output: int) -> int:
    """The action of an output: the inverse of `output_of`."""
    place, numbers = output - 2 * HAND, (PLAYERS - 1) * RANKS
    if place < 0:
        return output
    return output - numbers if place >= numbers else output + (PLAYERS - 1) * COLOURS


def _name_outputs() -> tuple[str, ...]:
    slots, others = range(1, HAND + 1), range(1, PLAYERS)
    cards = [f"{kind}_{slot}" for kind in ("DISCARD", "PLAY") for slot in slots]
    numbers = [f"NUMBER_{value}_TO_{ahead}" for ahead in others for value in range(1, RANKS + 1)]
    return (*cards, *numbers, *(f"COLOUR_{value}_TO_{ahead}" for ahead in others for value in range(1, COLOURS + 1)))


SCALES = {"lives": 3.0, "clues": 8.0, "deck": 24.0, "discards": 3.0, "hands": 5.0, "own": 5.0, "stacks": 5.0}
ENCODER = Encoder(
    name="chiappini",
    summary="99 inputs of Chiappini and Ciruzzi's notes, 2018; four players, four colours",
    inputs=SIZE,
    outputs=OUTPUTS,
    fill=fill,
    output_of=output_of,
    action_of=find_action,
    slices={name: place for name, place in SLICES.items() if name != "memory"},
    scales=SCALES,
    stored="uint8",
    output_names=_name_outputs(),
    check=check,
    setup={"variant": "four_colours"},
)
WITH_MEMORY = Encoder(
    name="chiappini_memory",
    summary="the same with 116 inputs more: the last action of each player",
    inputs=SIZE + MEMORY,
    outputs=OUTPUTS,
    fill=fill,
    output_of=output_of,
    action_of=find_action,
    slices=SLICES,
    scales=SCALES,
    stored="uint8",
    output_names=_name_outputs(),
    check=check,
    setup={"variant": "four_colours"},
)
