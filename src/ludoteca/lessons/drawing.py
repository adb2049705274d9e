"""The search that was seen, drawn: as text, and as SVG."""

from collections.abc import Iterator

from ludoteca.core.arrays import State
from ludoteca.lab.charts.svg import INK, PALETTE, PAPER, draw_line, draw_text, frame
from ludoteca.lessons.desk import Seen
from ludoteca.lessons.games import find_game
from ludoteca.protocol import CHANCE, OVER, Game, TreeNode

MOST_DRAWN = 60  # nodes
UNSEEN = "#8a8a8a"
HALO = f'paint-order="stroke" stroke="{PAPER}" stroke-width="5"'  # so that lines do not cross letters
STEP, ROW, MARGIN = 46.0, 70.0, 40.0


def build_tree(seen: Seen, most: int = MOST_DRAWN) -> TreeNode:
    """The tree as far as it was seen, the first nodes of each level first. A legal action that was not looked at has
    no visits. Values are those of the first seat, at ends of the game only (NaN elsewhere)."""
    game = find_game(seen.game)
    edges: dict[int, dict[int, tuple[int, int]]] = {}
    for start, action, end, times in seen.edges:
        edges.setdefault(start, {}).setdefault(action, (end, times))
    root = game.from_bytes(seen.root)
    kept = _choose(game, root, edges, most)
    return _build(game, root, 0, None, (edges, kept))


Edges = dict[int, dict[int, tuple[int, int]]]


def _choose(game: Game, root: State, edges: Edges, most: int) -> set[tuple[int, int]]:
    """The (node, action) pairs that are drawn: breadth first."""
    kept: set[tuple[int, int]] = set()
    waiting, known = [(0, root)], {0}
    while waiting and len(kept) < most:
        node, s = waiting.pop(0)
        for action in game.legal_actions(s):
            if len(kept) < most and node in edges:
                kept.add((node, action))
            end = edges.get(node, {}).get(action)
            if end is not None and end[0] not in known:
                known.add(end[0])
                waiting.append((end[0], _after(game, s, action)))
    return kept


def _build(
    game: Game, s: State, node: int, came: tuple[int, int, int] | None, drawn: tuple[Edges, set[tuple[int, int]]]
) -> TreeNode:
    edges, kept = drawn
    children = []
    for action in game.legal_actions(s):
        if (node, action) not in kept:
            continue
        after, found = _after(game, s, action), edges.get(node, {}).get(action)
        way = (action, game.mover(s), found[1] if found else 0)
        children.append(_build(game, after, found[0] if found else -1, way, drawn))
    value = game.returns(s)[0] if game.mover(s) == OVER else float("nan")
    if came is None:
        return TreeNode(None, None, max(1, sum(child.visits for child in children)), value, tuple(children))
    return TreeNode(*came, value, tuple(children))


def _after(game: Game, s: State, action: int) -> State:
    twin = game.copy(s)
    game.play(twin, action)
    return twin


# --- as text ---------------------------------------------------------------------------------------------------------


def tell_tree(seen: Seen, most: int = 30) -> str:
    """The tree as lines: what each move is called, and how often it was tried."""
    game = find_game(seen.game)
    root = game.from_bytes(seen.root)
    return "\n".join(_lines(game, root, build_tree(seen, most)))


def _lines(game: Game, s: State, node: TreeNode) -> Iterator[str]:
    yield _name_mover(game, s)
    for place, child in enumerate(node.children):
        assert child.action is not None
        last = place == len(node.children) - 1
        after = _after(game, s, child.action)
        first, *rest = _lines(game, after, child)
        times = "not looked at" if child.visits == 0 else f"{first}{f' x{child.visits}' if child.visits > 1 else ''}"
        yield f"{'`-- ' if last else '|-- '}{game.format_action(s, child.action)}: {times}"
        if child.visits:
            yield from (f"{'    ' if last else '|   '}{line}" for line in rest)


def _name_mover(game: Game, s: State) -> str:
    who = game.mover(s)
    if who == OVER:
        return f"{game.returns(s)[0]:g}"
    return "chance" if who == CHANCE else game.info.seat_name(who)


# --- as SVG ----------------------------------------------------------------------------------------------------------


def draw_svg(seen: Seen, title: str) -> str:
    """The tree as a picture: grey and dashed is what was not looked at."""
    game = find_game(seen.game)
    parts: list[str] = []
    places = iter(range(10**6))
    depth = _draw_node(game, game.from_bytes(seen.root), build_tree(seen), 0, (parts, places))[1]
    leaves = next(places)
    key = "A number is what the first seat gets; grey: not looked at; x3: tried three times"
    height = 2 * MARGIN + ROW * (depth + 1)
    parts.append(draw_text(16, height - 12, key, "start"))
    return frame(title, (max(2 * MARGIN + STEP * leaves, 620.0), height), parts)


def _draw_node(
    game: Game, s: State, node: TreeNode, depth: int, canvas: tuple[list[str], Iterator[int]]
) -> tuple[float, int]:
    """Draw what is below, then the node above the middle of it; return its place and the deepest level."""
    parts, places = canvas
    ends, deepest = [], depth
    for child in node.children:
        assert child.action is not None
        after = _after(game, s, child.action)
        place, level = _draw_node(game, after, child, depth + 1, canvas)
        ends.append((place, child))
        deepest = max(deepest, level)
    x = (ends[0][0] + ends[-1][0]) / 2 if ends else MARGIN + STEP * (next(places) + 0.5)
    y = MARGIN + 30 + ROW * depth
    for place, child in ends:
        unseen = child.visits == 0
        parts.append(
            draw_line(
                (x, y + 6),
                (place, y + ROW - 32),
                UNSEEN if unseen else INK,
                1.2,
                'stroke-dasharray="3 3"' if unseen else "",
            )
        )
        assert child.action is not None
        label = game.format_action(s, child.action) + (f" x{child.visits}" if child.visits > 1 else "")
        parts.append(draw_text(place, y + ROW - 18, label, "middle", UNSEEN if unseen else PALETTE[0], HALO))
    parts.append(draw_text(x, y, _name_mover(game, s), "middle", INK if node.visits else UNSEEN))
    return x, deepest
