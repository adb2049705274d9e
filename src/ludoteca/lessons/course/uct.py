"""Lesson 6: UCT."""

import math
from collections.abc import Callable
from typing import Any

from ludoteca.core.arrays import State
from ludoteca.lessons.desk import Desk, Reply, Wrong
from ludoteca.lessons.games import find_game
from ludoteca.lessons.judging import Exercise, Passed, Question
from ludoteca.lessons.series import RandomPlayer, StudentPlayer, play_yardstick, require_share
from ludoteca.lessons.trials import Trial, call_unchanged, is_right, position, see, show_position
from ludoteca.lessons.values import a_game, a_random, a_state, show_answer

UCB_CASES = ((3.0, 5, 20, 1.4), (0.0, 1, 10, 1.4), (-4.0, 8, 9, 0.7), (10.0, 10, 1000, 2.0), (2.5, 5, 20, 0.0))
TRAP = 'tree:["max",["min",0.9,0.9,0.9,-1],["min",0.1,0.1,0.1,0.1],["min",-0.5,0.2,0.2,0.2]]'
"""The first move is best if the opponent moves at random, and loses if he looks."""
MIN_TRAP = 'tree:["min",["max",-0.2,-0.2,-0.2],["max",-0.9,-0.9,1],["max",0.4,0.4,0.1]]'
WIN_NOW = (0, 3, 1, 4)  # X takes square 3 and wins
MUST_BLOCK = (0, 8, 1)  # O must take square 3


def _ucb(total: float, visits: int, parent: int, c: float) -> float:
    return total / visits + c * _bonus(visits, parent)


def _bonus(n: float, m: float) -> float:
    return math.sqrt(math.log(m) / n)


UCB_IDEAS: dict[str, Callable[[float, int, int, float], float]] = {
    "the total is not divided by the visits: the first part is the mean": lambda t, n, m, c: t + c * _bonus(n, m),
    "the second part, which makes it explore, is missing": lambda t, n, m, c: t / n,
    "the square root is missing": lambda t, n, m, c: t / n + c * math.log(m) / n,
    "the logarithm is missing: it is that of the parent's visits": lambda t, n, m, c: t / n + c * math.sqrt(m / n),
    "the logarithm is the node's own; it must be the parent's": lambda t, n, m, c: t / n + c * _bonus(n, n),
    "visits and the parent's visits are swapped": lambda t, n, m, c: t / n + c * _bonus(m, n),
    "the second part is subtracted: what was seldom tried must look better": lambda t, n, m, c: (
        t / n - c * _bonus(n, m)
    ),
    "`c` is inside the square root": lambda t, n, m, c: t / n + math.sqrt(c) * _bonus(n, m),
    "the logarithm must be natural, not to base 10": lambda t, n, m, c: t / n + c * math.sqrt(math.log10(m) / n),
}


def check_ucb(desk: Desk) -> str:
    answers = [desk.call("ucb", *case).value for case in UCB_CASES]
    for case, answer in zip(UCB_CASES, answers, strict=True):
        if isinstance(answer, bool) or not isinstance(answer, int | float):
            raise Wrong(f"`ucb{case}` returns {show_answer(answer)} where a number is expected")
    if all(is_right(a, _ucb(*case)) for a, case in zip(answers, UCB_CASES, strict=True)):
        return f"right in {len(UCB_CASES)} cases"
    for words, formula in UCB_IDEAS.items():
        if all(is_right(a, formula(*case)) for a, case in zip(answers, UCB_CASES, strict=True)):
            raise Wrong(f"your `ucb` is not total/visits + c * sqrt(log(parent_visits)/visits): {words}")
    case, answer = next((c, a) for c, a in zip(UCB_CASES, answers, strict=True) if not is_right(a, _ucb(*c)))
    raise Wrong(
        f"`ucb{case}` returns {answer:g}; right is {_ucb(*case):g}, total/visits + c * sqrt(log(parent_visits)/visits)"
    )


def _trial(name: str, moves: tuple[int, ...], iterations: int, seed: int = 1) -> Trial:
    s = position(name, moves)
    return Trial(name, s, (a_game(name), a_state(name, s), iterations, a_random(seed)))


def _visits(desk: Desk, trial: Trial) -> tuple[dict[int, int], Reply]:
    """The answer of `uct`, checked: visits of legal actions."""
    reply = call_unchanged(desk, "uct", trial)
    legal = find_game(trial.game).legal_actions(trial.state)
    if not isinstance(reply.value, dict):
        raise Wrong(
            f"`uct` returns {show_answer(reply.value)}; right is a dictionary, the visits of each legal action",
            show_position(trial),
        )
    for action, visits in reply.value.items():
        if action not in legal or isinstance(visits, bool) or not isinstance(visits, int | float):
            raise Wrong(
                f"`uct` returns {show_answer(reply.value)}; right are whole numbers for the actions {legal}",
                show_position(trial),
            )
    return {action: int(reply.value.get(action, 0)) for action in legal}, reply


