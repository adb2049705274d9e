"""Lesson 2: one step ahead."""

from typing import Any

from ludoteca.core.arrays import State
from ludoteca.lessons.desk import Desk
from ludoteca.lessons.games import find_game
from ludoteca.lessons.judging import Exercise, Passed, Question
from ludoteca.lessons.series import RandomPlayer, StudentPlayer, play_yardstick, require_share
from ludoteca.lessons.trials import Misconception, Trial, after, compare, position, see
from ludoteca.lessons.values import a_game, a_state, an_estimate
from ludoteca.protocol import Game

FIRST = (
    'tree:["max",["min:2",0,0],["min:5",0,0],["min:-1",0,0],["min:4",0,0]]',
    'tree:["max",["min:2",0,0],["max:3",0,0],["min:7",0,0]]',
    'tree:["max",["min:-4",0,0],["max:-2",0,0],["min:-3",0,0]]',
)
SECOND = (
    'tree:["min",["max:2",0,0],["max:5",0,0],["max:-3",0,0],["max:4",0,0]]',
    'tree:["min",["max:6",0,0],["min:1",0,0],["max:8",0,0]]',
)
ENDS = (
    'tree:["max",["min:3",0,0],10,["min:5",0,0]]',
    'tree:["min",["max:-3",0,0],["max:-1",0,0],-9]',
    'tree:["max",["min:-2",0,0],-10,["min:-5",0,0]]',
)
TIC_TAC_TOE = ((0, 4, 1, 3), (4, 0, 8, 2, 6))


def best_actions(game: Game, s: State, quirk: str = "") -> set[int]:
    """The actions that look best one step ahead. A quirk is a way to get it wrong."""
    seat, scores = game.mover(s), {}
    for action in game.legal_actions(s):
        twin = after(game, s, action)
        scores[action] = _score(game, s, twin, seat, quirk)
    best = min(scores.values()) if quirk == "worst" else max(scores.values())
    return {action for action, score in scores.items() if score == best}


def _score(game: Any, s: State, twin: State, seat: int, quirk: str) -> float:
    if quirk == "before":
        return float(game.estimate(s, seat))
    if game.is_over(twin) and quirk != "ends":
        return float(game.returns(twin)[0 if quirk == "first" else seat])
    viewer = {"first": 0, "next": game.mover(twin) if not game.is_over(twin) else seat}.get(quirk, seat)
    return float(game.estimate(twin, viewer))


def misconception(words: str, quirk: str) -> Misconception:
    return Misconception(words, lambda game, s: best_actions(game, s, quirk))


IDEAS = (
    misconception(
        "Your function takes the action with the lowest estimate; wanted is the highest for the seat to move", "worst"
    ),
    misconception(
        "Your function estimates every position for the first seat, also when the second is to move: ask for "
        "`game.mover(state)` before you play",
        "first",
    ),
    misconception(
        "Your function estimates for the seat that moves next, after the action. Note who is to move *before* you "
        "play the action",
        "next",
    ),
    misconception(
        "Your function estimates positions in which the game is over. An estimate is for what is still open; here "
        "the result is known: `game.returns(after)[seat]`",
        "ends",
    ),
    misconception(
        "Your function seems to estimate the position before the action: all actions look alike then. Play the "
        "action on a copy, and estimate the copy",
        "before",
    ),
)


def _trial(name: str, moves: tuple[int, ...] = ()) -> Trial:
    s = position(name, moves)
    return Trial(name, s, (a_game(name), a_state(name, s), an_estimate(name)))


def _check(desk: Desk, names: tuple[str, ...]) -> Passed:
    trials = [_trial(name) for name in names]
    replies = compare(desk, "greedy", trials, best_actions, IDEAS)
    return Passed(f"right in {len(trials)} positions", see(trials[0], replies[0]))


def check_first(desk: Desk) -> Passed:
    return _check(desk, FIRST)


def check_second(desk: Desk) -> Passed:
    return _check(desk, (*SECOND, *FIRST))  # with both, a wrong seat and a wrong sign are told apart


def check_ends(desk: Desk) -> Passed:
    _check(desk, ENDS)
    trials = [_trial("tic_tac_toe", moves) for moves in TIC_TAC_TOE]
    replies = compare(desk, "greedy", trials, best_actions, IDEAS)
    return Passed("right in 5 positions", see(trials[0], replies[0]))


def check_games(desk: Desk) -> str:
    name = "tic_tac_toe"
    game = find_game(name)

    def arguments(view: State, seat: int, seed: int) -> tuple[Any, ...]:
        return a_game(name), a_state(name, view), an_estimate(name)

    student = StudentPlayer(desk, "greedy", name, game, arguments)
    standing = play_yardstick(game, student, [RandomPlayer(game)], 40, (1, 0, None))
    return require_share(standing, "random play", 0.75)


LESSON = Exercise(
    "greedy",
    "One step ahead",
    (
        Question("best", "the action with the best estimate", 3, check_first),
        Question("seat", "the best for whoever is to move", 3, check_second),
        Question("ends", "a finished game is not estimated", 2, check_ends),
        Question("games", "tic-tac-toe against random play: 75 % of the points", 2, check_games),
    ),
)
