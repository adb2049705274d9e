"""Why an action is good or bad: a code with its numbers, which front ends put into words, and the game's own words."""

from collections.abc import Iterable
from typing import Any

from ludoteca.core.rng import new_rng
from ludoteca.lab.notation import walk
from ludoteca.protocol import Analysis, Game, State

LONGEST_LINE = 8


def playable(game: Game, view: State, seat: int) -> State:
    """A state to play lines on: the view itself, or, where it hides something, a guess that fits it."""
    return game.guess(view, seat, new_rng(1)) if game.info.hidden or game.info.simultaneous else view


def name_line(game: Game, view: State, seat: int, line: Iterable[int]) -> list[str]:
    return [name for _, name, _ in walk(game, playable(game, view, seat), line)][:LONGEST_LINE]


def find_words(game: Game, view: State, action: int, languages: Iterable[str]) -> dict[str, list[str]]:
    """Why, in the game's own words, by language; empty where it has none."""
    told = {language: game.give_reasons(view, action, language) for language in languages}
    return told if any(told.values()) else {}


def find_reason(game: Game, view: State, seat: int, analysis: Analysis) -> dict[str, Any]:
    """Why the action that an analysis prefers: a code to translate, with its numbers."""
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
    gain = count_gain(game, view, seat, analysis.line)
    if gain:
        return _reason("gains" if gain > 0 else "loses_least", points=abs(gain))
    return _reason("best")


def find_cost(game: Game, view: State, seat: int, lines: tuple[Iterable[int], Iterable[int]]) -> dict[str, Any] | None:
    """What people would count less after the line that was chosen than after the better one; None for nothing."""
    better, chosen = (count_gain(game, view, seat, line) for line in lines)
    return _reason("costs", points=better - chosen) if better > chosen else None


def _reason(code: str, **params: Any) -> dict[str, Any]:
    return {"code": code, "params": params}


def count_gain(game: Game, view: State, seat: int, line: Iterable[int]) -> float:
    """What people would count more (or less) after a line, where they count and nothing is hidden."""
    now = game.count_points(view, seat)
    if now is None or game.info.hidden or game.info.simultaneous:
        return 0.0
    s = view
    for action, _, before in walk(game, view, line):
        s = game.copy(before)
        game.play(s, action)
    after = game.count_points(s, seat)
    return 0.0 if after is None else after - now
