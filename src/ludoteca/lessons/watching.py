"""A game that remembers what was tried in it: how the grader sees a student's search."""

from typing import Any

from ludoteca.core.arrays import State

MOST_EDGES = 4_000  # kept; further ones are only counted
MOST_TOLD = 400  # of a message, so that it stays a line


class Log:
    """Every action played in a watched game, and every position whose estimate was asked for."""

    def __init__(self) -> None:
        self.edges: dict[tuple[bytes, int, bytes], int] = {}
        self.evaluated: dict[bytes, int] = {}
        self.plays = 0
        self.peeks = 0
        """How often somebody's policy was shown more than its seat may know."""

    def add_play(self, before: bytes, action: int, after: bytes) -> None:
        self.plays += 1
        edge = (before, action, after)
        if edge in self.edges or len(self.edges) < MOST_EDGES:
            self.edges[edge] = self.edges.get(edge, 0) + 1

    def add_estimate(self, spot: bytes) -> None:
        if spot in self.evaluated or len(self.evaluated) < MOST_EDGES:
            self.evaluated[spot] = self.evaluated.get(spot, 0) + 1

    def tell(self, root: bytes | None) -> dict[str, Any]:
        """The log as JSON. Positions are numbered, the root is 0; an edge is [from, action, to, times]."""
        numbers: dict[bytes, int] = {} if root is None else {root: 0}

        def number(spot: bytes) -> int:
            return numbers.setdefault(spot, len(numbers))

        told = list(self.edges.items())[:MOST_TOLD]
        edges = [[number(before), action, number(after), count] for (before, action, after), count in told]
        estimates = sum(self.evaluated.values())
        evaluated = [numbers[spot] for spot in self.evaluated if spot in numbers]
        return {
            "plays": self.plays,
            "different": len(self.edges),
            "estimates": estimates,
            "evaluated": evaluated,
            "peeks": self.peeks,
            "edges": edges,
        }


class WatchedGame:
    """The face of a game, watched."""

    def __init__(self, game: Any, log: Log) -> None:
        self._game, self._log = game, log

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def play(self, s: State, action: int, legal: list[int] | None = None) -> None:
        before = s.tobytes()
        self._game.play(s, action, legal)
        self._log.add_play(before, int(action), s.tobytes())

    def evaluate(self, s: State, seat: int) -> float:
        """What students are given as `evaluate`."""
        self._log.add_estimate(s.tobytes())
        return float(self._game.estimate(s, seat))
