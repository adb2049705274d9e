"""All that golden games ask of the package: games, agents and the command line. A rename there is mended here."""

import contextlib
import io
import json
import sys
from collections.abc import Iterator
from typing import Any

import ludoteca
from ludoteca import agents, games
from ludoteca.cli import main

CHANCE = ludoteca.CHANCE
ANALYSIS = ("value", "nodes", "iterations", "depth", "proven")
ROW = ("action", "value", "visits", "probability")


def game_names() -> list[str]:
    return games.names()


def load_game(name: str) -> Any:
    return ludoteca.load_game(name)


def agent_names(game: Any) -> list[str]:
    """The agents that play this game without a program from outside."""
    return agents.agents_for(game)


def bot_names(game: Any) -> list[str]:
    return list(game.info.bots)


def levels(game: Any) -> dict[str, str]:
    """The opponents named for people, with the agent behind each."""
    return {level.name: level.agent for level in game.info.levels}


def option_choices(game: Any) -> dict[str, tuple[str, ...]]:
    """The options with named choices, without the default one."""
    return {item.name: tuple(c for c in item.choices if c != item.default) for item in game.info.options}


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """`mcts:iterations=20,cap=5` as a name and options."""
    name, _, rest = spec.partition(":")
    return name, dict(item.split("=", 1) for item in rest.split(",") if item)


def make_agent(spec: str, game: Any, seed: int) -> Any:
    """An agent from `mcts:iterations=20` or from the name of a level. Never one that stops by the clock."""
    name, options = split_spec(levels(game).get(spec, spec))
    agent = ludoteca.make_agent(name, game, seed=seed, **options)
    if "seconds" in agent.describe()["budget"]:
        raise ValueError(f"{spec} decides by the clock: give it iterations or nodes in plan.py")
    return agent


def read_decision(decision: Any) -> dict[str, Any]:
    """The answer and its reasons, without the time it took."""
    analysis = decision.analysis
    told = {name: getattr(analysis, name) for name in ANALYSIS}
    rows = [[getattr(row, name) for name in ROW] for row in analysis.actions]
    return {"action": decision.action, **told, "line": list(analysis.line), "actions": rows}


def run_command(words: list[str], text: str = "") -> str:
    """What a command prints; it must succeed."""
    out = io.StringIO()
    with _typed(text), contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            main(words)
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
    if code:
        raise RuntimeError(f"ludoteca {' '.join(words)} ended with {code}: {err.getvalue()}")
    return out.getvalue()


@contextlib.contextmanager
def _typed(text: str) -> Iterator[None]:
    before, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = before


def parse_answer(text: str) -> Any:
    """JSON, or one JSON value a line, or plain lines."""
    with contextlib.suppress(json.JSONDecodeError):
        return json.loads(text)
    lines = text.splitlines()
    with contextlib.suppress(json.JSONDecodeError):
        return [json.loads(line) for line in lines]
    return [line.rstrip() for line in lines]
