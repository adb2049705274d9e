"""A student's function as a player: `python -m ludoteca.lessons.seat FILE [FUNCTION]` speaks the bot protocol.

So the answers to an assignment can meet in a tournament: `program:python -m ludoteca.lessons.seat anna.py` is an agent
wherever agents are named. The function is called as `choose(game, view, rng)` and returns an action.
"""

import json
import os
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.games import load
from ludoteca.lessons.answering import Student
from ludoteca.lessons.desk import explain_error
from ludoteca.programs.messages import PROTOCOL, read_host, write_line
from ludoteca.protocol import Game, new_states

LONGEST_NAME = 40


def main(path: str, function: str = "choose") -> None:
    reads, writes = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    student = Student.read(Path(path))
    if student.error is not None:
        sys.exit(explain_error("", student.error))
    if function not in student.functions():
        sys.exit(f"{path} has no function {function}")
    with os.fdopen(reads, "rb") as turns, os.fdopen(writes, "wb", buffering=0) as answers:
        _send(
            answers, {"type": "hello", "protocol": PROTOCOL, "name": Path(path).stem[:LONGEST_NAME], "want": ["state"]}
        )
        _play(Seat(student, function), turns, answers)


def _play(seat: "Seat", turns: BinaryIO, answers: Any) -> None:
    for line in turns:
        message = read_host(line)
        if message.get("type") == "start":
            seat.begin(str(message["game"]))
        elif message.get("type") == "turn":
            if "state" not in message:
                sys.exit("the host sends no state, which this program asks for in its hello")
            _send(answers, {"type": "action", "id": message["id"], "action": seat.decide(message["state"])})


def _send(answers: Any, message: Mapping[str, Any]) -> None:
    answers.write(write_line(message))


class Seat:
    """The function, with the game that it plays. Seeds come from the file and the number of the game: runs repeat."""

    def __init__(self, student: Student, function: str) -> None:
        self.student, self.function = student, function
        self.game: Game | None = None
        self.games = 0
        self.rng = random.Random(0)

    def begin(self, name: str) -> None:
        if self.game is None or self.game.info.name != name:
            self.game = load(name)
        self.games += 1
        self.rng = random.Random(f"{self.student.name}/{self.games}")

    def decide(self, fields: Mapping[str, Any]) -> int:
        """The action. Whoever fails loses the game: the reason goes to standard error, whose end is told."""
        assert self.game is not None
        view = read_state(self.game, fields)
        answer = self.student.call(self.function, [self.game, view, self.rng])
        if "error" in answer:
            sys.exit(explain_error(self.function, answer["error"]))
        value = answer["value"]
        if isinstance(value, bool) or not isinstance(value, int):
            sys.exit(f"{self.function} returned {json.dumps(value)[:200]}, which is no action")
        return value


def read_state(game: Game, fields: Mapping[str, Any]) -> State:
    """The state whose fields a turn tells."""
    row = new_states(game.state_dtype, 1)[0]
    for name in game.state_dtype.names or ():
        row[name] = _as_value(game.state_dtype[name], fields[name])
    return row


def _as_value(dtype: np.dtype[Any], value: Any) -> Any:
    """Lists of JSON as NumPy takes them: records are tuples."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return [_as_value(np.dtype((base, shape[1:])) if shape[1:] else base, item) for item in value]
    if dtype.names is not None:
        return tuple(_as_value(dtype[name], item) for name, item in zip(dtype.names, value, strict=True))
    return value


if __name__ == "__main__":
    main(*sys.argv[1:])
