"""Picks and chance outcomes as text, read and written, and the contest as text."""

from collections.abc import Sequence
from typing import TypeVar

from ludoteca.core.errors import NotationError
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import state as st
from ludoteca.games.contest.catalogue import move_of, normalise_name
from ludoteca.games.contest.permutations import PERMUTATIONS
from ludoteca.protocol import State

T = TypeVar("T")

NOBODY = "nobody nervous"
MAX_TEXT = 200  # letters of an action: an order of four names needs fewer
STATUS_NAMES = {
    st.NERVOUS: "nervous",
    st.RESTING: "resting",
    st.RETIRED: "gone",
    st.GUARDED_ONCE: "shield",
    st.GUARDED: "safe",
    st.EASILY_STARTLED: "fragile",
    st.STANDBY: "combo expected",
    st.MEGA: "mega",
}


def name_of(s: State, seat: int) -> str:
    return bytes(int(byte) & 255 for byte in s.names[seat] if byte).decode("utf-8", "replace")


def names_of(s: State) -> list[str]:
    return [name_of(s, seat) for seat in range(st.SEATS)]


def format_action(s: State, action: int, language: str = "en") -> str:
    """A pick as the name of the move; a chance outcome in words."""
    phase = int(s.phase)
    if phase == st.DRAW_HEARTS:
        return f"{_item_at(e.RANDOM_HEARTS.tolist(), action)} hearts"
    if phase == st.DRAW_NERVES:
        _item_at(range(2**st.SEATS), action)
        nervous = [name_of(s, int(s.order[i])) for i in range(st.SEATS) if action >> i & 1]
        return f"nervous: {', '.join(nervous)}" if nervous else NOBODY
    if phase == st.DRAW_ORDER:
        places = _item_at(PERMUTATIONS.tolist(), action)
        return "order: " + " > ".join(name_of(s, int(s.order[place])) for place in places)
    if phase == st.PICK:
        numbers = s.moves[int(s.to_act)].tolist()
        number = _item_at(numbers, action)
        twin = f" #{action + 1}" if numbers.count(number) > 1 else ""
        return move_of(number).name(language) + twin
    return f"winner: {name_of(s, _item_at(range(st.SEATS), action))}"


def _item_at(items: Sequence[T], place: int) -> T:
    """The item at a place; a negative place is none."""
    if not 0 <= place < len(items):
        raise LookupError(place)
    return items[place]


def parse_action(s: State, text: str) -> int:
    """Read a move by name (either language) or number 1 to 4, or an outcome as `format_action` writes it."""
    if len(text) > MAX_TEXT:
        raise NotationError(f"an action is written in at most {MAX_TEXT} letters, not {len(text)}")
    word = text.strip()
    phase = int(s.phase)
    if phase in (st.PICK, st.FINISHED):
        return _parse_pick(s, max(0, int(s.to_act)), word)
    if phase == st.DRAW_HEARTS:
        number = word.removesuffix("hearts").strip()
        if number.isascii() and number.isdigit() and len(number) < 3 and int(number) in e.RANDOM_HEARTS:
            return e.RANDOM_HEARTS.tolist().index(int(number))
        raise NotationError(f"{text!r} is no number of hearts that chance can bring: 1, 2, 4, 6 or 8")
    if phase == st.DRAW_NERVES:
        if normalise_name(word) in (normalise_name(NOBODY), "nobody", "0"):
            return 0
        seats = [find_seat(s, name) for name in word.removeprefix("nervous:").split(",")]
        return sum(1 << s.order.tolist().index(seat) for seat in set(seats))
    if phase == st.DRAW_ORDER:
        return _parse_order(s, word.removeprefix("order:"))
    return find_seat(s, word.removeprefix("winner:"))


def _parse_pick(s: State, seat: int, word: str) -> int:
    place = word.rpartition("#")[2]
    if place in ("1", "2", "3", "4"):
        return int(place) - 1
    cards = [move_of(int(number)) for number in s.moves[seat]]
    for i, card in enumerate(cards):
        if normalise_name(word) and normalise_name(word) in (
            normalise_name(card.english),
            normalise_name(card.italian),
        ):
            return i
    names = ", ".join(f"{i} {card.english} ({card.italian})" for i, card in enumerate(cards, 1))
    raise NotationError(f"{word[:60]!r} is no move of {name_of(s, seat)}: {names}")


def find_seat(s: State, name: str) -> int:
    """The seat of a contestant."""
    names = names_of(s)
    for seat, known in enumerate(names):
        if normalise_name(name) and normalise_name(name) == normalise_name(known):
            return seat
    raise NotationError(f"{name.strip()[:60]!r} does not take part: {', '.join(names)}")


def _parse_order(s: State, text: str) -> int:
    seats = [find_seat(s, name) for name in text.replace(",", ">").split(">")]
    order = [int(seat) for seat in s.order]
    if sorted(seats) != sorted(order):
        raise NotationError(f"an order names all four: {' > '.join(names_of(s))}")
    return PERMUTATIONS.tolist().index([order.index(seat) for seat in seats])


def draw_contest(s: State) -> str:
    """The meter, and the contestants in order with hearts, totals, visible picks and status."""
    turn = min(st.TURNS, max(0, int(s.turn)) + 1)
    condition = st.CONDITIONS[int(s.condition)]
    stars = "*" * int(s.stars) + "." * (e.FULL_METER - int(s.stars))
    lines = [f"{condition} contest, turn {turn} of {st.TURNS}   crowd [{stars}]"]
    for place in range(st.SEATS):
        seat = int(s.order[place])
        flags = int(s.status[seat])
        signs = [word for flag, word in STATUS_NAMES.items() if flags & flag]
        if s.energy[seat]:
            signs.append(f"energy {int(s.energy[seat])}")
        if s.freezer == seat:
            signs.append("holds the crowd")
        pick = int(s.picks[seat])
        shown = "" if pick == st.NONE else "?" if pick == st.HIDDEN else move_of(int(s.moves[seat, pick])).english
        row = f"{place + 1}. {name_of(s, seat):<{st.NAME_BYTES}} {int(s.hearts[seat]):>3} {int(s.totals[seat]):>4}"
        lines.append(f"{row}  {shown:<18} {', '.join(signs)}".rstrip())
    return "\n".join(lines)
