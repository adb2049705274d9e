"""What front ends draw of hanabi: fireworks, hands with what clues say about them, the last action, and why an action
is refused.

Everything is read from a view, so nothing is shown that the view hides.
"""

from collections.abc import Mapping
from typing import Any

from ludoteca.games.hanabi.actions import clue_of, kind_of, value_of
from ludoteca.games.hanabi.history import NAMES, tell_clue, tell_recent, tell_use
from ludoteca.games.hanabi.notation import COLOURS
from ludoteca.games.hanabi.state import CLUED, KINDS, MAX_RANKS, NONE, PLAY, copies_of
from ludoteca.protocol import State


def show_position(view: State) -> dict[str, Any]:
    """`turn` is None while cards are dealt and at the end; `turns_left` is None while the deck lasts;
    `recent` is what each player did last, the oldest first."""
    colours, deck = int(view.colours_used), int(view.deck) - int(view.drawn)
    acting = not view.over and view.drawer == NONE
    recent, left = tell_recent(view), count_left(view)
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
        "hands": [show_hand(view, seat, left) for seat in range(int(view.players))],
        **show_stock(view, left),
        "last": recent[-1] if recent else None,
        "recent": recent,
    }


def show_kind(card: int) -> dict[str, Any]:
    """Colour and rank, both counted from 0; None where the card is hidden."""
    return {"colour": card // MAX_RANKS, "rank": card % MAX_RANKS} if card >= 0 else {"colour": None, "rank": None}


def show_hand(view: State, seat: int, left: list[list[int]]) -> list[dict[str, Any]]:
    unseen = find_unseen(view, seat, left)
    return [show_card(view, int(order), unseen) for order in view.hands[seat][: int(view.held[seat])]]


def show_card(view: State, order: int, unseen: list[list[int]]) -> dict[str, Any]:
    """A card in a hand: what it is, if visible, what clues say to its owner, and what is still possible for them."""
    colours, ranks = int(view.colours[order]), int(view.ranks[order])
    return {
        "order": order,
        **show_kind(int(view.cards[order])),
        "may_colours": [colour for colour in range(int(view.colours_used)) if colours >> colour & 1],
        "may_ranks": [rank for rank in range(int(view.ranks_used)) if ranks >> rank & 1],
        "told_colour": bool(colours & CLUED),
        "told_rank": bool(ranks & CLUED),
        "possible": find_possible(view, order, unseen),
    }


def find_possible(view: State, order: int, left: list[list[int]]) -> list[int]:
    """By colour, bits of the ranks that clues allow and of which there are copies `left`."""
    colours, ranks = int(view.colours[order]), int(view.ranks[order])
    return [
        sum(1 << rank for rank, copies in enumerate(row) if copies > 0 and ranks >> rank & colours >> colour & 1)
        for colour, row in enumerate(left)
    ]


def find_unseen(view: State, seat: int, left: list[list[int]]) -> list[list[int]]:
    """The copies that the owner of a hand cannot see: neither on the table nor in another hand that this view shows.
    (Hands that it hides are the viewer's own, which the owner sees; the viewer cannot reckon with them.)"""
    unseen, cards, held = [list(row) for row in left], view.cards.tolist(), view.held.tolist()
    for other, orders in enumerate(view.hands.tolist()):
        for order in orders[: held[other]] if other != seat else []:
            if cards[order] >= 0:
                unseen[cards[order] // MAX_RANKS][cards[order] % MAX_RANKS] -= 1
    return unseen


def count_left(view: State) -> list[list[int]]:
    """By colour and rank, the copies neither built nor discarded."""
    ranks, gone = int(view.ranks_used), view.gone.tolist()
    copies = [int(copies_of(rank, ranks)) for rank in range(ranks)]
    return [
        [copies[rank] - gone[colour * MAX_RANKS + rank] - (int(view.piles[colour]) > rank) for rank in range(ranks)]
        for colour in range(int(view.colours_used))
    ]


def show_stock(view: State, left: list[list[int]]) -> dict[str, Any]:
    """What is left to build, as everybody knows it. `reach` is how high each firework can still get, `left` the copies
    neither built nor discarded, `critical` the cards that are needed and have one copy left. `pace` is how many turns
    may pass without building if every point that can be reached shall be."""
    colours = range(int(view.colours_used))
    piles = [int(view.piles[colour]) for colour in colours]
    reach = [_find_reach(piles[colour], left[colour]) for colour in colours]
    turns = int(view.deck) - int(view.drawn) + int(view.last)
    return {
        "left": left,
        "reach": reach,
        "critical": [
            [rank for rank in range(piles[colour], reach[colour]) if left[colour][rank] == 1] for colour in colours
        ],
        "pace": int(view.score) + turns - sum(reach),
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
    seat = int(s.turn)
    hands = [s.hands[owner][: int(s.held[owner])].tolist() for owner in range(int(s.players))]
    if kind_of(s, action) > PLAY:
        return [{"type": "clue", **tell_clue(s, seat, action, hands)}]
    told = tell_use(s, seat, action, hands[seat][action % int(s.hand_size)], s.piles.tolist())
    return [{"type": told["kind"], **told}]


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
