"""Games of a student's function against a yardstick, with an interval."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.core.arrays import State
from ludoteca.core.rng import split_seed
from ludoteca.lab.match import Conditions, play_series
from ludoteca.lab.match.clock import Player
from ludoteca.lab.statistics import DealValues
from ludoteca.lessons.desk import Desk, Reply, Wrong
from ludoteca.lessons.trials import Trial, require_legal
from ludoteca.protocol import Analysis, Decision, Game

Arguments = Callable[[State, int, int], tuple[Any, ...]]
"""(view, seat, seed) -> what the function is called with."""


class StudentPlayer:
    """A student's function at a match. What it did wrong is kept: a match would only call it a forfeit."""

    def __init__(self, desk: Desk, function: str, game_name: str, game: Game, arguments: Arguments) -> None:
        self.desk, self.function, self.game_name, self.game = desk, function, game_name, game
        self.arguments = arguments
        self.wrong: Wrong | None = None
        self.seed = 0
        self.turns = 0

    def reseed(self, seed: int) -> None:
        self.seed, self.turns = seed, 0

    def ask(self, trial: Trial) -> Reply:
        """The answer whose value is the action."""
        return self.desk.call(self.function, *trial.arguments)

    def decide(self, view: State, budget: Any = None, watch: Any = None) -> Decision:
        self.turns += 1
        seed = split_seed(self.seed, self.turns) % 2**48
        trial = Trial(self.game_name, view, self.arguments(view, self.game.mover(view), seed))
        try:
            reply = self.ask(trial)
            require_legal(self.function, trial, reply)
        except Wrong as wrong:
            self.wrong = wrong
            raise
        return Decision(int(reply.value), Analysis())


class RandomPlayer:
    """A yardstick that plays at random: the same from the same seed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.random = random.Random(0)

    def reseed(self, seed: int) -> None:
        self.random = random.Random(seed)

    def decide(self, view: State, budget: Any = None, watch: Any = None) -> Decision:
        return Decision(self.random.choice(self.game.legal_actions(view)), Analysis())


@dataclass(frozen=True)
class Standing:
    """How a series went."""

    games: int
    won: int
    drawn: int
    won_first: int
    """Games won in seat 0."""
    share: float
    low: float
    high: float

    def tell(self, opponent: str) -> str:
        lost = self.games - self.won - self.drawn
        return (
            f"{self.games} games against {opponent}: {self.won} won, {self.drawn} drawn, {lost} lost; "
            f"{self.share:.0%} of the points (95 %: {self.low:.0%} to {self.high:.0%})"
        )


def play_yardstick(
    game: Game,
    student: StudentPlayer,
    opponents: Sequence[Player | str],
    games: int,
    plan: tuple[int, int, Any] = (1, 0, None),
) -> Standing:
    """Play so many games, every deal from every seat. `plan` is (seed, random opening actions, setup)."""
    seed, opening, setup = plan
    points, won, drawn, first = DealValues(), 0, 0, 0
    players: list[Player | str] = [student, *opponents]
    conditions = Conditions(opening=opening)
    for number, seating, match in play_series(game, players, games, seed, setup, conditions):
        if student.wrong is not None:
            raise student.wrong
        assert match.result is not None
        own, best = match.result.returns[seating.index(0)], max(match.result.returns)
        tied = own == best and list(match.result.returns).count(best) > 1
        wins = own == best and not tied
        won, drawn, first = won + wins, drawn + tied, first + (wins and seating[0] == 0)
        points.add(number // len(players), 0.5 if tied else float(own == best))
    low, high = points.share_interval()
    return Standing(games, won, drawn, first, points.mean() or 0.0, low, high)


def require_share(standing: Standing, opponent: str, least: float) -> str:
    """What to say of a series that reached the mark; Wrong if it did not."""
    told = standing.tell(opponent)
    if standing.share + 1e-9 < least:
        raise Wrong(f"{told}; at least {least:.0%} is needed")
    return told
