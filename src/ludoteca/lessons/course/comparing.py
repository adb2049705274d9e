"""Lesson 8: is A better than B?"""

import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from ludoteca.lab.statistics import wilson
from ludoteca.lessons.desk import Desk, Wrong
from ludoteca.lessons.judging import Exercise, Passed, Question
from ludoteca.lessons.values import show_answer

SHARES, SIZES = (0.5, 0.8, 0.95), (20, 60)
LEAST_COVERAGE, WIDEST = 0.90, 1.35
RUNS, PAIRS = 120, 150
VERDICTS = ("A", "B", "unclear")
Interval = tuple[float, float]


def _ask_interval(desk: Desk, wins: int, draws: int, losses: int) -> Interval:
    value = desk.call("interval", wins, draws, losses).value
    is_pair = isinstance(value, list) and len(value) == 2 and all(type(x) in (int, float) for x in value)
    if not is_pair or not value[0] <= value[1]:
        raise Wrong(
            f"`interval({wins}, {draws}, {losses})` returns {show_answer(value)}; right is a pair (low, high) of "
            "numbers"
        )
    return float(value[0]), float(value[1])


def check_form(desk: Desk) -> str:
    for wins, draws, losses in ((10, 0, 0), (0, 0, 10), (7, 0, 3), (30, 40, 30), (1, 0, 0)):
        low, high = _ask_interval(desk, wins, draws, losses)
        share = (wins + draws / 2) / (wins + draws + losses)
        if not 0.0 <= low <= high <= 1.0 + 1e-9:
            raise Wrong(
                f"`interval({wins}, {draws}, {losses})` is {low:.3f} to {high:.3f}: a share lies between 0 and 1 (not "
                "percent)"
            )
        if not low - 1e-9 <= share <= high + 1e-9:
            why = "is a draw half a point?" if draws else "it must hold the share of points itself"
            raise Wrong(
                f"`interval({wins}, {draws}, {losses})` is {low:.3f} to {high:.3f} and does not hold {share:.3f}: {why}"
            )
        if high - low < 1e-6:
            raise Wrong(
                f"`interval({wins}, {draws}, {losses})` has no width: after {wins + losses} games nobody knows the "
                "share exactly. The usual formula p ± 2·sqrt(p(1-p)/n) breaks down at 0 and 1; Wilson's interval "
                "does not"
            )
    return "five intervals of the right form"


def check_draws(desk: Desk) -> str:
    low, high = _ask_interval(desk, 20, 60, 20)
    if abs((low + high) / 2 - 0.5) > 0.02:
        raise Wrong(
            f"20 wins, 60 draws and 20 losses are half of the points, and your interval is {low:.2f} to {high:.2f}: a "
            "draw is half a point, neither a loss nor nothing"
        )
    other = _ask_interval(desk, 50, 0, 50)
    if high - low > 1.02 * (other[1] - other[0]):
        raise Wrong("draws must not make the interval wider: they count as games, too")
    return "a draw is half a point"


def check_coverage(desk: Desk) -> str:
    """The exact share of all outcomes whose interval holds the true value."""
    told = []
    for n in SIZES:
        intervals = [_ask_interval(desk, wins, 0, n - wins) for wins in range(n + 1)]
        for p in SHARES:
            odds = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
            holds = sum(q for q, (low, high) in zip(odds, intervals, strict=True) if low - 1e-12 <= p <= high + 1e-12)
            width = sum(q * (high - low) for q, (low, high) in zip(odds, intervals, strict=True))
            usual = sum(q * (wilson(k, n)[1] - wilson(k, n)[0]) for k, q in enumerate(odds))
            _judge_interval(n, p, holds, width / usual)
            told.append(holds)
    return (
        f"the true share is inside in {min(told):.1%} to {max(told):.1%} of all series of {SIZES[0]} and {SIZES[1]} "
        "games"
    )


def _judge_interval(n: int, p: float, holds: float, width: float) -> None:
    if width > WIDEST:
        raise Wrong(
            f"your interval is {width:.1f} times as wide as need be ({n} games, true share {p:g}). The spread of a "
            "*mean* of n games is the spread of one game divided by sqrt(n)"
        )
    if holds < LEAST_COVERAGE:
        more = "it is too narrow: 95 % needs 1.96 standard errors to each side"
        if p == max(SHARES):
            more = "near 0 and 1 the usual formula p ± 2·sqrt(p(1-p)/n) fails; use Wilson's interval"
        raise Wrong(
            f"a player who wins {p:g} of all games plays {n}: your interval holds {p:g} in {holds:.0%} of all cases; "
            f"{more}"
        )


