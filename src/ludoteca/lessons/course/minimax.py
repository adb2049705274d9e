"""Lesson 3: minimax."""

from typing import Any

from ludoteca.core.arrays import State
from ludoteca.lessons.course.trees import action_trial, alternate, best_actions, search, value_trial
from ludoteca.lessons.desk import Desk, Wrong
from ludoteca.lessons.games import find_game
from ludoteca.lessons.judging import Exercise, Passed, Question
from ludoteca.lessons.series import RandomPlayer, StudentPlayer, play_yardstick
from ludoteca.lessons.trials import Misconception, after, compare, see
from ludoteca.lessons.values import a_game, a_state, an_estimate

BOOK = 'tree:["max",["min",3,12,8],["min",2,4,6],["min",14,5,2]]'
DEEP = 'tree:["max",["min",["max",1,7],["max",4,2]],["min",["max",9,3],["max",5,6]]]'
FROM_MIN = 'tree:["min",["max",3,-5],["max",-2,-4],["max",1,6]]'
TWICE = 'tree:["max",["max",4,["min",1,9]],["min",["min",7,2],8],["max",["max",0,3],5]]'
TWICE_MIN = 'tree:["min",["min",-6,["max",2,-9]],["max",["max",1,-3],0]]'
CUT = 'tree:["max",["min:6",["max:1",9,9],["max:2",8,8]],["min:3",["max:7",0,0],["max:5",0,0]],4]'

IDEAS = (
    Misconception(
        "Your minimax takes the maximum at the opponent's nodes too: it expects the opponent to help. Take the "
        "minimum where `game.mover(state) != seat`",
        lambda g, s, seat, d: search(g, s, seat, d, "helps"),
    ),
    Misconception(
        "Your minimax takes the minimum at its own nodes and the maximum at the opponent's: the two are swapped",
        lambda g, s, seat, d: search(g, s, seat, d, "swapped"),
    ),
    Misconception(
        "Your minimax takes maximum and minimum in turns. A player may move twice in a row: ask `game.mover(state)` "
        "at each node",
        alternate,
    ),
    Misconception(
        "Your minimax takes the maximum at the first node, and then minimum and maximum in turns. Who is to move may "
        "be anybody: ask `game.mover(state)` at each node",
        lambda g, s, seat, d: alternate(g, s, seat, d, True),
    ),
    Misconception(
        "Your minimax always returns the value for the first seat; it was asked for the value for `seat`",
        lambda g, s, seat, d: search(g, s, 0, d),
    ),
    Misconception(
        "Your minimax reads results for the first seat: `game.returns(state)[seat]` is the one that it was asked for",
        lambda g, s, seat, d: search(g, s, seat, d, "first"),
    ),
    Misconception(
        "Your minimax asks `evaluate` about positions in which the game is over: look first whether it is, and take "
        "`game.returns(state)[seat]`",
        lambda g, s, seat, d: search(g, s, seat, d, "ends"),
    ),
    Misconception(
        "Your minimax stops one level too early: depth 1 means that one move is tried",
        lambda g, s, seat, d: search(g, s, seat, d, "early"),
    ),
    Misconception(
        "Your minimax goes one level too deep: at depth 0 it returns the estimate and tries no move",
        lambda g, s, seat, d: search(g, s, seat, d + 1),
    ),
)


def check_values(desk: Desk) -> Passed:
    trials = [
        value_trial(BOOK, 0, 9),
        value_trial(DEEP, 0, 9),
        value_trial(FROM_MIN, 0, 9),
        value_trial(FROM_MIN, 1, 9),
    ]
    replies = compare(desk, "minimax", trials, search, IDEAS)
    return Passed("right in 4 trees", see(trials[0], replies[0]))


def check_movers(desk: Desk) -> Passed:
    trials = [value_trial(TWICE, 0, 9), value_trial(TWICE_MIN, 1, 9), value_trial(TWICE_MIN, 0, 9)]
    replies = compare(desk, "minimax", trials, search, IDEAS)
    return Passed("right in 3 trees", see(trials[0], replies[0]))


def check_depth(desk: Desk) -> Passed:
    trials = [value_trial(CUT, seat, depth) for seat in (0, 1) for depth in (0, 1, 2, 3)]
    trials.append(value_trial("tic_tac_toe", 0, 2, (4, 0, 8, 2)))
    replies = compare(desk, "minimax", trials, search, IDEAS)
    return Passed("right at depths 0 to 3", see(trials[2], replies[2]))


def check_choice(desk: Desk) -> Passed:
    wins = [action_trial("tic_tac_toe", 9, moves) for moves in ((0, 4, 1, 8, 6), (4, 0, 2, 6, 8))]
    trees = [action_trial(name, 9) for name in (BOOK, DEEP, FROM_MIN, TWICE_MIN)]
    wrong_ideas = (
        Misconception("Your `choose` takes the action with the lowest value", _worst),
        Misconception("Your `choose` counts on the opponent to help", lambda g, s, d: best_actions(g, s, d, "helps")),
        Misconception(
            "Your `choose` asks for the value for the seat that moves next. Note who is to move before you play the "
            "action",
            _for_next,
        ),
    )
    replies = compare(desk, "choose", [*trees, *wins], best_actions, wrong_ideas)
    return Passed("right in 6 positions", see(trees[0], replies[0]))


def _worst(game: Any, s: State, depth: int) -> set[int]:
    seat = game.mover(s)
    values = {a: search(game, after(game, s, a), seat, depth - 1) for a in game.legal_actions(s)}
    return {a for a, value in values.items() if value == min(values.values())}


def _for_next(game: Any, s: State, depth: int) -> set[int]:
    values = {}
    for action in game.legal_actions(s):
        twin = after(game, s, action)
        seat = game.mover(s) if game.is_over(twin) else game.mover(twin)
        values[action] = search(game, twin, seat, depth - 1)
    return {a for a, value in values.items() if value == max(values.values())}


def check_games(desk: Desk) -> str:
    """From these piles the first seat wins against anybody; so does the second from one of four."""
    name = "pile"
    game = find_game(name)

    def arguments(view: State, seat: int, seed: int) -> tuple[Any, ...]:
        return a_game(name), a_state(name, view), 20, an_estimate(name)

    student = StudentPlayer(desk, "choose", name, game, arguments)
    told = []
    for stones in (5, 6, 7):
        standing = play_yardstick(game, student, [RandomPlayer(game)], 8, (stones, 0, {"stones": stones}))
        told.append(standing)
        if standing.won_first < 4:
            raise Wrong(
                f"from {stones} stones who moves first can always win; your `choose` did not: "
                f"{standing.tell('random play')}"
            )
    return f"{sum(s.won for s in told)} of {sum(s.games for s in told)} games won, all of those that can be forced"


LESSON = Exercise(
    "minimax",
    "Minimax",
    (
        Question("values", "the value of a tree", 3, check_values),
        Question("movers", "players who move twice in a row", 2, check_movers),
        Question("depth", "a limit on depth, and ends of the game within it", 2, check_depth),
        Question("choice", "choose takes a best action", 2, check_choice),
        Question("games", "the pile: every game that can be won is won", 1, check_games),
    ),
)
