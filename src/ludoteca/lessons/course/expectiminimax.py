"""Lesson 5: expectiminimax."""

from typing import Any

from ludoteca.core.arrays import State
from ludoteca.lessons.course.trees import action_trial, alternate, best_actions, search, value_trial
from ludoteca.lessons.desk import Desk
from ludoteca.lessons.games import find_game
from ludoteca.lessons.judging import Exercise, Passed, Question
from ludoteca.lessons.series import RandomPlayer, StudentPlayer, play_yardstick, require_share
from ludoteca.lessons.trials import Misconception, after, compare, see
from ludoteca.lessons.values import a_game, a_state, an_estimate

COINS = 'tree:["max",["dice",[0.9,2],[0.1,30]],["dice",[0.5,4],[0.5,5]],3]'
TWO = 'tree:["max",["dice",[0.25,["min",8,3]],[0.75,["min",2,6]]],["dice",[0.6,["min",1,9]],[0.4,["min",7,5]]]]'
FROM_MIN = 'tree:["min",["dice",[0.2,10],[0.8,-4]],["dice",[0.7,1],[0.3,["max",2,-6]]]]'
AT_ONCE = 'tree:["dice",[0.3,["max",4,1]],[0.7,["min",-2,5]]]'
RARE = 'tree:["max",["dice",[0.95,1],[0.05,-50]],["dice",[0.5,0.5],[0.5,-0.5]],-1]'
CUT = 'tree:["max:9",["dice",[0.5,["min:4",0,1]],[0.5,["min:-2",3,8]]],["min:2",["dice",[0.5,7],[0.5,1]],6]]'
TREES = (COINS, TWO, FROM_MIN, AT_ONCE, RARE)


def idea(words: str, quirk: str) -> Misconception:
    return Misconception(words, lambda game, s, seat, depth: search(game, s, seat, depth, quirk))


IDEAS = (
    idea(
        "Your search treats all outcomes as equally likely: weigh each value by its probability from "
        "`game.chances(state)`",
        "even",
    ),
    idea("Your search adds the values of the outcomes without their probabilities: sum up `p * value`", "sum"),
    idea("Your search takes the best outcome at chance nodes, as if it could choose how the die falls", "lucky"),
    idea("Your search takes the worst outcome at chance nodes, as if the die were an opponent", "unlucky"),
    idea("Your search looks at the most likely outcome only: rare outcomes count, too, by their probability", "likely"),
    idea("Your search takes the maximum at the opponent's nodes too: it expects the opponent to help", "helps"),
    idea("Your search asks `evaluate` about positions in which the game is over", "ends"),
    Misconception(
        "Your search always returns the value for the first seat; it was asked for the value for `seat`",
        lambda game, s, seat, depth: search(game, s, 0, depth),
    ),
    Misconception(
        "Your search takes maximum and minimum in turns. After a die the same player may be to move: ask "
        "`game.mover(state)` at each node",
        alternate,
    ),
)
DICE_COST = Misconception(
    "Your search counts a roll of the die as a move: depth counts the moves of the players, so pass it on unchanged "
    "below a chance node",
    lambda game, s, seat, depth: _costly(game, s, seat, depth),
)


def _costly(game: Any, s: State, seat: int, depth: int) -> float:
    """The search that counts dice as moves."""
    if game.is_over(s):
        return float(game.returns(s)[seat])
    if depth <= 0:
        return float(game.estimate(s, seat))
    children = [_costly(game, after(game, s, action), seat, depth - 1) for action in game.legal_actions(s)]
    who = game.mover(s)
    if who < 0:
        return float(sum(p * value for (_, p), value in zip(game.chances(s), children, strict=True)))
    return max(children) if who == seat else min(children)


def check_values(desk: Desk) -> Passed:
    trials = [value_trial(name, seat, 9) for name in TREES for seat in (0, 1)]
    replies = compare(desk, "expectiminimax", trials, search, IDEAS)
    return Passed(f"right in {len(trials)} searches", see(trials[0], replies[0]))


def check_depth(desk: Desk) -> Passed:
    trials = [value_trial(CUT, seat, depth) for seat in (0, 1) for depth in (0, 1, 2)]
    trials += [value_trial("dice_race", 0, 2, (1, 2, 0)), value_trial("dice_race", 1, 1, (1, 1, 1))]
    replies = compare(desk, "expectiminimax", trials, search, (*IDEAS, DICE_COST))
    return Passed("right at depths 0 to 2", see(trials[1], replies[1]))


def check_choice(desk: Desk) -> Passed:
    trials = [action_trial(name, 9) for name in (COINS, TWO, FROM_MIN, RARE)]
    trials += [action_trial("dice_race", 2, moves) for moves in ((), (1, 2, 1, 2), (0, 1, 2, 0, 1, 0))]
    ideas = (
        Misconception("Your `choose` counts on luck", lambda g, s, d: best_actions(g, s, d, "lucky")),
        Misconception("Your `choose` fears the worst of every die", lambda g, s, d: best_actions(g, s, d, "unlucky")),
        Misconception(
            "Your `choose` treats all outcomes as equally likely", lambda g, s, d: best_actions(g, s, d, "even")
        ),
    )
    replies = compare(desk, "choose", trials, best_actions, ideas)
    return Passed(f"right in {len(trials)} positions", see(trials[0], replies[0]))


def check_games(desk: Desk) -> str:
    name = "dice_race"
    game = find_game(name)

    def arguments(view: State, seat: int, seed: int) -> tuple[Any, ...]:
        return a_game(name), a_state(name, view), 2, an_estimate(name)

    student = StudentPlayer(desk, "choose", name, game, arguments)
    standing = play_yardstick(game, student, [RandomPlayer(game)], 100, (1, 0, None))
    return require_share(standing, "random play", 0.5)


LESSON = Exercise(
    "expectiminimax",
    "Expectiminimax",
    (
        Question("values", "the expected value of a tree with dice", 4, check_values),
        Question("depth", "depth counts moves, not dice", 2, check_depth),
        Question("choice", "choose takes a best action", 2, check_choice),
        Question("games", "the dice race against random play: half of the points", 2, check_games),
    ),
)
