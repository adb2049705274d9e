"""Lesson 7: information sets."""

import math
from itertools import permutations
from typing import Any

from ludoteca.core.arrays import State
from ludoteca.lessons.desk import Desk, Reply, Wrong
from ludoteca.lessons.games import find_game
from ludoteca.lessons.judging import Exercise, Passed, Question
from ludoteca.lessons.policies import POLICIES, Policy
from ludoteca.lessons.trials import Trial, after, call_unchanged, position, require_legal, require_number, show_position
from ludoteca.lessons.values import Nonsense, a_game, a_policy, a_random, a_state, show_answer
from ludoteca.protocol import Game

NAME = "kuhn"
PASS, BET = 0, 1
LINES = ((), (PASS,), (BET,), (PASS, BET))
"""What can have been played when somebody is to move."""
WORLDS, SAMPLES, SIGMAS = 120, 300, 5.0
RIVALS, CLEAR, SEEDS = ("caller", "coward"), 0.9, 3
"""Against whom decisions are checked, in views where one action is better by so many chips, with so many seeds."""


def deal(first: int, second: int, line: tuple[int, ...] = ()) -> State:
    return position(NAME, (first, second, *line))


def possible(game: Game, view: State, seat: int) -> list[State]:
    """Every whole state that looks like this to the seat."""
    line = tuple(int(bet) for bet in view.bets[: int(view.ply)])
    worlds = [deal(first, second, line) for first, second in permutations(range(3), 2)]
    return [world for world in worlds if game.same(game.observe(world, seat), view)]


def expect(game: Game, s: State, seat: int, policy: Policy) -> dict[float, float]:
    """How likely each return is for this seat, if both seats follow the policy from here on."""
    if game.is_over(s):
        return {game.returns(s)[seat]: 1.0}
    found: dict[float, float] = {}
    for action, p in policy(game.observe(s, game.mover(s))).items():
        if p > 0:
            for value, share in expect(game, after(game, s, action), seat, policy).items():
                found[value] = found.get(value, 0.0) + p * share
    return found


def value_of(game: Game, view: State, seat: int, action: int, policy: Policy) -> tuple[float, float]:
    """Mean and spread of what an action earns, over the possible worlds."""
    odds: dict[float, float] = {}
    worlds = possible(game, view, seat)
    for world in worlds:
        for value, p in expect(game, after(game, world, action), seat, policy).items():
            odds[value] = odds.get(value, 0.0) + p / len(worlds)
    mean = sum(value * p for value, p in odds.items())
    return mean, math.sqrt(max(0.0, sum(p * (value - mean) ** 2 for value, p in odds.items())))


# --- the questions ---------------------------------------------------------------------------------------------------


def check_key(desk: Desk) -> Passed:
    """Equal keys for what a seat cannot tell apart, other keys for the rest."""
    game = find_game(NAME)
    known: dict[Any, tuple[bytes, State]] = {}
    for seat in (0, 1):
        known.clear()
        for cards in permutations(range(3), 2):
            for line in LINES:
                s = deal(*cards, line)
                trial = Trial(NAME, s, (a_game(NAME), a_state(NAME, s), seat))
                key = _key_of(call_unchanged(desk, "information_set", trial), trial)
                _compare_key(game, known, (key, s, seat))
    return Passed("24 states seen from both seats")


def _key_of(reply: Reply, trial: Trial) -> Any:
    if reply.value is None or isinstance(reply.value, Nonsense | dict):
        raise Wrong(
            f"`information_set` returns {show_answer(reply.value)}; a key is bytes, text, a number or a tuple of such",
            show_position(trial),
        )
    return tuple(map(repr, reply.value)) if isinstance(reply.value, list) else repr(reply.value)


def _compare_key(game: Game, known: dict[Any, tuple[bytes, State]], found: tuple[Any, State, int]) -> None:
    key, s, seat = found
    view = game.observe(s, seat).tobytes()
    twin = next(
        (other for other_key, (other_view, other) in known.items() if other_view == view and other_key != key), None
    )
    if twin is not None:
        raise Wrong(
            f"seat {seat} cannot tell these two states apart, and gets two keys: the key must come from what the seat "
            "sees, `game.observe(state, seat)`",
            f"{game.draw(twin)}\n{game.draw(s)}",
        )
    if key in known and known[key][0] != view:
        raise Wrong(
            f"seat {seat} can tell these two states apart, and gets one key for both: all that the seat sees belongs "
            "to the key, its own card and what was played",
            f"{game.draw(known[key][1])}\n{game.draw(s)}",
        )
    known[key] = (view, s)