def check_needed(desk: Desk) -> str:
    margins = (0.05, 0.02, 0.1)
    answers = [desk.call("games_needed", margin).value for margin in margins]
    for margin, answer in zip(margins, answers, strict=True):
        if type(answer) not in (int, float) or not answer > 0:
            raise Wrong(f"`games_needed({margin})` returns {show_answer(answer)}; right is a number of games")

    def fits(formula: Callable[[float], float]) -> bool:
        return all(abs(a - formula(m)) <= 0.03 * formula(m) + 1.5 for a, m in zip(answers, margins, strict=True))

    if fits(lambda m: (1.96 / (2 * m)) ** 2):
        return "385 games for ± 5 points of percent"
    ideas: dict[str, Callable[[float], float]] = {
        "it takes four times the games to halve the margin: is a square missing?": lambda m: 1.96 / (2 * m),
        "for 95 % the margin is 1.96 standard errors, not one": lambda m: (1 / (2 * m)) ** 2,
        "the spread of one game at 50 % is 0.5, not 1": lambda m: (1.96 / m) ** 2,
        "the margin is to *each* side: the whole interval is twice as wide": lambda m: (1.96 / m / 4) ** 2,
    }
    words = next((words for words, formula in ideas.items() if fits(formula)), "n = (1.96 · 0.5 / margin)²")
    raise Wrong(f"for a margin of ± 0.05 at 95 % (two equal players) 385 games are needed, not {answers[0]:g}: {words}")


# --- the verdict -----------------------------------------------------------------------------------------------------


def _series(chances: tuple[float, float], rng: random.Random, pairs: int = PAIRS) -> list[list[int]]:
    """Deals played from both seats: A's points as first and as second, by A's chances there."""
    return [[int(rng.random() < chances[0]), int(rng.random() < chances[1])] for _ in range(pairs)]


def _verdicts(desk: Desk, chances: tuple[float, float], seed: int) -> Counter[str]:
    rng = random.Random(seed)
    found: Counter[str] = Counter()
    for _ in range(RUNS):
        found[_ask_verdict(desk, _series(chances, rng))] += 1
    return found


def _ask_verdict(desk: Desk, pairs: list[list[int]]) -> str:
    value: Any = desk.call("verdict", pairs).value
    if value not in VERDICTS:
        raise Wrong(f'`verdict` returns {show_answer(value)}; right is "A", "B" or "unclear"')
    return str(value)


def check_alarms(desk: Desk) -> str:
    """Two equal players: a verdict is a false alarm."""
    worst = 0.0
    for chances, seed in (((0.5, 0.5), 1), ((0.9, 0.1), 2)):
        found = _verdicts(desk, chances, seed)
        alarms = 1 - found["unclear"] / RUNS
        worst = max(worst, alarms)
        if alarms > 0.05 + 5 * math.sqrt(0.05 * 0.95 / RUNS):
            raise Wrong(
                f"two players who are equal ({PAIRS} deals, {RUNS} times): your `verdict` names a better one in "
                f"{alarms:.0%} of the series; at 95 % about 5 % are allowed. Who has more points is not enough: is "
                "zero outside the interval of the mean difference?"
            )
    few = _ask_verdict(desk, [[1, 1], [1, 1], [1, 0]])
    if few != "unclear":
        raise Wrong(f'three deals, and your `verdict` says "{few}": with fewer than five deals the answer is "unclear"')
    drawn = _ask_verdict(desk, [[0.5, 0.5]] * 20)  # type: ignore[list-item]
    if drawn != "unclear":
        raise Wrong(f'20 deals, all drawn, and your `verdict` says "{drawn}"')
    return f"at most {worst:.0%} false alarms in {RUNS} series of equal players"


def check_power(desk: Desk) -> Passed:
    """A small advantage that only the pairs show: the first seat wins nearly always."""
    shares = []
    for chances, right, seed in (((0.97, 0.13), "A", 3), ((0.87, 0.03), "B", 4)):
        found = _verdicts(desk, chances, seed)
        wrong = next(name for name in ("B", "A") if name != right)
        if found[wrong] > found[right]:
            raise Wrong(
                f'{right} is better, and your `verdict` says "{wrong}" more often: points are A\'s, from 0 to 1'
            )
        shares.append(found[right] / RUNS)
        if shares[-1] < 0.7:
            raise Wrong(
                f"{right} is better by 5 points of percent, and the seat decides most games: your `verdict` sees it "
                f"in {shares[-1]:.0%} of {RUNS} series of {PAIRS} deals; about 90 % is possible. Take the mean of "
                "each *deal* first: what the seat brings is in both of its games and cancels. Then ask how much "
                "these means vary"
            )
    return Passed(f"a better player is seen in {min(shares):.0%} of {RUNS} series")


LESSON = Exercise(
    "comparing",
    "Is A better than B?",
    (
        Question("form", "an interval for a share of points", 1, check_form),
        Question("draws", "a draw is half a point", 1, check_draws),
        Question("coverage", "95 % means 95 %", 3, check_coverage),
        Question("needed", "how many games it takes", 1, check_needed),
        Question("alarms", "no verdict without evidence", 2, check_alarms),
        Question("power", "deals are pairs", 2, check_power),
    ),
)
