"""Settings of an agent chosen by playing: successive halving or SPSA on paired games, then a sequential test.

**Successive halving** (Jamieson and Talwalkar 2016): many candidates play few games against the reference; the better
half plays twice as many; and so on. Good for choices and coarse grids.

**SPSA** (Spall 1992, as used for chess engines): all numbers are moved together, up or down at random; the two versions
play each other on the same deals from both sides, and the numbers follow the result. Good for several numbers at once.

Whatever is found then plays the reference in a sequential test: the search looked at many results and its own best is
flattered; the test starts from new deals.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from ludoteca import agents
from ludoteca.core.errors import StoreError, TournamentError, UnknownName
from ludoteca.core.files import write_atomic
from ludoteca.core.halving import better_half, count_rounds
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.lab.description import Description, load_game
from ludoteca.lab.parallel import WorkerPool
from ludoteca.lab.ranges import Range, list_candidates, show_place
from ludoteca.lab.statistics import Interval
from ludoteca.lab.tallies import collect_scores
from ludoteca.lab.tournament import Outcome, run_tournament

Found = tuple[dict[str, str], list[dict[str, Any]]]  # the settings that were found, and what was tried


@dataclass(frozen=True)
class Problem:
    """What to tune, against whom, and with how many games."""

    game: str
    agent: str
    """The agent and its fixed settings, as in mcts:iterations=500. It is also the reference, as it is."""
    ranges: tuple[Range, ...]
    games: int = 2000
    """For the search; the confirmation comes on top."""
    seed: int = 0
    setup: Mapping[str, Any] = field(default_factory=dict)
    opening: int = 0
    h1: float | None = None
    """The confirmation asks: no better, or so much better? In Elo for two seats (30 if left out), else in points of
    the mean return (a twentieth of its range if left out)."""
    confirm_games: int = 2000

    def check(self) -> None:
        if not self.ranges:
            raise TournamentError("there is nothing to tune: name a setting and its range")
        game = load_game(self.game)
        for bound in self.ranges:
            for value in bound.choices or (bound.show(bound.low), bound.show(bound.high)):
                agents.make_from_spec(with_settings(self.agent, {bound.name: value}), game)
        if game.info.co_operative:
            raise TournamentError("tuning compares agents that play against each other; this game is co-operative")

    def effect(self) -> float:
        """What the confirmation asks for."""
        if self.h1 is not None:
            return self.h1
        game = load_game(self.game)
        if game.seats(game.start(dict(self.setup))) == 2:
            return 30.0
        return (game.info.max_return - game.info.min_return) / 20


def with_settings(spec: str, values: Mapping[str, str]) -> str:
    """The agent with these settings changed or added."""
    name, options = agents.parse_spec(spec)
    merged = {**options, **values}
    return f"{name}:{','.join(f'{key}={value}' for key, value in merged.items())}" if merged else name


@dataclass
class Tuned:
    """What was found and whether it holds."""

    settings: dict[str, str]
    spec: str
    reference: str
    history: list[dict[str, Any]]
    games: int
    verdict: str = "not asked"
    llr: float = 0.0
    confirmed_games: int = 0
    score: float | None = None
    """Of the found agent against the reference, in the confirmation."""
    score_95: Interval | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Meetings:
    """Plays two agents on common deals; every meeting in a folder of its own, so that a search can be continued."""

    def __init__(self, problem: Problem, folder: Path, pool: WorkerPool) -> None:
        self.problem, self.folder, self.pool = problem, folder, pool
        self.games = 0

    def play(self, label: str, first: str, second: str, games: int, stop: Mapping[str, Any] | None = None) -> Outcome:
        problem = self.problem
        description = Description(
            problem.game, {"first": first, "second": second}, games, split_seed(problem.seed, label), "test",
            setup=dict(problem.setup), opening=problem.opening, stop=stop or {},
        )  # fmt: skip
        folder = self.folder / label
        outcome = run_tournament(description, folder, self.pool, resume=(folder / "tournament.json").exists())
        if outcome.ended == "interrupted":
            raise KeyboardInterrupt
        self.games += len(outcome.rows)
        return outcome


def score_of(outcome: Outcome) -> tuple[float, Interval]:
    """The share that the first agent took of its meetings with the second, a draw half, and its 95 % interval."""
    scores = collect_scores(outcome.rows)
    share = scores.mean()
    assert share is not None, "a tournament has at least one game"
    return share, scores.share_interval()


def successive_halving(problem: Problem, meetings: Meetings, report: Report, candidates: int = 16) -> Found:
    """The settings that are left when the worse half was dropped again and again."""
    random = Random(split_seed(problem.seed, "candidates"))
    left = list_candidates(problem.ranges, candidates, random)
    rounds = int(count_rounds(len(left)))
    history: list[dict[str, Any]] = []
    for turn in range(rounds):
        each = max(2, problem.games // rounds // len(left))
        scores = []
        for i, settings in enumerate(left):
            report(f"round {turn + 1} of {rounds}: candidate {i + 1} of {len(left)}, {each} games", turn, rounds)
            spec = with_settings(problem.agent, settings)
            score, interval = score_of(meetings.play(f"round-{turn}-{i}", spec, problem.agent, each))
            scores.append(score)
            trial = {"settings": settings, "games": each, "score": score, "score_95": interval}
            history.append({"round": turn, **trial})
        left = better_half(left, scores)
    return left[0], history


def spsa(problem: Problem, meetings: Meetings, report: Report, steps: int = 40) -> Found:
    """Simultaneous perturbation: the settings at the end. Numbers are scaled so that a range is one long."""
    if any(bound.choices for bound in problem.ranges):
        raise TournamentError("spsa tunes numbers only: use halving for choices")
    random = Random(split_seed(problem.seed, "spsa"))
    each = max(2, problem.games // steps)
    place = [0.5] * len(problem.ranges)
    history: list[dict[str, Any]] = []
    for step in range(steps):
        width = 0.2 / (step + 1) ** 0.101  # the exponents that Spall advises
        gain = 0.12 / (step + 1 + 0.1 * steps) ** 0.602
        signs = [random.choice((-1, 1)) for _ in place]
        moved = list(zip(place, signs, strict=True))
        up, down = (
            with_settings(problem.agent, show_place(problem.ranges, [x + side * width * s for x, s in moved]))
            for side in (1, -1)
        )
        even = 0.5, (0.0, 1.0)
        score, interval = score_of(meetings.play(f"step-{step}", up, down, each)) if up != down else even
        move = gain * (2 * score - 1) / width
        place = [min(1.0, max(0.0, x + move * s)) for x, s in moved]
        settings = show_place(problem.ranges, place)
        history.append({"step": step, "settings": settings, "games": each, "score": score, "score_95": interval})
        report(f"step {step + 1} of {steps}: {settings}", step + 1, steps)
    return show_place(problem.ranges, place), history


METHODS = {"halving": successive_halving, "spsa": spsa}


def tune(problem: Problem, method: str, folder: Path, pool: WorkerPool, report: Report = silent) -> Tuned:
    """Search, then confirm. Every game is kept under `folder`; the same call again continues it."""
    if method not in METHODS:
        raise UnknownName("method", method, METHODS)
    problem.check()
    _claim(folder, {"method": method, **asdict(problem)})
    meetings = Meetings(problem, folder, pool)
    settings, history = METHODS[method](problem, meetings, report)
    spec = with_settings(problem.agent, settings)
    tuned = Tuned(settings, spec, problem.agent, history, meetings.games)
    report(f"confirming {spec} against {problem.agent}", 0, 0)
    stop = {"sprt": {"h0": 0.0, "h1": problem.effect()}}
    outcome = meetings.play("confirmation", spec, problem.agent, problem.confirm_games, stop)
    tuned.verdict, tuned.llr = outcome.verdict.verdict, outcome.verdict.llr
    tuned.confirmed_games = len(outcome.rows)
    tuned.score, tuned.score_95 = score_of(outcome)
    return tuned


def _claim(folder: Path, plan: dict[str, Any]) -> None:
    """Begin in an empty folder, or continue in one that holds the same search."""
    file, text = folder / "tuning.json", json.dumps(plan, indent=2) + "\n"
    if file.exists():
        if file.read_text(encoding="utf-8") != text:
            raise StoreError(f"{folder} holds another search: nothing was changed; choose another folder")
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StoreError(f"{folder} holds other files: nothing was changed; choose another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(file, text)
    except OSError as error:
        raise StoreError(f"cannot write {file}: {error.strerror}") from None
