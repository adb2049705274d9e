"""What front ends draw of hanabi: fireworks, hands with what clues say about them, the last action, and why an action
is refused.

Everything is read from a view, so nothing is shown that the view hides.
"""

from collections.abc import Mapping
from typing import Any

from ludoteca.games.hanabi.actions import value_of
from ludoteca.games.hanabi.fields import Fields, read_fields
from ludoteca.games.hanabi.history import NAMES, split_action, tell_action, tell_recent
from ludoteca.games.hanabi.notation import COLOURS
from ludoteca.games.hanabi.state import CLUED, MAX_RANKS, NONE, PLAY
from ludoteca.protocol import State


def show_stage(given: State) -> dict[str, Any]:
    """What never changes: the colours and ranks of the game, and how much of everything there is."""
    view = read_fields(given)
    return {
        "colours": list(COLOURS[: view.colours_used]),
        "ranks": view.ranks_used,
        "most_tokens": view.most_tokens,
        "most_lives": view.most_lives,
        "most": view.colours_used * view.ranks_used,
    }


def show_position(given: State) -> dict[str, Any]:
    """`turn` is None while cards are dealt and at the end; `turns_left` is None while the deck lasts;
    `recent` is what each player did last, the oldest first."""
    view = read_fields(given)
    deck, acting = view.deck - view.drawn, not view.over and view.drawer == NONE
    recent, left = tell_recent(view), count_left(view)
    return {
        "turn": view.turn if acting else None,
        "tokens": view.tokens,
        "lives": view.lives,
        "deck": deck,
        "turns_left": view.last if deck == 0 else None,
        "score": view.score,
        "piles": view.piles[: view.colours_used],
        "discarded": [{**show_kind(card), "copies": copies} for card, copies in enumerate(view.gone) if copies > 0],
        "hands": [show_hand(view, seat, left) for seat in range(view.players)],
        **show_stock(view, left),
        "last": recent[-1] if recent else None,
        "recent": recent,
    }


def show_kind(card: int) -> dict[str, Any]:
    """Colour and rank, both counted from 0; None where the card is hidden."""
    return {"colour": card // MAX_RANKS, "rank": card % MAX_RANKS} if card >= 0 else {"colour": None, "rank": None}


def show_hand(view: Fields, seat: int, left: list[list[int]]) -> list[dict[str, Any]]:
    unseen = find_bits(find_unseen(view, seat, left))
    return [show_card(view, order, unseen) for order in view.hands[seat][: view.held[seat]]]


def show_card(view: Fields, order: int, unseen: list[int]) -> dict[str, Any]:
    """A card in a hand: what it is, if visible, what clues say to its owner, and what is still possible for them: by
    colour, bits of the ranks that clues allow and of which there are copies `unseen`."""
    colours, ranks = view.colours[order], view.ranks[order]
    return {
        "order": order,
        **show_kind(view.cards[order]),
        "may_colours": [colour for colour in range(view.colours_used) if colours >> colour & 1],
        "may_ranks": [rank for rank in range(view.ranks_used) if ranks >> rank & 1],
        "told_colour": bool(colours & CLUED),
        "told_rank": bool(ranks & CLUED),
        "possible": [row & ranks if colours >> colour & 1 else 0 for colour, row in enumerate(unseen)],
    }


def find_bits(copies: list[list[int]]) -> list[int]:
    """By colour, bits of the ranks that have copies."""
    return [sum((n > 0) << rank for rank, n in enumerate(row)) for row in copies]


def find_unseen(view: Fields, seat: int, left: list[list[int]]) -> list[list[int]]:
    """The copies that the owner of a hand cannot see: neither on the table nor in another hand that this view shows.
    (Hands that it hides are the viewer's own, which the owner sees; the viewer cannot reckon with them.)"""
    unseen = [list(row) for row in left]
    for other, orders in enumerate(view.hands):
        for order in orders[: view.held[other]] if other != seat else []:
            card = view.cards[order]
            if card >= 0:
                unseen[card // MAX_RANKS][card % MAX_RANKS] -= 1
    return unseen


def count_left(view: Fields) -> list[list[int]]:
    """By colour and rank, the copies neither built nor discarded."""
    copies = [3, *[2] * (view.ranks_used - 2), 1][: view.ranks_used]
    return [
        [n - view.gone[colour * MAX_RANKS + rank] - (view.piles[colour] > rank) for rank, n in enumerate(copies)]
        for colour in range(view.colours_used)
    ]


def show_stock(view: Fields, left: list[list[int]]) -> dict[str, Any]:
    """What is left to build, as everybody knows it. `reach` is how high each firework can still get, `left` the copies
    neither built nor discarded, `critical` the cards that are needed and have one copy left. `pace` is how many turns
    may pass without building if every point that can be reached shall be."""
    piles = view.piles[: view.colours_used]
    reach = [_find_reach(pile, row) for pile, row in zip(piles, left, strict=True)]
    return {
        "left": left,
        "reach": reach,
        "critical": [
            [rank for rank in range(pile, high) if row[rank] == 1]
            for pile, high, row in zip(piles, reach, left, strict=True)
        ],
        "pace": view.score + view.deck - view.drawn + view.last - sum(reach),
    }


def _find_reach(pile: int, left: list[int]) -> int:
    while pile < len(left) and left[pile] > 0:
        pile += 1
    return pile


def show_steps(s: State, action: int) -> list[dict[str, Any]]:
    """What everybody sees of an action: the card used and where it went, or the cards touched; of a card drawn, who
    drew it."""
    if s.drawer != NONE:
        return [{"type": "draw", "seat": int(s.drawer), "order": int(s.drawn)}]
    told = tell_action(read_fields(s), action)
    return [{"type": "clue" if "target" in told else told["kind"], **told}]


def show_action(given: State, action: int) -> dict[str, Any]:
    view = read_fields(given)
    kind, place, value = split_action(view, action)
    if kind <= PLAY:
        return {"kind": NAMES[kind], "slot": place}
    return {"kind": NAMES[kind], "target": (view.turn + place) % view.players, "value": value}


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
