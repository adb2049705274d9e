"""What a move leads to: what the one who gets a clue, or the next player after a play, then knows and would discard."""

from ludoteca.core.arrays import FloatArray
from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.hanabi.actions import clue_of, kind_of
from ludoteca.games.hanabi.bots.card_sets import MAYBE, YES, holds, is_single
from ludoteca.games.hanabi.bots.hand_queries import card_at, next_seat
from ludoteca.games.hanabi.bots.smart_net.card_moves import Moves
from ludoteca.games.hanabi.bots.smart_net.features import FIVES, MOST_MOVE_FEATURES, PLAY, Situation, flag
from ludoteca.games.hanabi.bots.smart_notes import NEITHER, next_discard, note_clue
from ludoteca.games.hanabi.state import COLOUR_CLUE, KINDS
from ludoteca.protocol import State
from ludoteca.protocol.conventions import Notes


@compiled
def add_after_features(s: State, notes: Notes, seat: int, situation: Situation, moves: Moves) -> None:
    """Fill the features after the moves' own."""
    for move in range(as_int(moves.count[0])):
        action, out = as_int(moves.actions[move]), moves.features[move, MOST_MOVE_FEATURES:]
        kind = kind_of(s, action)
        if kind >= COLOUR_CLUE:
            target = (seat + clue_of(s, action, kind)[0]) % as_int(s.players)
            situation.later[:] = notes
            note_clue(s, situation.later, seat, action, kind)
            describe_after(s, situation.later, target, situation, out)
        elif moves.kinds[move] == PLAY:
            slot = action % as_int(s.hand_size)
            card = as_int(situation.own[slot])
            if is_single(card):
                after = advance(situation, card)
                describe_after(s, notes, next_seat(s, seat), after, out)
                for i in range(as_int(s.held[seat])):
                    out[9] += 0.5 * (i != slot and holds(as_int(situation.own[i]), after.playable) == YES)


@compiled
def advance(situation: Situation, card: int) -> Situation:
    """The sets of cards after the play of a card (one bit)."""
    playable = situation.playable & ~card | (card & ~FIVES) << 1 & ~situation.trash
    trash, critical = situation.trash | card, situation.critical & ~card
    soon = (playable & ~FIVES) << 1 & ~trash
    return Situation(
        playable, trash, critical, soon, situation.chop, situation.own_chop, situation.own, situation.odds,
        situation.later, situation.determined, situation.visible,
    )  # fmt: skip


@compiled
def describe_after(s: State, notes: Notes, owner: int, situation: Situation, out: FloatArray) -> None:
    """The numbers of AFTER_FEATURES but the last: what a player then knows of the own hand."""
    for slot in range(as_int(s.held[owner])):
        card, cards = card_at(s, owner, slot), as_int(notes[owner, slot])
        plays = holds(cards, situation.playable)
        out[0] += 0.5 * (plays == YES)
        out[1] += 0.5 * (holds(cards, situation.trash) == YES)
        out[2] += 0.5 * (holds(cards, situation.critical) == YES)
        out[3] += 0.5 * (holds(cards, situation.soon) == YES)
        out[4] += 0.5 * (plays == MAYBE and situation.playable >> card & 1 == 1)
        if situation.trash >> card & 1 == 0:
            out[8] += count_bits(cards) / (2.0 * KINDS)
    chop = next_discard(s, notes, owner, situation.playable, situation.trash, situation.critical)
    if chop != NEITHER:
        lost = 1 << card_at(s, owner, chop)
        out[5] = 1.0
        out[6] = flag(lost & situation.critical)
        out[7] = flag(lost & ~(situation.critical | situation.trash))