def check_worlds(desk: Desk) -> Passed:
    game = find_game(NAME)
    for seat, line in ((0, ()), (1, (PASS,)), (1, (BET,)), (0, (PASS, BET))):
        whole = deal(1, 2, line)
        view = game.observe(whole, seat)
        trial = Trial(NAME, view, (a_game(NAME), a_state(NAME, view), seat, a_random(7), WORLDS))
        reply = call_unchanged(desk, "worlds", trial)
        _check_worlds(game, trial, reply, (view, seat))
    return Passed(f"{WORLDS} worlds in each of 4 positions: all possible, each about equally often")


def _check_worlds(game: Game, trial: Trial, reply: Reply, seen: tuple[State, int]) -> None:
    view, seat = seen
    found = reply.value
    if not isinstance(found, list) or len(found) != WORLDS or not all(isinstance(world, bytes) for world in found):
        count = f"a list of {len(found)}" if isinstance(found, list) else show_answer(found)
        raise Wrong(f"`worlds` returns {count}; right is a list of {WORLDS} states", show_position(trial))
    allowed = [world.tobytes() for world in possible(game, view, seat)]
    if view.tobytes() in found:
        raise Wrong(
            "a world of yours still has a hidden card in it: complete the view by `game.guess(view, seat, ...)`",
            show_position(trial),
        )
    strange = next((world for world in found if world not in allowed), None)
    if strange is not None:
        shown = f"the view: {game.draw(view)}\nyour world: {game.draw(game.from_bytes(strange))}"
        raise Wrong(
            "a world of yours contradicts what the seat knows: its own card and what was played must stay", shown
        )
    counts = [found.count(world) for world in allowed]
    if 0 in counts:
        raise Wrong(
            f"{WORLDS} worlds, and all are the same: draw a new guess for each, from a generator that goes on. "
            "`new_rng(seed)` made anew inside the loop begins at the same place each time",
            show_position(trial),
        )
    if abs(counts[0] - WORLDS / 2) > SIGMAS * math.sqrt(WORLDS / 4):
        raise Wrong(
            f"the two possible worlds came {counts[0]} and {counts[1]} times: they are equally likely",
            show_position(trial),
        )


def _value_trial(seat: int, cards: tuple[int, int], line: tuple[int, ...], asked: tuple[int, str]) -> Trial:
    game = find_game(NAME)
    view = game.observe(deal(*cards, line), seat)
    action, policy = asked
    arguments = (a_game(NAME), a_state(NAME, view), seat, action, a_policy(policy, NAME), a_random(3), SAMPLES)
    return Trial(NAME, view, arguments, (seat, action, policy))


VALUES = tuple(
    _value_trial(seat, cards, line, (action, policy))
    for seat, cards, line in ((0, (0, 2), ()), (1, (2, 1), (BET,)), (1, (2, 0), (PASS,)))
    for action in (PASS, BET)
    for policy in ("caller", "coward")
)


def check_values(desk: Desk) -> Passed:
    game = find_game(NAME)
    answers = []
    for trial in VALUES:
        reply = call_unchanged(desk, "action_value", trial)
        require_number("action_value", trial, reply)
        answers.append(float(reply.value))
    rights = [_right(trial) for trial in VALUES]
    wrong = [i for i, (mean, spread) in enumerate(rights) if abs(answers[i] - mean) > _allowed(spread)]
    if not wrong:
        return Passed(f"{len(VALUES)} values right to within sampling error")
    words = _explain_values(game, answers, rights)
    trial, (mean, spread) = VALUES[wrong[0]], rights[wrong[0]]
    seat, action, policy = trial.given
    fact = (
        f"for seat {seat}, action {game.format_action(trial.state, action)} against `{policy}` it returns "
        f"{answers[wrong[0]]:.2f}; right is {mean:.2f}, give or take {_allowed(spread):.2f}"
    )
    raise Wrong(f"{words}{fact}", show_position(trial))


def _allowed(spread: float) -> float:
    return SIGMAS * spread / math.sqrt(SAMPLES) + 1e-9


