"""Hints and analyses: the best action with its reason, and what a running search has found so far."""

from typing import Any

from ludoteca import agents
from ludoteca.lab.game_analysis.judges import find_judge
from ludoteca.lab.game_analysis.reasons import find_reason, find_words, name_line, playable
from ludoteca.lab.notation import name_tree, walk
from ludoteca.protocol import ActionValue, Analysis, Decision, Game, State, TreeNode
from ludoteca.site.texts import FRAME

TREE_NODES = 60
MOST_ACTIONS = 40


def tree_size(spec: str) -> int:
    """How many nodes of the tree are told: as many as the specification asks for with `snapshot`."""
    return int(agents.parse_spec(spec)[1].get("snapshot", 0)) or TREE_NODES


def hint_spec(game: Game) -> str:
    """Who is asked where nobody is named: of the game's judges the one that always finds values."""
    return find_judge(game).specs[-1]


def tell_hint(game: Game, view: State, seat: int, ply: int, decision: Decision) -> dict[str, Any]:
    analysis, action = decision.analysis, decision.action
    return {
        "type": "hint",
        "ply": ply,
        "action": action,
        "name": game.format_action(view, action),
        "show": game.show_action(view, action),
        "value": analysis.value,
        "line": name_line(game, view, seat, analysis.line),
        "reason": find_reason(game, view, seat, analysis),
        **tell_words(game, view, action),
    }


def tell_words(game: Game, view: State, action: int) -> dict[str, Any]:
    """Why, in the game's own words, by language."""
    words = find_words(game, view, action, FRAME.languages)
    return {"words": words} if words else {}


# --- analyses ------------------------------------------------------------------------------------------------------


def tell_analysis(
    game: Game, view: State, ply: int, agent: str, found: Analysis | None, tree: TreeNode | None, fraction: float
) -> dict[str, Any]:
    """What a search has found so far."""
    found = found or Analysis()
    base = playable(game, view, game.mover(view))
    return {
        "type": "analysis",
        "ply": ply,
        "agent": agent,
        "done": False,
        "fraction": round(fraction, 3),
        "nodes": found.nodes,
        "iterations": found.iterations,
        "depth": found.depth,
        "value": found.value,
        "proven": found.proven,
        "actions": [_tell_action(game, view, row) for row in _first_of_each(found)],
        "line": [
            {"action": action, "name": name, "show": game.show_action(s, action)}
            for action, name, s in walk(game, base, found.line)
        ],
        "tree": None if tree is None else name_tree(game, base, tree),
    }


def _first_of_each(found: Analysis) -> list[ActionValue]:
    """The actions without repeats: a search that is looked at while it sorts may show one twice."""
    seen: dict[int, ActionValue] = {}
    for row in found.actions:
        seen.setdefault(row.action, row)
    return list(seen.values())[:MOST_ACTIONS]


def _tell_action(game: Game, view: State, row: ActionValue) -> dict[str, Any]:
    return {
        "action": row.action,
        "name": game.format_action(view, row.action),
        "value": row.value,
        "visits": row.visits,
        "probability": row.probability,
        "show": game.show_action(view, row.action),
    }