def _show(trial: Trial, visits: dict[int, int]) -> str:
    game = find_game(trial.game)
    rows = [
        f"  {game.format_action(trial.state, a):>4} {n:6} {'#' * round(40 * n / max(1, *visits.values()))}"
        for a, n in visits.items()
    ]
    return "\n".join([show_position(trial), "", "Visits of your search:", *rows])


def check_counts(desk: Desk) -> Passed:
    trial = _trial("tic_tac_toe", (4,), 120)
    visits, reply = _visits(desk, trial)
    if any(n == 0 for n in visits.values()):
        raise Wrong(
            "after 120 iterations an action was never tried: each child is visited once before any is visited again "
            "by `ucb`",
            _show(trial, visits),
            see(trial, reply),
        )
    if not 119 <= sum(visits.values()) <= 120:
        raise Wrong(
            f"120 iterations make 120 visits of the root's children, not {sum(visits.values())}: each iteration adds "
            "one visit to every node on its path",
            _show(trial, visits),
            see(trial, reply),
        )
    if max(visits.values()) - min(visits.values()) <= 1:
        raise Wrong(
            "all actions were visited equally often: that is no UCT. Descend to the child with the highest `ucb`",
            _show(trial, visits),
            see(trial, reply),
        )
    again = [_visits(desk, trial)[0] for _ in range(2)]
    if any(other != visits for other in again):
        raise Wrong("the same seed gives other visits: draw from the `rng` that is given, not from `random` itself")
    return Passed("120 visits, every action tried, the same again from the same seed", see(trial, reply))


def check_tactics(desk: Desk) -> Passed:
    for moves, best, what in (
        (WIN_NOW, 2, "wins at once"),
        (MUST_BLOCK, 2, "is the only move that does not lose at once"),
    ):
        trial = _trial("tic_tac_toe", moves, 400)
        visits, reply = _visits(desk, trial)
        if max(visits, key=lambda action: visits[action]) != best:
            game = find_game("tic_tac_toe")
            raise Wrong(
                f"square {game.format_action(trial.state, best)} {what}, and is not the most visited action. Is a "
                "result counted for the seat that *chose* to come to a node?",
                _show(trial, visits),
                see(trial, reply),
            )
    return Passed("a win in one is taken, a threat is met", see(trial, reply))


def check_tree(desk: Desk) -> Passed:
    """A tree in which averages mislead: who builds no tree below the first move goes on falling into it."""
    for name, best, flat in ((TRAP, 1, 0), (MIN_TRAP, 0, 1)):
        trial = _trial(name, (), 1200)
        visits, reply = _visits(desk, trial)
        chosen = max(visits, key=lambda action: visits[action])
        if chosen == best:
            continue
        if chosen != flat and visits[best] == min(visits.values()):
            why = "your search prefers what is worst for the seat to move: is the sign of a value turned twice?"
        elif reply.trace.get("different", 0) and _is_shared_evenly(reply):
            why = (
                "below the first move your search still plays at random: every iteration must add a node to the tree "
                "and descend by `ucb` through all levels (what you have is flat Monte Carlo)"
            )
        else:
            why = (
                "at the opponent's nodes your search prefers what is good for *you*. Each node keeps the total for "
                "the seat that chose to come there, so that the opponent looks for his own good"
            )
        raise Wrong(
            f"after 1,200 iterations the most visited move is wrong: {why}", _show(trial, visits), see(trial, reply)
        )
    return Passed("two trees in which averages mislead", see(trial, reply))


def _is_shared_evenly(reply: Reply) -> bool:
    """Whether the replies to the move that was tried most were tried about equally often."""
    edges = reply.trace.get("edges", [])
    below: dict[int, list[int]] = {}
    for start, _, _, times in edges:
        below.setdefault(start, []).append(times)
    counts = max((row for node, row in below.items() if node != 0), key=sum, default=[1])
    return max(counts) < 1.5 * min(counts)


def check_games(desk: Desk) -> str:
    """The most visited action is played, 60 iterations a move."""
    name = "tic_tac_toe"
    game = find_game(name)

    def arguments(view: State, seat: int, seed: int) -> tuple[Any, ...]:
        return a_game(name), a_state(name, view), 60, a_random(seed)

    student = _Visited(desk, "uct", name, game, arguments)
    standing = play_yardstick(game, student, [RandomPlayer(game)], 20, (1, 0, None))
    return require_share(standing, "random play", 0.75)


class _Visited(StudentPlayer):
    """Plays the most visited action of the dictionary that the function returns."""

    def ask(self, trial: Trial) -> Reply:
        visits, reply = _visits(self.desk, trial)
        return Reply(max(visits, key=lambda action: visits[action]), reply.changed, reply.trace)


LESSON = Exercise(
    "uct",
    "UCT",
    (
        Question("ucb", "the formula", 2, check_ucb),
        Question("counts", "every iteration counts, every action is tried", 2, check_counts),
        Question("tactics", "a win is taken, a threat is met", 2, check_tactics),
        Question("tree", "a tree, not an average", 3, check_tree),
        Question("games", "tic-tac-toe against random play: 75 % of the points", 1, check_games),
    ),
)
