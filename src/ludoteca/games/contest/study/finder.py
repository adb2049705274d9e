"""The four moves that win most against a roster: successive halving over simulated contests, then local search.

In the first rounds the game's own bots play: `prudent` the moveset, `console` the opponents. In the finals a search
plays the moveset, since a bot does not plan combinations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from ludoteca.core.arrays import Array
from ludoteca.core.errors import SetupError
from ludoteca.core.halving import better_half
from ludoteca.core.progress import Report
from ludoteca.core.rng import below, new_rng, shuffle, split_seed
from ludoteca.games import load
from ludoteca.games.contest import state as st
from ludoteca.games.contest.bots import CONSOLE, PRUDENT
from ludoteca.games.contest.catalogue import list_moves, list_pool, move_of
from ludoteca.games.contest.contestants import Contestant, find_contestant
from ludoteca.games.contest.game import write_moves
from ludoteca.games.contest.levels import improved_spec
from ludoteca.games.contest.study.samples import play_contest
from ludoteca.lab.match import Bots, play_batch, repeat_states
from ludoteca.lab.statistics import wilson
from ludoteca.protocol import State, new_states

ME = 0  # the seat of the moveset; its position in the first order differs from contest to contest
MAX_MOVESETS = 3000  # in the first round
FIRST_CONTESTS, MAX_CONTESTS = 60, 4000  # of a moveset in the first and in the last rounds of halving
EXCHANGES = 3
FINALISTS = 6


@dataclass(frozen=True)
class MovesetResult:
    """A moveset, and its wins and hearts in one round."""

    moves: tuple[int, ...]
    wins: int
    contests: int
    hearts: float

    @property
    def rate(self) -> float:
        return self.wins / self.contests

    @property
    def score(self) -> tuple[int, float]:
        """Larger is better: wins, then mean hearts."""
        return self.wins, self.hearts

    def to_json(self) -> dict[str, Any]:
        low, high = wilson(self.wins, self.contests)
        names = [move_of(number).english for number in self.moves]
        return {
            "moves": names,
            "italian": [move_of(number).italian for number in self.moves],
            "wins": self.wins,
            "contests": self.contests,
            "rate": self.rate,
            "rate_95": [low, high],
            "hearts": self.hearts,
        }


class Finder:
    """Finds movesets for one condition, mode and pool of opponents."""

    def __init__(
        self,
        condition: str,
        opponents: Sequence[Contestant],
        mode: str = "game",
        seed: int = 1,
        lineups: int = 60,
    ) -> None:
        if len(opponents) < st.SEATS - 1:
            raise SetupError(f"three opponents are needed at least, not {len(opponents)}")
        self.game = load("contest")
        self.condition, self.mode, self.seed = condition, mode, seed
        self.lineups = [self._draw_lineup(opponents, i) for i in range(lineups)]
        self.roots = new_states(self.game.state_dtype, lineups)
        self.bots = Bots.seated(self.game, [PRUDENT, *[CONSOLE] * (st.SEATS - 1)])

    def _draw_lineup(self, opponents: Sequence[Contestant], number: int) -> tuple[list[Contestant], Array]:
        """Three opponents, and an order for the first turn."""
        rng = new_rng(self.seed, "lineup", number)
        chosen = np.arange(len(opponents))
        shuffle(rng, chosen, len(chosen))
        order = np.arange(st.SEATS)
        shuffle(rng, order, st.SEATS)
        return [opponents[i] for i in chosen[: st.SEATS - 1]], order

    def start(self, moves: tuple[int, ...], number: int) -> State:
        """The first position of the n-th line-up, with this moveset at seat ME."""
        others, order = self.lineups[number]
        me = Contestant("Finder", "Ditto", moves)
        s = self.game.start(condition=self.condition, mode=self.mode, contestants=[me, *others])
        s.order[:] = order
        return s

    def measure(self, moves: tuple[int, ...], contests: int, seed: int) -> MovesetResult:
        """Play contests between bots, the line-ups in turn."""
        if not self.roots[0].effects.any():
            for i in range(len(self.lineups)):
                self.roots[i] = self.start(moves, i)
        write_moves(self.roots, ME, moves, self.condition)
        states = repeat_states(self.game, self.roots, contests)
        play_batch(self.game, states, self.bots, new_rng(seed, "found")[None, :])
        hearts = states.totals[:, ME].sum(dtype=np.int64)
        return MovesetResult(moves, int((states.winner == ME).sum()), contests, hearts / contests)

    def measure_search(self, moves: tuple[int, ...], contests: int, iterations: int) -> MovesetResult:
        """Play contests in which a search plays the moveset, against `console`."""
        specs = [improved_spec("lead", iterations), *["bot:bot=console"] * (st.SEATS - 1)]
        wins, hearts = 0, 0
        for i in range(contests):
            s = play_contest(self.start(moves, i % len(self.lineups)), specs, split_seed(self.seed, "search", i))
            wins += int(s.winner) == ME
            hearts += int(s.totals[ME])
        return MovesetResult(moves, wins, contests, hearts / contests)

    def find(self, allowed: Sequence[int], contests: int, iterations: int, report: Report) -> list[MovesetResult]:
        """The best movesets of the allowed moves, best first."""
        numbers = sorted(set(allowed))
        if len(numbers) < st.MOVES:
            raise SetupError(f"four moves to choose from are needed at least, not {len(numbers)}")
        best = self.halve(list_movesets(numbers, self.seed), "first rounds", report)
        best = self.exchange_moves(best, numbers, report)
        finalists = list(dict.fromkeys(result.moves for result in best))[:FINALISTS]
        finals = []
        for i, moves in enumerate(finalists):
            report("finals", i, len(finalists))
            finals.append(self.measure_search(moves, contests, iterations))
        return sorted(finals, key=lambda result: (-result.rate, -result.hearts))

    def exchange_moves(self, best: list[MovesetResult], numbers: Sequence[int], report: Report) -> list[MovesetResult]:
        """Local search: exchange one move of the best moveset, as long as that helps."""
        for step in range(EXCHANGES):
            first = best[0].moves
            neighbours = {
                tuple(sorted({*first} - {old} | {new})) for old in first for new in numbers if new not in first
            }
            again = self.halve([first, *sorted(neighbours)], f"small changes {step + 1}", report)
            if again[0].moves == first:
                break
            best = again
        return best

    def halve(self, movesets: Sequence[tuple[int, ...]], what: str, report: Report) -> list[MovesetResult]:
        """Successive halving: drop the worse half and play the rest twice as often, until few are left. Best first."""
        left, contests, turn = list(movesets), FIRST_CONTESTS, 0
        while True:
            seed = split_seed(self.seed, what, turn)
            found = []
            for i, moves in enumerate(left):
                if i % 50 == 0:
                    report(what, i, len(left))
                found.append(self.measure(moves, contests, seed))
            if len(found) <= FINALISTS:
                return sorted(found, key=lambda result: result.score, reverse=True)
            left = better_half(left, [result.score for result in found], FINALISTS)
            contests, turn = min(MAX_CONTESTS, 2 * contests), turn + 1


def list_movesets(numbers: Sequence[int], seed: int) -> list[tuple[int, ...]]:
    """All sets of four moves, or MAX_MOVESETS of them at random."""
    if comb(len(numbers), st.MOVES) <= MAX_MOVESETS:
        return list(combinations(numbers, st.MOVES))
    rng = new_rng(seed, "movesets")
    drawn: set[tuple[int, ...]] = set()
    while len(drawn) < MAX_MOVESETS:
        chosen: set[int] = set()
        while len(chosen) < st.MOVES:
            chosen.add(numbers[below(rng, len(numbers))])
        drawn.add(tuple(sorted(chosen)))
    return sorted(drawn)


def find_opponents(names: Sequence[str], condition: str, rank: str) -> list[Contestant]:
    """By name, or everybody of a condition and rank."""
    chosen = list(names) or [entry.name for entry in list_pool(condition, rank)]
    return [find_contestant(name, condition) for name in chosen]


def all_moves() -> list[int]:
    return [move.number for move in list_moves()]
