"""The squares that a move passes: for notation, and for drawing a move on a board."""

from collections.abc import Iterator
from itertools import pairwise

from ludoteca.core.bits import lowest_bit
from ludoteca.games.checkers.actions import COUNT_BITS, dst_of, is_capture, src_of, way_of
from ludoteca.games.checkers.board import BOARD, FLYING, KING_ROWS, RUSSIAN, STEPS
from ludoteca.games.checkers.flying import RANK_SHIFT, can_go_on, victim_of
from ludoteca.games.checkers.slides import RAYS, first_on, reach
from ludoteca.protocol import State

Path = tuple[int, ...]  # cells: where the move starts, where each jump lands


def path_of(s: State, action: int) -> Path:
    """The cells from start to end. LookupError for a capture that cannot be made here."""
    if not is_capture(action):
        return src_of(action), dst_of(action)
    if not FLYING[int(s["rules"])]:
        return _short_path(action)
    count = way_of(action) & COUNT_BITS
    rank = (way_of(action) >> RANK_SHIFT) - 1
    alike = [path for path in flights(s, src_of(action)) if path[-1] == dst_of(action) and len(path) == count + 1]
    return alike[rank]


def victims_of(s: State, path: Path) -> list[int]:
    """The cells of the pieces that a capture along this path takes, in order."""
    side = int(s["to_move"])
    foes = int(s["men"][1 - side]) | int(s["kings"][1 - side])
    taken: list[int] = []
    for src, dst in pairwise(path):
        between = _between(src, dst) & foes & ~sum(1 << cell for cell in taken)
        taken.append(lowest_bit(between))
    return taken


def _short_path(action: int) -> Path:
    path, way = [src_of(action)], way_of(action)
    while way > 1:
        path.append(path[-1] + 2 * int(STEPS[way & 3]))
        way >>= 2
    return tuple(path)


def _between(src: int, dst: int) -> int:
    for direction in range(4):
        if int(RAYS[direction, src]) >> dst & 1:
            return int(RAYS[direction, src]) & int(RAYS[3 - direction, dst])
    return 0


def flights(s: State, src: int) -> Iterator[Path]:
    """Every finished capture of one piece with flying kings, in the order in which `flying.py` generates them."""
    side = int(s.to_move)
    foes = int(s.men[1 - side]) | int(s.kings[1 - side])
    own = (int(s.men[side]) | int(s.kings[side])) & ~(1 << src)
    crowns = int(KING_ROWS[side]) if int(s.rules) == RUSSIAN else 0
    empty = BOARD & ~(own | foes)
    yield from _extend((src,), bool(int(s.kings[side]) >> src & 1), crowns, foes, empty, 0, -1)


def _extend(path: Path, is_king: bool, crowns: int, foes: int, empty: int, taken: int, barred: int) -> Iterator[Path]:
    ended = True
    for direction in range(4):
        over = int(victim_of(direction, path[-1], is_king, foes, taken, empty))
        if over == 0:
            continue
        ended = False
        if direction == barred:
            continue
        cell = lowest_bit(over)
        behind = reach(direction, cell, BOARD & ~empty) if is_king else first_on(direction, int(RAYS[direction, cell]))
        lands = [land for land in range(BOARD.bit_length()) if int(behind) >> land & 1]
        crowned = {land: is_king or bool(crowns >> land & 1) for land in lands}
        onward = [land for land in lands if can_go_on(land, crowned[land], foes, taken | over, empty)]
        nearest = lands[0] if direction >= 2 else lands[-1]
        for land in onward if onward and crowns else lands:
            straight = -1 if land == nearest else direction
            yield from _extend((*path, land), crowned[land], crowns, foes, empty, taken | over, straight)
    if ended and len(path) > 1:
        yield path
