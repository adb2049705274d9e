"""Lesson 4: alpha-beta."""

from typing import Any

from ludoteca.core.arrays import State
from ludoteca.lessons.course.trees import action_trial, alternate, best_actions, search, value_trial
from ludoteca.lessons.desk import Desk, Wrong
from ludoteca.lessons.games import find_game
from ludoteca.lessons.judging import Exercise, Passed, Question
from ludoteca.lessons.trials import Misconception, Trial, after, compare, see, show_search

BOUND = 1000.0  # wider than any value of these trees
BOOK = 'tree:["max",["min",3,12,8],["min",2,4,6],["min",14,5,2]]'
MIN_BOOK = 'tree:["min",["max",3,1,2],["max",5,4,6],["max",2,9,1],["max",7,8,0]]'
DEEP = 'tree:["max",4,["min",9,["max",["min",3,8],["min",2,6]],7]]'
LADDER = 'tree:["max",5,["min",8,["max",1,["min",4,9,9]]]]'
MIXED = 'tree:["max",["min",["max",6,2],["max",7,1],["max",3,8]],["min",["max",1,4],["max",5,0]],["max",["min",3,9],7]]'
SECOND = 'tree:["min",["max",["min",-3,5],["min",2,-1]],["max",["min",7,0],["min",4,4]],["min",6,-2]]'
CUT = 'tree:["max",["min:6",["max:1",9,9],["max:2",8,8]],["min:3",["max:7",0,0],["max:5",0,0]],4]'
EQUAL = 'tree:["max",["min",3,12],["min",3,1],["min",2,9]]'
"""The second move is cut off with the bound 3, and worth 1."""
TREES = (BOOK, EQUAL, MIN_BOOK, DEEP, LADDER, MIXED, SECOND)


def prune(
    game: Any, s: State, seat: int, depth: int, window: tuple[float, float], quirk: str = ""
) -> tuple[float, int]:
    """Alpha-beta: the value, and how many moves were played to find it. A quirk is a way to get it wrong."""
    if game.is_over(s):
        return float(game.returns(s)[seat]), 0
    if depth == 0:
        return float(game.estimate(s, seat)), 0
    alpha, beta = window
    own, count = game.mover(s) == seat, 0
    best = -BOUND if own else BOUND
    for action in game.legal_actions(s):
        inner = (alpha, beta)
        if quirk == "shallow":
            inner = (best, BOUND) if own else (-BOUND, best)
        value, below = prune(game, after(game, s, action), seat, depth - 1, inner, quirk)
        count += below + 1
        best = max(best, value) if own else min(best, value)
        if own:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if _cuts(alpha, beta, own, quirk):
            break
    return best, count


def _cuts(alpha: float, beta: float, own: bool, quirk: str) -> bool:
    if quirk == "never" or (quirk == "own only" and not own) or (quirk == "other only" and own):
        return False
    return alpha < beta if quirk == "eager" else alpha >= beta


def value_of(game: Any, s: State, seat: int, depth: int, quirk: str = "") -> float:
    return prune(game, s, seat, depth, (-BOUND, BOUND), quirk)[0]


def count_of(game: Any, s: State, seat: int, depth: int, quirk: str = "") -> int:
    return prune(game, s, seat, depth, (-BOUND, BOUND), quirk)[1]


IDEAS = (
    Misconception(
        "Your search stops as soon as alpha is *below* beta: that is the usual case. Stop where alpha >= beta, when "
        "the rest cannot matter any more",
        lambda g, s, seat, d: value_of(g, s, seat, d, "eager"),
    ),
    Misconception(
        "Your search takes the maximum at the opponent's nodes too: it expects the opponent to help",
        lambda g, s, seat, d: search(g, s, seat, d, "helps"),
    ),
    Misconception(
        "Your search takes maximum and minimum in turns. A player may move twice in a row: ask `game.mover(state)` "
        "at each node",
        alternate,
    ),
    Misconception(
        "Your search always returns the value for the first seat; it was asked for the value for `seat`",
        lambda g, s, seat, d: search(g, s, 0, d),
    ),
    Misconception(
        "Your search asks `evaluate` about positions in which the game is over",
        lambda g, s, seat, d: search(g, s, seat, d, "ends"),
    ),
)
WASTE = (
    (
        "never",
        "Your search never prunes: it plays as many moves as minimax. At your own nodes raise alpha to the best "
        "value so far, at the opponent's lower beta, pass both on to the nodes below, and stop the loop where alpha "
        ">= beta",
    ),
    ("own only", "Your search prunes at your own nodes only. At the opponent's it may stop too, where alpha >= beta"),
    ("other only", "Your search prunes at the opponent's nodes only. At your own it may stop too, where alpha >= beta"),
    (
        "shallow",
        "Your search passes on only the bound of the node above. Alpha and beta are the bounds of *all* nodes above: "
        "pass both on",
    ),
)


def _trial(name: str, seat: int, depth: int = 9) -> Trial:
    return value_trial(name, seat, depth, more=(-BOUND, BOUND))


