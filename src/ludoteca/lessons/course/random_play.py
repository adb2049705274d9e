"""Lesson 1: random play and playouts."""

import math
from collections import Counter

from ludoteca.lessons.desk import Desk, Wrong
from ludoteca.lessons.games import find_game
from ludoteca.lessons.judging import Exercise, Passed, Question
from ludoteca.lessons.trials import Trial, call_unchanged, position, require_legal, show_position
from ludoteca.lessons.values import a_game, a_random, a_state, show_answer

CALLS, PLAYOUTS = 300, 300
SIGMAS = 5.0  # a right answer is refused once in two million
FEW_LEFT = (0, 1, 2, 4, 3, 5, 7)  # of tic-tac-toe: squares 7 and 9 are left
ROLL = 'tree:["dice",[0.1,1],[0.9,-1]]'


def _trial(name: str, moves: tuple[int, ...], seed: int) -> Trial:
    s = position(name, moves)
    return Trial(name, s, (a_game(name), a_state(name, s), a_random(seed)))


def check_legal(desk: Desk) -> Passed:
    for seed in range(20):
        for name, moves in (("tic_tac_toe", FEW_LEFT), ("tic_tac_toe", (4, 0)), ("pile", (2, 2, 0)), ("dice_race", ())):
            trial = _trial(name, moves, seed)
            require_legal("choose", trial, call_unchanged(desk, "choose", trial))
    return Passed("legal in 80 positions")


def check_uniform(desk: Desk) -> Passed:
    name, moves = "tic_tac_toe", (0, 8, 2)
    legal = find_game(name).legal_actions(position(name, moves))
    trials = [_trial(name, moves, seed) for seed in range(CALLS)]
    found = Counter(desk.call("choose", *trial.arguments).value for trial in trials)
    for trial in trials[:15]:
        again = {desk.call("choose", *trial.arguments).value for _ in range(2)}
        if len(again) > 1:
            raise Wrong(
                "the same seed gives another action: `choose` draws from `random` itself. Draw from the `rng` that "
                "it is given, as in `rng.choice(...)`, so that a game can be played again"
            )
    if len(found) == 1:
        raise Wrong(
            f"`choose` always takes action {next(iter(found))}, whatever `rng` says: it must draw one",
            show_position(trials[0]),
        )
    expected = CALLS / len(legal)
    spread = math.sqrt(expected * (1 - 1 / len(legal)))
    for action in legal:
        if abs(found[action] - expected) > SIGMAS * spread:
            raise Wrong(
                f"not all actions are equally likely: in {CALLS} calls action {action} came {found[action]} times; "
                f"about {expected:.0f} (give or take {SIGMAS * spread:.0f}) are expected",
                show_position(trials[0]),
            )
    return Passed(
        f"{CALLS} calls: each of {len(legal)} actions came {min(found.values())} to {max(found.values())} times"
    )


def check_playout(desk: Desk) -> Passed:
    for seed in range(12):
        for name, moves in (("tic_tac_toe", (4, 0)), ("pile", ()), ("dice_race", (1, 2))):
            trial = _trial(name, moves, seed)
            reply = call_unchanged(desk, "playout", trial)
            if not isinstance(reply.value, list) or len(reply.value) != 2:
                raise Wrong(
                    f"`playout` returns {show_answer(reply.value)}; right is `game.returns(state)` of the last "
                    "position, one number a seat",
                    show_position(trial),
                )
            if sorted(reply.value) not in ([-1, 1], [0, 0]):
                raise Wrong(f"`playout` returns {reply.value}, which is no result of this game", show_position(trial))
            if name == "pile" and reply.value == [0, 0]:
                raise Wrong(
                    "`playout` stops before the game is over: [0, 0] is no result of the pile; play on while `not "
                    "game.is_over(state)`",
                    show_position(trial),
                )
    results = Counter(tuple(desk.call("playout", *_trial("pile", (), seed).arguments).value) for seed in range(60))
    if len(results) == 1:
        raise Wrong("60 playouts of the pile all ended alike: are the actions drawn?")
    return Passed("36 playouts ended with a result, and left the state alone")


def check_chance(desk: Desk) -> Passed:
    trials = [_trial(ROLL, (), seed) for seed in range(PLAYOUTS)]
    answers = [desk.call("playout", *trial.arguments).value for trial in trials]
    try:
        share = sum(answer[0] == 1 for answer in answers) / PLAYOUTS
    except (TypeError, IndexError, KeyError):
        raise Wrong(f"`playout` returns {show_answer(answers[0])}; right is a list, one number a seat") from None
    if abs(share - 0.1) > SIGMAS * math.sqrt(0.09 / PLAYOUTS):
        why = "outcomes of chance are not equally likely: draw them by the odds of `game.chances(state)`"
        raise Wrong(
            f"{why}. Here the first has 10 %, and came in {share:.0%} of {PLAYOUTS} playouts", show_position(trials[0])
        )
    return Passed(f"an outcome of 10 % came in {share:.0%} of {PLAYOUTS} playouts")


LESSON = Exercise(
    "random",
    "Random play",
    (
        Question("legal", "choose returns a legal action", 2, check_legal),
        Question("uniform", "each action is equally likely, and drawn from rng", 3, check_uniform),
        Question("playout", "playout plays to the end, on a copy", 3, check_playout),
        Question("chance", "chance is drawn by its odds", 2, check_chance),
    ),
)
