"""Hints and analyses: the best action with its reason, and what a running search has found so far."""

from dataclasses import fields
from typing import Any

from ludoteca import agents
from ludoteca.core.rng import new_rng
from ludoteca.lab.notation import name_tree, walk
from ludoteca.protocol import ActionValue, Analysis, Decision, Game, State, TreeNode
from ludoteca.site.texts import FRAME

HINT_SECONDS = 0.5
TREE_NODES = 60
MOST_ACTIONS = 40


def tree_size(spec: str) -> int:
    """How many nodes of the tree are told: as many as the specification asks for with `snapshot`."""
    return int(agents.parse_spec(spec)[1].get("snapshot", 0)) or TREE_NODES


def hint_spec(game: Game) -> str:
    """Who gives hints: the strongest level with its own settings, for half a second. Where that level does not search,
    and so cannot give reasons, a good search for this kind of game."""
    if game.info.levels:
        name, options = agents.parse_spec(game.info.levels[-1].agent)
        kind = agents.load(name)
        if kind.budget is not None:
            kept = {key: value for key, value in options.items() if key not in agents.BUDGET_KEYS}
            if any(setting.name == "exact" for setting in fields(kind.Settings)):
                kept["exact"] = "yes"  # a value for every action: reasons compare them
            return f"{name}:" + ",".join(f"{key}={value}" for key, value in {"seconds": HINT_SECONDS, **kept}.items())
    return agents.default_spec(game, exact=True, seconds=HINT_SECONDS)


def tell_hint(game: Game, view: State, seat: int, ply: int, decision: Decision) -> dict[str, Any]:
    analysis, action = decision.analysis, decision.action
    base = playable(game, view, seat)
    return {
        "type": "hint",
        "ply": ply,
        "action": action,
        "name": game.format_action(view, action),
        "show": game.show_action(view, action),
        "value": analysis.value,
        "line": [name for _, name, _ in walk(game, base, analysis.line)],
        "reason": find_reason(game, view, seat, analysis),
        **tell_words(game, view, action),
    }


def tell_words(game: Game, view: State, action: int) -> dict[str, Any]:
    """Why, in the game's own words, by language."""
    told = {language: game.give_reasons(view, action, language) for language in FRAME.languages}
    return {"words": told} if any(told.values()) else {}


def find_reason(game: Game, view: State, seat: int, analysis: Analysis) -> dict[str, Any]:
    """Why this action: a code to translate, with its numbers."""
    info, value = game.info, analysis.value
    others = [row.value for row in analysis.actions[1:] if row.value is not None]
    if len(game.legal_actions(view)) == 1:
        return _reason("only_move")
    if analysis.proven and value is not None and value >= info.max_return:
        return _reason("wins", plies=len(analysis.line))
    if analysis.proven and value is not None and value <= info.min_return:
        return _reason("loses_slowest", plies=len(analysis.line))
    everything_known = len(others) == len(game.legal_actions(view)) - 1
    if value is not None and everything_known and max(others) <= info.min_return < value:
        return _reason("saves")
    gain = count_gain(game, view, seat, analysis)
    if gain:
        return _reason("gains" if gain > 0 else "loses_least", points=abs(gain))
    return _reason("best")


def _reason(code: str, **params: Any) -> dict[str, Any]:
    return {"code": code, "params": params}


def count_gain(game: Game, view: State, seat: int, analysis: Analysis) -> float:
    """What people would count more (or less) after the expected line, where they count and nothing is hidden."""
    now = game.count_points(view, seat)
    if now is None or game.info.hidden or game.info.simultaneous:
        return 0.0
    s = view
    for action, _, before in walk(game, view, analysis.line):
        s = game.copy(before)
        game.play(s, action)
    after = game.count_points(s, seat)
    return 0.0 if after is None else after - now


# --- analyses ------------------------------------------------------------------------------------------------------


def playable(game: Game, view: State, seat: int) -> State:
    """A state to play lines on: the view itself, or, where it hides something, a guess that fits it."""
    return game.guess(view, seat, new_rng(1)) if game.info.hidden or game.info.simultaneous else view


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
