"""A teacher's own assignment, as TOML:

title = "Week 3: do not lose at once"
game = "tic_tac_toe"         # an installed game, or one of the lessons: dice_race, kuhn, pile, tic_tac_toe
function = "choose"          # choose(game, view, rng) -> action
pass_mark = 60               # percent of the points

[setup]                      # options of the game

[limits]
seconds = 5                  # CPU seconds of one call
memory = 1024                # megabytes

[[positions]]
name = "win at once"
moves = "1 4 2 5"            # from the start, chance outcomes included
answers = ["3"]              # one of these; or a number: value = 1.0, tolerance = 0.01
points = 3                   # the weight
hint = "three in a row are open"

[[opponents]]
agent = "random"             # or any agent that plays the game: mcts:iterations=50
games = 20
least = 0.6                  # share of the points: a draw is half a point
points = 2
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.core.arrays import State
from ludoteca.core.errors import AssignmentError, LudotecaError, PlanError
from ludoteca.core.reading import load_toml, read_record
from ludoteca.lessons.desk import Desk, DeskLimits, Wrong
from ludoteca.lessons.games import PlainGame, find_game
from ludoteca.lessons.judging import Exercise, Passed, Question
from ludoteca.lessons.series import RandomPlayer, StudentPlayer, play_yardstick, require_share
from ludoteca.lessons.trials import Trial, call_unchanged, require_legal, require_number, see, show_search
from ludoteca.lessons.values import a_game, a_random, a_state, show_answer
from ludoteca.protocol import CHANCE, Game

MOST_ITEMS, MOST_GAMES, MOST_POINTS = 200, 10_000, 1_000


@dataclass(frozen=True)
class PositionPlan:
    name: str
    moves: str = ""
    answers: tuple[str, ...] = ()
    value: float | None = None
    tolerance: float = 1e-6
    points: int = 1
    hint: str = ""


@dataclass(frozen=True)
class OpponentPlan:
    agent: str
    games: int = 20
    least: float = 0.5
    points: int = 1
    opening: int = 0
    seed: int = 1


@dataclass(frozen=True)
class LimitsPlan:
    seconds: float = 5.0
    memory: int = 1024


@dataclass(frozen=True)
class AssignmentPlan:
    """The content of the TOML."""

    title: str
    game: str
    function: str = "choose"
    pass_mark: float = 100.0
    setup: Mapping[str, str | int] = field(default_factory=dict)
    limits: LimitsPlan = field(default_factory=LimitsPlan)
    positions: tuple[PositionPlan, ...] = ()
    opponents: tuple[OpponentPlan, ...] = ()


def read_assignment(path: Path) -> Exercise:
    """An exercise from TOML; AssignmentError says what is wrong with it."""
    content = load_toml(path, AssignmentError)
    try:
        plan = read_record(AssignmentPlan, content, path.name)
    except PlanError as error:
        raise AssignmentError(str(error)) from None
    return make_exercise(plan, path.stem)


def make_exercise(plan: AssignmentPlan, name: str) -> Exercise:
    _check(plan)
    try:
        game = find_game(plan.game)
        start = game.start(dict(plan.setup))
    except LudotecaError as error:
        raise AssignmentError(f"{name}: {error}") from None
    questions = [_ask_position(plan, game, item, number) for number, item in enumerate(plan.positions, 1)]
    questions += [_ask_opponent(plan, game, item, number) for number, item in enumerate(plan.opponents, 1)]
    if plan.opponents and game.seats(start) != 2:
        raise AssignmentError(
            f"opponents are for games of two seats; this setup of {plan.game} has {game.seats(start)}"
        )
    limits = DeskLimits(plan.limits.seconds, max(60.0, 12 * plan.limits.seconds), plan.limits.memory)
    text = json.dumps(asdict(plan), sort_keys=True)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()[:16]
    return Exercise(name, plan.title, tuple(questions), plan.pass_mark, limits, fingerprint)


def _check(plan: AssignmentPlan) -> None:
    if not plan.positions and not plan.opponents:
        raise AssignmentError("an assignment needs [[positions]] or [[opponents]]")
    if not plan.function.isidentifier():
        raise AssignmentError(f"function must be the name of a function, not {plan.function!r}")
    _require("pass_mark", plan.pass_mark, 0, 100)
    _require("limits.seconds", plan.limits.seconds, 0.1, 3600)
    _require("limits.memory", plan.limits.memory, 128, 1_048_576)
    _require("the number of positions", len(plan.positions), 0, MOST_ITEMS)
    _require("the number of opponents", len(plan.opponents), 0, MOST_ITEMS)
    for position in plan.positions:
        _require(f"points of {position.name!r}", position.points, 1, MOST_POINTS)
        if bool(position.answers) == (position.value is not None):
            raise AssignmentError(f"the position {position.name!r} needs either answers or a value")
    for opponent in plan.opponents:
        _require(f"points of {opponent.agent!r}", opponent.points, 1, MOST_POINTS)
        _require(f"games against {opponent.agent!r}", opponent.games, 2, MOST_GAMES)
        _require(f"least of {opponent.agent!r}", opponent.least, 0, 1)
        _require(f"opening of {opponent.agent!r}", opponent.opening, 0, 200)
        _require(f"seed of {opponent.agent!r}", opponent.seed, 0, 2**64 - 1)


def _require(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise AssignmentError(f"{name} must be from {low:g} to {high:g}, not {value:g}")


# --- positions -------------------------------------------------------------------------------------------------------


def _reach(plan: AssignmentPlan, game: Game, item: PositionPlan) -> State:
    """The position, as the seat to act sees it."""
    s = game.start(dict(plan.setup))
    for word in item.moves.replace(",", " ").split():
        try:
            game.play(s, game.parse_action(s, word))
        except LudotecaError as error:
            raise AssignmentError(f"the position {item.name!r}, at {word!r}: {error}") from None
    if game.is_over(s) or game.mover(s) == CHANCE:
        who = "the game is over" if game.is_over(s) else "chance is to act"
        raise AssignmentError(f"the position {item.name!r}: {who}, so that there is nothing to ask")
    return game.observe(s, game.mover(s))


def _ask_position(plan: AssignmentPlan, game: Game, item: PositionPlan, number: int) -> Question:
    view = _reach(plan, game, item)
    answers = {_parse_answer(game, view, item, text) for text in item.answers}
    trial = Trial(plan.game, view, (a_game(plan.game), a_state(plan.game, view), a_random(number)))

    def check(desk: Desk) -> Passed:
        reply = call_unchanged(desk, plan.function, trial)
        if answers:
            require_legal(plan.function, trial, reply)
            right = reply.value in answers
            got = game.format_action(view, reply.value)
        else:
            require_number(plan.function, trial, reply)
            assert item.value is not None
            right, got = abs(reply.value - item.value) <= item.tolerance, show_answer(reply.value)
        if not right:
            hint = f" Hint: {item.hint}" if item.hint else ""
            raise Wrong(
                f"`{plan.function}` answers {got}, which is not right here.{hint}",
                show_search(trial, reply),
                see(trial, reply),
            )
        return Passed(f"answered {got}", see(trial, reply))

    return Question(f"position-{number}", item.name, item.points, check)


def _parse_answer(game: Game, view: State, item: PositionPlan, text: str) -> int:
    try:
        action = game.parse_action(view, text)
    except LudotecaError as error:
        raise AssignmentError(f"the position {item.name!r}: {error}") from None
    if action not in game.legal_actions(view):
        raise AssignmentError(f"the position {item.name!r}: the answer {text!r} is not legal there")
    return action


# --- opponents -------------------------------------------------------------------------------------------------------


def _ask_opponent(plan: AssignmentPlan, game: Game, item: OpponentPlan, number: int) -> Question:
    _make_opponent(game, item.agent)  # refuses now what cannot be made

    def arguments(view: State, seat: int, seed: int) -> tuple[Any, ...]:
        return a_game(plan.game), a_state(plan.game, view), a_random(seed)

    def check(desk: Desk) -> str:
        desk.require(plan.function)
        student = StudentPlayer(desk, plan.function, plan.game, game, arguments)
        opponent = _make_opponent(game, item.agent)
        standing = play_yardstick(game, student, [opponent], item.games, (item.seed, item.opening, dict(plan.setup)))
        return require_share(standing, item.agent, item.least)

    title = f"{item.games} games against {item.agent}: {item.least:.0%} of the points"
    return Question(f"opponent-{number}", title, item.points, check)


def _make_opponent(game: Game, spec: str) -> Any:
    if isinstance(game, PlainGame):
        if spec != "random":
            raise AssignmentError(f"the games of the lessons have one opponent, random; {spec!r} plays installed games")
        return RandomPlayer(game)
    from ludoteca import agents

    try:
        return agents.make_from_spec(spec, game)
    except LudotecaError as error:
        raise AssignmentError(f"the opponent {spec!r}: {error}") from None
