"""Asking a function the same thing in many positions, and finding the misconception that explains its answers.

A misconception is a wrong way to compute the answer, with the words that explain it. If one of them gives all the
student's answers, that is what the student is told; otherwise the first wrong answer is shown.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.core.arrays import State
from ludoteca.lessons.desk import Desk, Reply, Seen, Wrong
from ludoteca.lessons.drawing import tell_tree
from ludoteca.lessons.games import find_game
from ludoteca.lessons.games.drawn_tree import DrawnTree
from ludoteca.lessons.values import show_answer
from ludoteca.protocol import Game

CLOSE = 1e-6


@dataclass(frozen=True)
class Trial:
    """One call: what the function is given, and the position that it is about."""

    game: str
    state: State
    arguments: tuple[Any, ...]
    given: tuple[Any, ...] = ()
    """The same for our own solutions, after (game, state)."""


Solve = Callable[..., Any]
"""(game, state, *given) -> the answer, or a set of answers that are as good."""


@dataclass(frozen=True)
class Misconception:
    words: str
    solve: Solve


def after(game: Game, s: State, action: int) -> State:
    """A copy of the position with the action played."""
    twin = game.copy(s)
    game.play(twin, action)
    return twin


def position(name: str, moves: Sequence[int] = ()) -> State:
    game = find_game(name)
    s = game.start()
    for move in moves:
        game.play(s, move)
    return s


def is_right(answer: Any, right: Any) -> bool:
    """Whether an answer is the right one, or one of those."""
    if isinstance(right, set | frozenset):
        return any(is_right(answer, one) for one in right)
    if isinstance(answer, bool) or not isinstance(answer, int | float) or not math.isfinite(answer):
        return False
    return bool(abs(answer - right) <= CLOSE * max(1.0, abs(right)))


def see(trial: Trial, reply: Reply) -> Seen:
    """The search of a call."""
    edges = tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in reply.trace.get("edges", []))
    return Seen(trial.game, trial.state.tobytes(), edges)


def show_position(trial: Trial) -> str:
    return find_game(trial.game).draw(trial.state)


def show_search(trial: Trial, reply: Reply) -> str:
    """The position, and the search that was seen in it."""
    drawn = show_position(trial)
    edges = reply.trace.get("edges")
    if not edges:
        return f"{drawn}\n\nYour function played no action here: it looked at nothing."
    game = find_game(trial.game)
    if isinstance(game, DrawnTree) and len(edges) == game.count_below(trial.state):
        return f"{drawn}\n\nYour function looked at all of it ({reply.trace['plays']} moves)."
    return f"{drawn}\n\nWhat your function looked at ({reply.trace['plays']} moves):\n{tell_tree(see(trial, reply))}"


def call_unchanged(desk: Desk, function: str, trial: Trial) -> Reply:
    """Call a function; what changes the state that it was given is wrong."""
    reply = desk.call(function, *trial.arguments)
    if reply.changed:
        raise Wrong(
            f"`{function}` changes the state that it is given: the caller's position is lost. Play on a copy: `after "
            "= game.copy(state)`, then `game.play(after, action)`",
            show_position(trial),
        )
    return reply


def require_number(function: str, trial: Trial, reply: Reply) -> None:
    if isinstance(reply.value, bool) or not isinstance(reply.value, int | float) or math.isnan(reply.value):
        raise Wrong(f"`{function}` returns {show_answer(reply.value)} where a number is expected", show_position(trial))


def require_legal(function: str, trial: Trial, reply: Reply) -> None:
    """An action must be a whole number from the list of legal actions."""
    game = find_game(trial.game)
    legal = game.legal_actions(trial.state)
    value = reply.value
    if isinstance(value, bool) or not isinstance(value, int):
        told = show_answer(value)
        raise Wrong(f"`{function}` returns {told}; an action is one of the whole numbers {legal}", show_position(trial))
    if value not in legal:
        hint = ""
        if 0 <= value < len(legal):
            hint = ": that looks like a place in the list of legal actions; return the action that stands there"
        raise Wrong(f"`{function}` returns {value}, which is not legal here: {legal}{hint}", show_position(trial))


def compare(
    desk: Desk, function: str, trials: Sequence[Trial], solve: Solve, misconceptions: Sequence[Misconception] = ()
) -> list[Reply]:
    """Ask in every position. Numbers must be right to six digits, actions one of the best."""
    replies, rights = [], []
    for trial in trials:
        reply = call_unchanged(desk, function, trial)
        right = _solve(solve, trial)
        require = require_legal if isinstance(right, set) else require_number
        require(function, trial, reply)
        replies.append(reply)
        rights.append(right)
    wrong = [i for i, reply in enumerate(replies) if not is_right(reply.value, rights[i])]
    if not wrong:
        return replies
    for idea in misconceptions:
        if all(is_right(reply.value, _solve(idea.solve, trial)) for trial, reply in zip(trials, replies, strict=True)):
            raise _explain(function, trials[wrong[0]], replies[wrong[0]], rights[wrong[0]], idea.words)
    raise _explain(function, trials[wrong[0]], replies[wrong[0]], rights[wrong[0]], "")


def _solve(solve: Solve, trial: Trial) -> Any:
    return solve(find_game(trial.game), trial.state, *trial.given)


def _explain(function: str, trial: Trial, reply: Reply, right: Any, words: str) -> Wrong:
    game = find_game(trial.game)
    if isinstance(right, set):
        names = [game.format_action(trial.state, action) for action in sorted(right)]
        expected, got = " or ".join(names), game.format_action(trial.state, reply.value)
    else:
        expected, got = f"{right:g}", show_answer(reply.value)
    fact = f"`{function}` returns {got} in the position below; right is {expected}"
    return Wrong(f"{words}. {fact}" if words else fact, show_search(trial, reply), see(trial, reply))
