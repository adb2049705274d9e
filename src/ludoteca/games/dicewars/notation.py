"""Actions in text, both ways, and the position as a picture and a table."""

import re
from functools import lru_cache

from ludoteca.core.errors import NotationError
from ludoteca.games.dicewars import land, state
from ludoteca.games.dicewars.constants import AREAS
from ludoteca.games.dicewars.grid import COLUMNS, ROWS
from ludoteca.protocol import State

SEAT_NAMES = ("Purple", "Lime", "Green", "Rose", "Orange", "Cyan", "Yellow", "Brown")
_ACT = re.compile(r"(?:(attack|transfer)\s+)?(\d{1,2})\s*(?:>|->|-|\s)\s*(\d{1,2})$")
_CHANCE = {
    state.MAP: ("draw", "the map's next digit, from 0 to 15", 0, state.BASE),
    state.DEAL: ("deal", "an area", 1, AREAS),
    state.DICE: ("place", "an area", 1, AREAS),
    state.INCOME: ("place", "an area", 1, AREAS),
}  # phase: the word, what its number is, the number of outcome 0, how many
_BATTLE = ("lost", "won")


def format_action(s: State, action: int) -> str:
    """`attack 14>9`, `transfer 3>5`, `end`; for chance `won`, `place 7` and the like."""
    phase = int(s.phase)
    if phase == state.BATTLE:
        if action not in (state.LOST, state.WON):
            raise LookupError(action)
        return _BATTLE[action]
    if phase in _CHANCE:
        word, _, first, many = _CHANCE[phase]
        if not 0 <= action < many:
            raise LookupError(action)
        return f"{word} {action + first}"
    if action == state.END:
        return "end"
    if not 1 <= action <= AREAS * AREAS:
        raise LookupError(action)
    source, target = state.source_of(action), state.target_of(action)
    verb = "transfer" if int(s.owner[target]) == int(s.turn) else "attack"
    return f"{verb} {source + 1}>{target + 1}"


def parse_action(s: State, text: str) -> int:
    phase, said = int(s.phase), text.strip().lower()
    if phase == state.BATTLE:
        if said not in _BATTLE:
            raise NotationError(f"{text!r} is no outcome of a battle; write won or lost")
        return _BATTLE.index(said)
    if phase in _CHANCE:
        word, what, first, many = _CHANCE[phase]
        found = re.match(rf"(?:{word}\s+)?(\d{{1,2}})$", said)
        if not found or not 0 <= int(found[1]) - first < many:
            raise NotationError(f"{text!r} cannot be read here; write {word} and {what}")
        return int(found[1]) - first
    if said in ("end", "end turn"):
        return state.END
    return _parse_act(s, text, said)


def _parse_act(s: State, text: str, said: str) -> int:
    found = _ACT.match(said)
    if not found:
        raise NotationError(f"{text!r} is no action; write attack 14>9, transfer 3>5 or end")
    source, target = int(found[2]) - 1, int(found[3]) - 1
    for area in (source, target):
        if not 0 <= area < int(s.areas):
            raise NotationError(f"there is no area {area + 1} on this map; areas are 1 to {int(s.areas)}")
    is_own = int(s.owner[target]) == int(s.turn)
    if found[1] and (found[1] == "transfer") != is_own:
        whose = "your own: dice are moved there by transfer" if is_own else "not yours: attack it"
        raise NotationError(f"{text!r} does not fit: area {target + 1} is {whose}")
    return int(state.encode(source, target))


# --- the board -----------------------------------------------------------------------------------------------------


def draw_board(s: State) -> str:
    """The map if it has a picture (owners by letter, ids at the centres), then every seat's areas."""
    if s.phase == state.MAP:
        return "the map is being drawn"
    hexes = tuple(s.hexes.tolist())
    lines = [draw_picture(s, hexes), ""] if any(hexes) else []
    for seat in range(int(s.players)):
        lines += _tell_seat(s, seat)
    free = [str(area + 1) for area in range(int(s.areas)) if s.owner[area] == state.NOBODY]
    return "\n".join(lines + ([f"not dealt yet: {' '.join(free)}"] if free else []))


def _tell_seat(s: State, seat: int) -> list[str]:
    owner, dice = s.owner.tolist(), s.dice.tolist()
    areas = [area for area in range(int(s.areas)) if owner[area] == seat]
    income, total = int(land.count_region(s, seat)), int(land.count_dice(s, seat))
    mark = "*" if seat == s.turn and s.phase != state.ENDED else " "
    head = (
        f"{mark}{SEAT_NAMES[seat]}: {len(areas)} areas, {total} dice, income {income}, reserve {int(s.reserve[seat])}"
    )
    rows = []
    for area in areas:
        mask = int(s.neighbours[area])
        others = [other for other in range(AREAS) if mask >> other & 1]
        names = " ".join(f"{other + 1}{_letter(owner[other])}{dice[other]}" for other in others)
        rows.append(f"   {area + 1:2} has {dice[area]}, next to {names}")
    return [head, *rows]


def _letter(owner: int) -> str:
    return "." if owner == state.NOBODY else SEAT_NAMES[owner][0].lower()


def draw_picture(s: State, hexes: tuple[int, ...]) -> str:
    """Two characters a hex: the owner's letter; in the middle of an area its id and, after a colon, its dice."""
    grid = [[" "] * (2 * COLUMNS + 1) for _ in range(ROWS)]
    letters, dice = [_letter(owner) for owner in s.owner.tolist()], s.dice.tolist()
    for hex_, area in enumerate(hexes):
        if area:
            row, column = divmod(hex_, COLUMNS)
            grid[row][2 * column + row % 2] = grid[row][2 * column + row % 2 + 1] = letters[area - 1]
    for area, middle in _middles(hexes).items():
        row, column = divmod(middle, COLUMNS)
        label = f"{area + 1}:{dice[area]}"
        left = max(0, min(2 * column + row % 2 - 1, 2 * COLUMNS + 1 - len(label)))
        grid[row][left : left + len(label)] = label
    return "\n".join("".join(row).rstrip() for row in grid)


@lru_cache(maxsize=64)
def _middles(hexes: tuple[int, ...]) -> dict[int, int]:
    """The middle hex of every area, from 0, that has hexes: a map of one's own may draw only some of its areas."""
    return {area - 1: _middle(hexes, area) for area in sorted(set(hexes) - {0})}


def _middle(hexes: tuple[int, ...], area: int) -> int:
    """The hex of an area that is nearest to the mean of all its hexes."""
    own = [hex_ for hex_, there in enumerate(hexes) if there == area]
    places = [(hex_ // COLUMNS, hex_ % COLUMNS) for hex_ in own]
    y, x = (sum(values) / len(own) for values in zip(*places, strict=True))
    return min(own, key=lambda h: (h // COLUMNS - y) ** 2 + (h % COLUMNS - x) ** 2)