def check_values(desk: Desk) -> Passed:
    trials = [_trial(name, seat) for name in TREES for seat in (0, 1)]
    trials += [_trial(CUT, seat, depth) for seat in (0, 1) for depth in (0, 1, 2, 3)]
    replies = compare(desk, "alphabeta", trials, search, IDEAS)
    return Passed(f"the value of minimax in {len(trials)} searches", see(trials[0], replies[0]))


def check_counts(desk: Desk) -> Passed:
    """No more moves than alpha-beta needs, in the order of legal actions."""
    trials = [_trial(name, seat) for name in TREES for seat in (0, 1)]
    replies = compare(desk, "alphabeta", trials, search, IDEAS)
    counts = [int(reply.trace.get("plays", 0)) for reply in replies]
    needed = [_count(trial) for trial in trials]
    over = [i for i, count in enumerate(counts) if count > needed[i]]
    if not over:
        total = sum(_count(trial, "never") for trial in trials)
        return Passed(f"{sum(counts)} moves played where minimax plays {total}", see(trials[0], replies[0]))
    first = over[0]
    words = next((words for quirk, words in WASTE if [_count(t, quirk) for t in trials] == counts), "")
    fact = f"In the tree below {counts[first]} moves were played; {needed[first]} are enough"
    hint = words or "Values are right, but more is looked at than need be"
    raise Wrong(f"{hint}. {fact}", show_search(trials[first], replies[first]), see(trials[first], replies[first]))


def _count(trial: Trial, quirk: str = "") -> int:
    seat, depth = trial.given
    return count_of(find_game(trial.game), trial.state, seat, depth, quirk)


def check_window(desk: Desk) -> Passed:
    """Inside a narrow window the answer is the value, or a bound on the right side of it."""
    for name in TREES:
        game = find_game(name)
        value = search(game, game.start(), 0, 9)
        for alpha, beta in ((value - 1, value + 1), (value + 1, value + 3), (value - 3, value - 1)):
            trial = value_trial(name, 0, 9, more=(alpha, beta))
            reply = desk.call("alphabeta", *trial.arguments)
            got = reply.value if isinstance(reply.value, int | float) else float("nan")
            right = got == value if alpha < value < beta else (got <= alpha if value <= alpha else got >= beta)
            needed = prune(game, game.start(), 0, 9, (alpha, beta))[1]
            if right and int(reply.trace.get("plays", 0)) > needed:
                raise Wrong(
                    f"with the window ({alpha:g}, {beta:g}) {needed} moves are enough, and your search plays "
                    f"{reply.trace['plays']}: the bounds that it is given must count from the first node on",
                    show_search(trial, reply),
                    see(trial, reply),
                )
            if not right:
                raise Wrong(
                    f"with the window ({alpha:g}, {beta:g}) your search returns {got:g}; the value is {value:g}, so "
                    f"the answer must be {_say(value, alpha, beta)}: the bounds that it is given must count from the "
                    "first node on",
                    show_search(trial, reply),
                    see(trial, reply),
                )
    return Passed(f"right in {3 * len(TREES)} windows")


def _say(value: float, alpha: float, beta: float) -> str:
    if alpha < value < beta:
        return f"exactly {value:g}"
    return f"at most {alpha:g}" if value <= alpha else f"at least {beta:g}"


def check_choice(desk: Desk) -> Passed:
    trials = [action_trial(name, 9) for name in TREES] + [action_trial("tic_tac_toe", 9, (0, 4, 1, 8, 6))]
    ideas = (
        Misconception(
            "Your `choose` takes the action whose *bound* came out highest. A pruned search returns only a bound: an "
            "action counts as better if its value is above all before it",
            _by_bound,
        ),
        Misconception("Your `choose` counts on the opponent to help", lambda g, s, d: best_actions(g, s, d, "helps")),
    )
    replies = compare(desk, "choose", trials, best_actions, ideas)
    spent, full = sum(int(reply.trace.get("plays", 0)) for reply in replies), sum(map(_count_choice, trials))
    if spent >= full:
        raise Wrong(
            f"your `choose` plays {spent} moves in {len(trials)} positions, minimax {full}: call `alphabeta`, and "
            "pass on as alpha the best value that you have found so far",
            trace=see(trials[0], replies[0]),
        )
    return Passed(f"right in {len(trials)} positions; {spent} moves played, minimax {full}", see(trials[0], replies[0]))


def _by_bound(game: Any, s: State, depth: int) -> set[int]:
    """The last of the actions that reach the best value or a bound equal to it."""
    seat, alpha, best = game.mover(s), -BOUND, 0
    for action in game.legal_actions(s):
        value, _ = prune(game, after(game, s, action), seat, depth - 1, (alpha, BOUND))
        if value >= alpha:
            alpha, best = value, action
    return {best}


def _count_choice(trial: Trial) -> int:
    game = find_game(trial.game)
    return count_of(game, trial.state, game.mover(trial.state), 9, "never")


LESSON = Exercise(
    "alphabeta",
    "Alpha-beta",
    (
        Question("values", "the value of minimax", 3, check_values),
        Question("pruning", "no more moves than need be", 4, check_counts),
        Question("window", "the bounds that are given count", 1, check_window),
        Question("choice", "choose takes a best action, and prunes", 2, check_choice),
    ),
)
