"""What every move of a position is worth, for people: `ludoteca connect_four solve`."""

from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import GameOver, LudotecaError, NotationError
from ludoteca.games.connect_four.agents.solver import Proof, Solver, SolverSettings
from ludoteca.games.connect_four.agents.solving import plies_to_end
from ludoteca.games.connect_four.game import GAME
from ludoteca.games.connect_four.notation import format_column
from ludoteca.protocol import Budget, State, Watch

ENOUGH = Budget(nodes=10**12)
NAMES = {1: "won", 0: "drawn", -1: "lost"}


@dataclass(frozen=True)
class MoveValue:
    """What a move is worth to the side that makes it. `plies` counts to the end of the game, the move included."""

    move: str
    score: int
    result: str
    plies: int


def reach(moves: str) -> State:
    """The position after these columns."""
    s = GAME.start()
    for number, letter in enumerate(moves.replace(",", "").replace(" ", ""), 1):
        try:
            GAME.play(s, GAME.parse_action(s, letter))
        except LudotecaError as error:
            raise NotationError(f"move {number}, {letter!r}: {error}") from None
    if GAME.is_over(s):
        raise GameOver("the game is over: there is nothing to solve")
    return s


def solve_position(s: State, table: int) -> list[MoveValue]:
    """Every legal move with its score, best first."""
    proofs = Solver(GAME, SolverSettings(table=table, exact=True)).search(s, ENOUGH, Watch())
    ranked = sorted(proofs, key=proofs.__getitem__, reverse=True)
    return [_tell(format_column(action), proofs[action], int(s.ply)) for action in ranked]


def _tell(move: str, proof: Proof, discs: int) -> MoveValue:
    value = proof.as_return()
    assert value is not None
    return MoveValue(move, proof.low, NAMES[int(value)], plies_to_end(proof.low, discs))


def describe_value(value: MoveValue) -> str:
    return f"{value.move}  {value.score:+d}  {value.result}, {value.plies} plies to the end"


def to_json(moves: str, values: list[MoveValue]) -> dict[str, Any]:
    best = values[0]
    return {"moves": moves, "score": best.score, "result": best.result, "actions": [vars(value) for value in values]}
