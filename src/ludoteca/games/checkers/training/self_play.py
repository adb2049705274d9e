"""Games of the engine against itself, with random openings and a random move now and then, to learn from."""

from collections.abc import Callable
from typing import Any

from ludoteca.core.arrays import State
from ludoteca.core.errors import WorkError
from ludoteca.core.jit import as_int
from ludoteca.core.rng import Rng, below
from ludoteca.games.checkers.engine.agent import Engine
from ludoteca.games.checkers.game import GAME
from ludoteca.lab.match import Conditions, Streams, play_match
from ludoteca.protocol import Decision, Watch

STRAY = 24  # one move in so many is random, to vary the games
LOST, DRAWN, WON = 0, 1, 2  # results, for a mover

Keep = Callable[[State, int], Any]
"""What to keep of a position, given the score of its search; None for nothing."""


class SelfPlayer:
    """The engine on both sides. Keeps rows of the positions where it moved."""

    def __init__(self, engine: Engine, rng: Rng, keep: Keep) -> None:
        self.engine, self.rng, self.keep = engine, rng, keep
        self.rows: list[Any] = []
        self.movers: list[int] = []

    def decide(self, view: State, budget: Any = None, watch: Watch | None = None) -> Decision:
        if below(self.rng, STRAY) == 0:
            legal = GAME.legal_actions(view)
            return Decision(legal[below(self.rng, len(legal))])
        decision = self.engine.decide(view, budget, watch)
        row = self.keep(view, self.engine.peek()[1])
        if row is not None:
            self.rows.append(row)
            self.movers.append(GAME.mover(view))
        return decision

    def forget(self) -> None:
        self.engine.forget()


def play_game(engine: Engine, rules: str, opening: int, rng: Rng, keep: Keep) -> list[tuple[Any, int]]:
    """One game after so many random plies: the rows that were kept, each with its mover's result."""
    player = SelfPlayer(engine, rng, keep)
    streams = Streams(engine.seed, rng, rng, (None, None))
    match = play_match(GAME, [player, player], streams, {"rules": rules}, Conditions(opening=opening))
    if match.result is None or match.result.forfeit is not None:
        raise WorkError(f"a game was not played to its end: {match.result}")
    winner = int(match.final.winner)
    results = [DRAWN if winner < 0 else (WON if winner == mover else LOST) for mover in player.movers]
    return list(zip(player.rows, results, strict=True))


def boards_of(s: State, side: int) -> tuple[int, int, int, int]:
    """The position from a side: men, kings, the foe's men, the foe's kings."""
    men, kings = as_int(s.men[side]), as_int(s.kings[side])
    return men, kings, as_int(s.men[1 - side]), as_int(s.kings[1 - side])
