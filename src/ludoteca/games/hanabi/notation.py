"""Hanabi as text: cards as r1; actions as play-3, discard-1, tell-2-red and tell-2-4 (two clues); a whole state.

Slots are counted from 1, the oldest card first. Players are seats, counted from 0.
"""

import re

from ludoteca.core.errors import NotationError, SetupError
from ludoteca.games.hanabi.actions import clue_action, clue_of, first_clue, kind_of
from ludoteca.games.hanabi.state import CLUED, COLOUR_CLUE, DISCARD, MAX_RANKS, NONE, PLAY, RANK_CLUE, copies_of
from ludoteca.protocol import State

COLOURS = ("red", "yellow", "green", "white", "blue")
LETTERS = "rygwb"
EXAMPLES = "play-3, discard-1, tell-1-red or tell-1-4"


def format_card(card: int) -> str:
    """`r1`; `??` for a card that cannot be seen."""
    return "??" if card < 0 else f"{LETTERS[card // MAX_RANKS]}{card % MAX_RANKS + 1}"


def parse_card(text: str) -> int:
    word = text.strip().lower()
    if len(word) != 2 or word[0] not in LETTERS or word[1] not in "12345":
        raise NotationError(f"{text!r:.40} is no card; write a colour ({', '.join(LETTERS)}) and a rank, as in r1")
    return LETTERS.index(word[0]) * MAX_RANKS + int(word[1]) - 1


def format_action(s: State, action: int) -> str:
    if not 0 <= action < count_actions(s):
        raise LookupError(action)
    kind = kind_of(s, action)
    if kind in (DISCARD, PLAY):
        return f"{'play' if kind == PLAY else 'discard'}-{action % int(s.hand_size) + 1}"
    ahead, value = clue_of(s, action, kind)
    target = (int(s.turn) + ahead) % int(s.players)
    return f"tell-{target}-{COLOURS[value] if kind == COLOUR_CLUE else value + 1}"


def count_actions(s: State) -> int:
    """How many actions have a number in a game of this size, legal now or not."""
    return int(first_clue(s, RANK_CLUE)) + (int(s.players) - 1) * int(s.ranks_used)


def parse_action(s: State, text: str) -> int:
    """`play-3` or `play 3`, `discard-1`, `tell-2-red`, `tell-2-r`, `tell-2-4`. `clue` means the same as `tell`; p, d, t
    and c are short for them."""
    words = [word for word in re.split(r"[\s:-]+", text.strip().lower()) if word] if len(text) < 40 else []
    verb = words[0] if words else ""
    if verb in ("play", "p", "discard", "d") and len(words) == 2:
        slot = _number(text, words[1], 1, int(s.hand_size), "slot")
        return slot - 1 + (int(s.hand_size) if verb[0] == "p" else 0)
    if verb in ("tell", "t", "clue", "c") and len(words) == 3:
        target = _number(text, words[1], 0, int(s.players) - 1, "seat")
        if target == int(s.turn):
            raise NotationError(f"{text!r}: a clue goes to another player, and seat {target} is to act")
        return _parse_clue(s, text, target, words[2])
    raise NotationError(f"{text!r:.40} is no action; write {EXAMPLES}")


def _parse_clue(s: State, text: str, target: int, word: str) -> int:
    colours, ranks = int(s.colours_used), int(s.ranks_used)
    for colour in range(colours):
        if word in (COLOURS[colour], LETTERS[colour]):
            return int(clue_action(s, target, COLOUR_CLUE, colour))
    if word.isascii() and word.isdigit():
        return int(clue_action(s, target, RANK_CLUE, _number(text, word, 1, ranks, "rank") - 1))
    raise NotationError(f"{text!r}: {word!r} is neither a rank nor one of {', '.join(COLOURS[:colours])}")


def _number(text: str, word: str, low: int, high: int, what: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 3 and low <= int(word) <= high):
        raise NotationError(f"{text!r}: a {what} is a number from {low} to {high}, not {word!r}")
    return int(word)


def parse_deck(text: str, colours: int, ranks: int) -> list[int]:
    """Cards from the top, as in `r1 y3 b5`. If there are fewer than all, chance deals the rest."""
    cards: list[int] = []
    for place, word in enumerate(text.replace(",", " ").split(), start=1):
        try:
            card = parse_card(word)
        except NotationError as error:
            raise SetupError(f"card {place} of the deck: {error}") from None
        complaint = check_card(cards, card, colours, ranks)
        if complaint:
            raise SetupError(f"card {place} of the deck: {complaint}")
        cards.append(card)
    return cards


def check_card(before: list[int], card: int, colours: int, ranks: int) -> str:
    """What is wrong with this card of a deck after the ones before it; empty if nothing."""
    colour, rank = divmod(card, MAX_RANKS)
    if colour >= colours or rank >= ranks:
        return f"there is no {format_card(card)} in a game of {colours} colours and {ranks} ranks"
    copies = copies_of(rank, ranks)
    if before.count(card) >= copies:
        return f"{format_card(card)} is there {copies + 1} times; the game has {copies}"
    return ""


def draw_state(s: State) -> str:
    """Counts, fireworks, discards, and each hand with what clues say to its owner."""
    colours = range(int(s.colours_used))
    deck = int(s.deck) - int(s.drawn)
    gone = [card for card in range(len(s.gone)) for _ in range(int(s.gone[card]))]
    lines = [
        f"tokens {int(s.tokens)}  lives {int(s.lives)}  deck {deck}  score {int(s.score)}",
        "fireworks  " + " ".join(f"{LETTERS[colour]}{int(s.piles[colour])}" for colour in colours),
        "discarded  " + (" ".join(map(format_card, gone)) or "nothing"),
    ]
    for seat in range(int(s.players)):
        orders = [int(order) for order in s.hands[seat] if order != NONE]
        mark = ">" if not s.over and s.drawer == NONE and s.turn == seat else " "
        hand = "  ".join(f"{format_card(int(s.cards[order]))} {format_knowledge(s, order):<11}" for order in orders)
        lines.append(f"{mark}seat {seat}  {hand}".rstrip())
    return "\n".join(lines)


def format_knowledge(s: State, order: int) -> str:
    """What clues leave possible: `ryw:23`. A named colour is written `R`, a named rank `2!`."""
    colours, ranks = int(s.colours[order]), int(s.ranks[order])
    letters = "".join(LETTERS[colour] for colour in range(int(s.colours_used)) if colours >> colour & 1)
    numbers = "".join(str(rank + 1) for rank in range(int(s.ranks_used)) if ranks >> rank & 1)
    return f"{letters.upper() if colours & CLUED else letters}:{numbers}{'!' if ranks & CLUED else ''}"
