"""Lines and trees of an analysis in the words of the game, as far as they can be played."""

from collections.abc import Iterable, Iterator
from typing import Any

from ludoteca.protocol import Game, State, TreeNode


def walk(game: Game, s: State, line: Iterable[int]) -> Iterator[tuple[int, str, State]]:
    """Each action of a line with its name and the position that it is played in, until one is not legal."""
    s = game.copy(s)
    for action in line:
        if action not in game.legal_actions(s):
            return
        yield action, game.format_action(s, action), game.copy(s)
        game.play(s, action)


def name_tree(game: Game, s: State, node: TreeNode) -> dict[str, Any]:
    """A search tree with names. Branches of another outcome of chance, or another guess, are left out."""
    return {"name": None, **_describe(node), "children": _name_children(game, s, node)}


def _describe(node: TreeNode) -> dict[str, Any]:
    return {"action": node.action, "chooser": node.chooser, "visits": node.visits, "value": node.value}


def _name_children(game: Game, s: State, node: TreeNode) -> list[dict[str, Any]]:
    if not node.children:
        return []
    legal = game.legal_actions(s)
    named = []
    for child in node.children:
        if child.action not in legal:
            continue
        after = game.copy(s)
        game.play(after, child.action)
        name = game.format_action(s, child.action)
        named.append({"name": name, **_describe(child), "children": _name_children(game, after, child)})
    return named
