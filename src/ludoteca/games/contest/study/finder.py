"""The four moves that win most against a roster: successive halving over simulated contests, then local search.

In the first rounds the game's own bots play: `prudent` the moveset, `console` the opponents. In the finals a search
plays the moveset, since a bot does not plan combinations.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb
from typing import Any

import numpy as np

from ludoteca.core.errors import SetupError
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
from ludoteca.protocol import new_states

ME = 0  # the seat of the moveset; where it performs differs from contest to contest
MOST = 3000  # movesets in the first round
FINALISTS = 6
Report = Callable[[str, int, int], None]


@dataclass(frozen=True)
class MovesetResult:
    """A moveset and how it did in the last round."""

    moves: tuple[int, ...]
    wins: int
    contests: int
    hearts: float

    @property
    def rate(self) -> float:
        return self.wins / self.contests

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
        self.fields = [self._draw_field(opponents, i) for i in range(lineups)]
        self.roots = new_states(self.game.state_dtype, lineups)
        self.bots = Bots.seated(self.game, [PRUDENT, *[CONSOLE] * (st.SEATS - 1)])

    def _draw_field(self, opponents: Sequence[Contestant], number: int) -> tuple[list[Contestant], Any]:
        """Three opponents and an order to begin in."""
        rng = new_rng(self.seed, "lineup", number)
        chosen = np.arange(len(opponents))
        shuffle(rng, chosen, len(chosen))
        order = np.arange(st.SEATS)
        shuffle(rng, order, st.SEATS)
        return [opponents[i] for i in chosen[: st.SEATS - 1]], order

    def start(self, moves: tuple[int, ...], number: int) -> Any:
        """The n-th line-up, with this moveset at seat ME."""
        others, order = self.fields[number]
        me = Contestant("Finder", "Ditto", moves)
        s = self.game.start(condition=self.condition, mode=self.mode, contestants=[me, *others])
        s.order[:] = order
        return s

    def measure(self, moves: tuple[int, ...], contests: int, seed: int) -> MovesetResult:
        """Play contests between bots, the line-ups in turn."""
        if not self.roots[0].effects.any():
            for i in range(len(self.fields)):
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
            s = play_contest(self.start(moves, i % len(self.fields)), specs, split_seed(self.seed, "search", i))
            wins += int(s.winner) == ME
            hearts += int(s.totals[ME])
        return MovesetResult(moves, wins, contests, hearts / contests)

    def find(self, allowed: Sequence[int], contests: int, iterations: int, report: Report) -> list[MovesetResult]:
        """The best movesets of the allowed moves, best first."""
        numbers = sorted(set(allowed))
        if len(numbers) < st.MOVES:
            raise SetupError(f"four moves to choose from are needed at least, not {len(numbers)}")
        best = self.halve(list_movesets(numbers, self.seed), "first rounds", report)
        for step in range(3):  # exchange one move of the best, while that helps
            neighbours = {
                tuple(sorted({*best[0].moves} - {old} | {new}))
                for old in best[0].moves
                for new in numbers
                if new not in best[0].moves
            }
            again = self.halve([best[0].moves, *sorted(neighbours)], f"small changes {step + 1}", report)
            if again[0].moves == best[0].moves:
                break
            best = again
        finalists = list(dict.fromkeys(found.moves for found in best))[:FINALISTS]
        finals = []
        for i, moves in enumerate(finalists):
            report("finals", i, len(finalists))
            finals.append(self.measure_search(moves, contests, iterations))
        return sorted(finals, key=lambda found: (-found.rate, -found.hearts))

    def halve(self, movesets: Sequence[tuple[int, ...]], what: str, report: Report) -> list[MovesetResult]:
        """Drop the worse half, play the rest twice as often, until few are left."""
        left, contests, turn = list(movesets), 60, 0
        while True:
            found = []
            for i, moves in enumerate(left):
                if i % 50 == 0:
                    report(what, i, len(left))
                found.append(self.measure(moves, contests, split_seed(self.seed, what, turn)))
            found.sort(key=lambda item: (-item.wins, -item.hearts))
            if len(found) <= FINALISTS:
                return found
            left = [item.moves for item in found[: max(FINALISTS, len(found) // 2)]]
            contests, turn = min(4000, 2 * contests), turn + 1


def list_movesets(numbers: Sequence[int], seed: int) -> list[tuple[int, ...]]:
    """All sets of four if there are not too many, else as many at random."""
    if comb(len(numbers), st.MOVES) <= MOST:
        return list(islice(combinations(numbers, st.MOVES), MOST))
    rng = new_rng(seed, "movesets")
    drawn: set[tuple[int, ...]] = set()
    while len(drawn) < MOST:
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
