"""What the lessons on search share: our own search with its quirks (typical errors), and positions to try it in."""

from typing import Any

from ludoteca.core.arrays import State
from ludoteca.lessons.trials import Trial, after, position
from ludoteca.lessons.values import a_game, a_state, an_estimate
from ludoteca.protocol import CHANCE, Game


def search(game: Any, s: State, seat: int, depth: int, quirk: str = "") -> float:
    """The value of a position for a seat: minimax, with chance nodes. A quirk is a way to get it wrong."""
    if game.is_over(s) and quirk != "ends":
        return float(game.returns(s)[0 if quirk == "first" else seat])
    who = game.mover(s)
    if (depth == 0 and who != CHANCE) or game.is_over(s):
        return float(game.estimate(s, 0 if quirk == "first" else seat))
    if quirk == "early" and depth == 1 and who != CHANCE:
        return float(game.estimate(s, seat))
    if who == CHANCE:
        return _average(game, s, seat, depth, quirk)
    below = [search(game, after(game, s, action), seat, depth - 1, quirk) for action in game.legal_actions(s)]
    if quirk == "swapped":
        return min(below) if who == seat else max(below)
    return max(below) if who == seat or quirk == "helps" else min(below)


def _average(game: Game, s: State, seat: int, depth: int, quirk: str) -> float:
    outcomes = game.chances(s)
    if quirk == "likely":
        outcomes = [(max(outcomes, key=lambda pair: pair[1])[0], 1.0)]
    values = [search(game, after(game, s, outcome), seat, depth, quirk) for outcome, _ in outcomes]
    if quirk in ("lucky", "unlucky"):
        return max(values) if quirk == "lucky" else min(values)
    if quirk == "even":
        return sum(values) / len(values)
    if quirk == "sum":
        return sum(values)
    return sum(value * odds for value, (_, odds) in zip(values, outcomes, strict=True))


def alternate(game: Any, s: State, seat: int, depth: int, is_own: bool | None = None) -> float:
    """Minimax that believes in turns: it takes maximum and minimum by level, whoever is to move."""
    is_own = game.mover(s) == seat if is_own is None else is_own
    if game.is_over(s):
        return float(game.returns(s)[seat])
    if depth == 0:
        return float(game.estimate(s, seat))
    if game.mover(s) == CHANCE:
        return float(sum(p * alternate(game, after(game, s, o), seat, depth, is_own) for o, p in game.chances(s)))
    below = [alternate(game, after(game, s, a), seat, depth - 1, not is_own) for a in game.legal_actions(s)]
    return max(below) if is_own else min(below)


def best_actions(game: Game, s: State, depth: int, quirk: str = "") -> set[int]:
    """The actions whose value is the highest for the seat to move."""
    seat = game.mover(s)
    values = {a: search(game, after(game, s, a), seat, depth - 1, quirk) for a in game.legal_actions(s)}
    best = max(values.values())
    return {action for action, value in values.items() if value >= best - 1e-9}


def value_trial(name: str, seat: int, depth: int, moves: tuple[int, ...] = (), more: tuple[Any, ...] = ()) -> Trial:
    """A call of `value(game, state, seat, depth, evaluate, ...)`."""
    s = position(name, moves)
    arguments = (a_game(name), a_state(name, s), seat, depth, an_estimate(name), *more)
    return Trial(name, s, arguments, (seat, depth))


def action_trial(name: str, depth: int, moves: tuple[int, ...] = ()) -> Trial:
    """A call of `choose(game, state, depth, evaluate)`."""
    s = position(name, moves)
    return Trial(name, s, (a_game(name), a_state(name, s), depth, an_estimate(name)), (depth,))
