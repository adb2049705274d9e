"""What travels between the grader and a student's functions, as JSON: arguments one way, answers the other."""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.errors import show_value
from ludoteca.lessons.games import find_game
from ludoteca.lessons.policies import POLICIES
from ludoteca.lessons.watching import Log, WatchedGame

MOST_ITEMS, MOST_DEPTH, LONGEST_TEXT = 300, 4, 200


# --- arguments: how the grader names what a function is given --------------------------------------------------------


def a_game(name: str) -> dict[str, Any]:
    return {"game": name}


def a_state(name: str, s: State) -> dict[str, Any]:
    return {"state": s.tobytes().hex(), "of": name}


def an_estimate(name: str) -> dict[str, Any]:
    """The game's rule of thumb, `evaluate(state, seat)`."""
    return {"estimate": name}


def a_random(seed: int) -> dict[str, Any]:
    """A `random.Random`."""
    return {"random": seed}


def a_policy(name: str, game: str) -> dict[str, Any]:
    """One of POLICIES: `policy(view)` gives a probability for each action."""
    return {"policy": name, "of": game}


@dataclass
class Unpacked:
    """The arguments of one call, and what it takes to see what became of them."""

    arguments: list[Any]
    states: list[tuple[Any, bytes]]
    """States that were given, with their bytes before the call."""
    log: Log

    @property
    def root(self) -> bytes | None:
        return self.states[0][1] if self.states else None

    def has_changed(self) -> bool:
        return any(s.tobytes() != before for s, before in self.states)


def unpack(arguments: list[Any]) -> Unpacked:
    """The arguments of a call. Games in it are watched."""
    made = Unpacked([], [], Log())
    for item in arguments:
        made.arguments.append(_make(item, made) if isinstance(item, dict) else item)
    return made


def _make(item: Mapping[str, Any], made: Unpacked) -> Any:
    if "state" in item:
        s = find_game(item["of"]).from_bytes(bytes.fromhex(item["state"]))
        made.states.append((s, s.tobytes()))
        return s
    if "random" in item:
        return random.Random(item["random"])
    if "policy" in item:
        return _watch_policy(item["policy"], item["of"], made.log)
    watched = WatchedGame(find_game(item.get("game") or item["estimate"]), made.log)
    return watched if "game" in item else watched.evaluate


def _watch_policy(name: str, game_name: str, log: Log) -> Callable[[State], dict[int, float]]:
    game, policy = find_game(game_name), POLICIES[name]

    def ask(view: State) -> dict[int, float]:
        if game.observe(view, game.mover(view)).tobytes() != view.tobytes():
            log.peeks += 1
        return policy(view)

    return ask


# --- answers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Nonsense:
    """An answer that is no number, text, list or dictionary of such."""

    text: str


def pack(value: Any, depth: int = 0) -> Any:
    """An answer as JSON, bounded; what has no place in an answer is described."""
    if value is None or isinstance(value, bool | np.bool_):
        return None if value is None else bool(value)
    if isinstance(value, int | np.integer):
        return int(value) if abs(int(value)) < 2**53 else {"nonsense": "a whole number of more than 15 digits"}
    if isinstance(value, float | np.floating):
        number = float(value)
        return number if math.isfinite(number) else {"number": repr(number)}
    if isinstance(value, str):
        return {"text": value[:LONGEST_TEXT]}
    if isinstance(value, np.record | bytes):
        value = value if isinstance(value, bytes) else value.tobytes()
        if len(value) > LONGEST_TEXT:
            return {"nonsense": f"{len(value)} bytes"}
        return {"bytes": value.hex()}
    return _pack_many(value, depth)


def _pack_many(value: Any, depth: int) -> Any:
    if isinstance(value, list | tuple | np.ndarray | Mapping) and depth < MOST_DEPTH:
        if len(value) > MOST_ITEMS:
            return {"nonsense": f"a {type(value).__name__} of {len(value)} items"}
        if isinstance(value, Mapping):
            return {"pairs": [[pack(key, depth + 1), pack(item, depth + 1)] for key, item in value.items()]}
        return {"list": [pack(item, depth + 1) for item in value]}
    try:
        shown = show_value(value)
    except Exception:  # an object of the student's: its repr may do anything
        shown = "?"
    return {"nonsense": f"{shown[:LONGEST_TEXT]} (of type {type(value).__name__})"}


def read(value: Any) -> Any:
    """An answer from its JSON: lists, dictionaries, numbers, text, bytes of states; Nonsense for the rest."""
    if not isinstance(value, dict):
        return Nonsense("a bare list") if isinstance(value, list | str) else value
    if "pairs" in value:
        return {_key(read(key)): read(item) for key, item in value["pairs"]}
    if "list" in value:
        return [read(item) for item in value["list"]]
    if "number" in value:
        return float(value["number"])
    if "text" in value:
        return str(value["text"])
    if "bytes" in value:
        return bytes.fromhex(value["bytes"])
    return Nonsense(str(value.get("nonsense", "nothing that can be read"))[: 2 * LONGEST_TEXT])


def _key(key: Any) -> Any:
    return tuple(key) if isinstance(key, list) else None if isinstance(key, dict) else key


def show_answer(value: Any) -> str:
    """An answer in a sentence."""
    if isinstance(value, Nonsense):
        return value.text
    if value is None:
        return "nothing (None: is a `return` missing?)"
    if isinstance(value, bytes):
        return "a state"
    return f"{value:g}" if isinstance(value, float) else show_value(value)