def _right(trial: Trial) -> tuple[float, float]:
    seat, action, policy = trial.given
    return value_of(find_game(NAME), trial.state, seat, action, POLICIES[policy])


def _explain_values(game: Game, answers: list[float], rights: list[tuple[float, float]]) -> str:
    def fits(values: list[float]) -> bool:
        pairs = zip(answers, values, rights, strict=True)
        return all(abs(answer - value) <= _allowed(spread) for answer, value, (_, spread) in pairs)

    if fits([mean if trial.given[0] == 0 else -mean for trial, (mean, _) in zip(VALUES, rights, strict=True)]):
        return "your values are those of the first seat: take `game.returns(state)[seat]`. "
    if fits([mean * SAMPLES for mean, _ in rights]):
        return "you return the sum over the worlds: divide by their number. "
    singles = [[_single(game, trial, place) for trial in VALUES] for place in (0, 1)]
    if all(
        min(a, b) - 1e-9 <= answer <= max(a, b) + 1e-9 and answer in (a, b)
        for answer, a, b in zip(answers, *singles, strict=True)
    ):
        return "your values are those of a single world: average over `n` of them. "
    return ""


def _single(game: Game, trial: Trial, place: int) -> float:
    """The value in one of the two worlds."""
    seat, action, policy = trial.given
    world = possible(game, trial.state, seat)[place]
    game.play(world, action)
    return sum(value * p for value, p in expect(game, world, seat, POLICIES[policy]).items())


def check_hidden(desk: Desk) -> str:
    """The opponent's policy must not see our card."""
    for trial in VALUES[:8]:
        reply = desk.call("action_value", *trial.arguments)
        if reply.trace.get("peeks", 0):
            raise Wrong(
                "you show the policy a whole world, with the card that its seat may not know: a policy that looked "
                "would play better than it can. Give it `game.observe(world, game.mover(world))`",
                show_position(trial),
            )
    return "each policy saw its own seat's view and no more"


def check_choice(desk: Desk) -> str:
    """In every view where one action is clearly better, on average over the worlds."""
    game = find_game(NAME)
    asked = 0
    for name in RIVALS:
        for view, seat in _views(game):
            values = [value_of(game, view, seat, action, POLICIES[name])[0] for action in (PASS, BET)]
            if abs(values[0] - values[1]) < CLEAR:
                continue
            for seed in range(SEEDS):
                asked += 1
                _check_choice(desk, (view, seat, name, seed), values)
    return f"{asked} decisions, each the better one on average over the worlds"


def _views(game: Game) -> list[tuple[State, int]]:
    """Every view that a seat can have when it is to move."""
    whole = [deal(*cards, line) for line in LINES for cards in permutations(range(3), 2)]
    seen = {game.observe(s, game.mover(s)).tobytes(): game.mover(s) for s in whole}
    return [(game.from_bytes(view), seat) for view, seat in seen.items()]


def _check_choice(desk: Desk, asked: tuple[State, int, str, int], values: list[float]) -> None:
    view, seat, policy, seed = asked
    game = find_game(NAME)
    arguments = (a_game(NAME), a_state(NAME, view), seat, a_policy(policy, NAME), a_random(seed), WORLDS)
    trial = Trial(NAME, view, arguments)
    reply = call_unchanged(desk, "choose", trial)
    require_legal("choose", trial, reply)
    if values[reply.value] == max(values):
        return
    chosen, better = (game.format_action(view, one) for one in (reply.value, 1 - reply.value))
    raise Wrong(
        f"against `{policy}` your `choose` plays {chosen}, worth {values[reply.value]:+.2f} on average over the "
        f"worlds; {better} is worth {max(values):+.2f}. Take the action with the best *average*: the one that is best "
        "in most worlds, or in one of them, may lose much in the others",
        show_position(trial),
    )


LESSON = Exercise(
    "information",
    "Information sets",
    (
        Question("key", "one key for what a seat cannot tell apart", 2, check_key),
        Question("worlds", "worlds that are possible, each equally often", 2, check_worlds),
        Question("values", "the value of an action, averaged over worlds", 3, check_values),
        Question("hidden", "the opponent sees only its own card", 1, check_hidden),
        Question("choice", "one decision for all worlds", 2, check_choice),
    ),
)
