"""Games are played in one place: no loop of ordinary Python outside the match engine plays a game.

A loop plays a game if it makes moves (`game.play(...)` or `apply(...)`) and goes on until something happens (`while`),
or chooses the moves itself (`for`). Letting chance act until a seat is to move is not playing, nor is going through
moves that are known: records, lines of an analysis, notation.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "ludoteca"
ENGINE = ("lab/match/", "agents/", "testing/")  # what tests the rules of a game does without the engine
PEOPLE = {"cli/play.py", "site/load.py"}  # somebody sits at the keyboard or at the other end of a wire
WRITTEN_DOWN = {"games/contest/turn_replay.py:_pick"}  # the moves are those of a transcript
STEPPED = {  # another program plays, move by move
    "adapters/batch.py:_make_play_on",
    "adapters/rivals.py:play",
    "games/checkers/dxp/follower.py:_play",
}
ELSEWHERE = {"lab/bench/worker.py:draw_views"}  # runs in another checkout, whose match engine may be another


def find_loops(source: str) -> Iterator[str]:
    """The names of the functions that play a game by themselves."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef) or "compiled" in map(ast.unparse, function.decorator_list):
            continue
        if any(plays_a_game(loop) for loop in ast.walk(function)):
            yield function.name


def plays_a_game(loop: ast.AST) -> bool:
    if isinstance(loop, ast.While):
        return makes_moves(loop) and "CHANCE" not in ast.dump(loop.test)
    return isinstance(loop, ast.For) and makes_moves(loop) and calls(loop, {"decide", "below"})


def makes_moves(loop: ast.AST) -> bool:
    """A call of `apply(s, action)`, or of `play` of something called a game."""
    for call in ast.walk(loop):
        if isinstance(call, ast.Call) and len(call.args) == 2:
            name = ast.unparse(call.func)
            if name == "apply" or (name.endswith(".play") and name[: -len(".play")].lower().endswith("game")):
                return True
    return False


def calls(loop: ast.AST, names: set[str]) -> bool:
    found = (ast.unparse(call.func) for call in ast.walk(loop) if isinstance(call, ast.Call))
    return any(name.rpartition(".")[2] in names for name in found)


def list_outside() -> set[str]:
    found = {
        f"{place}:{name}"
        for path in sorted(SOURCE.rglob("*.py"))
        if not (place := path.relative_to(SOURCE).as_posix()).startswith(ENGINE) and place not in PEOPLE
        for name in find_loops(path.read_text(encoding="utf-8"))
    }
    return found - WRITTEN_DOWN - STEPPED - ELSEWHERE


def test_games_are_played_by_the_match_engine():
    found = list_outside()
    assert not found, f"play these with ludoteca.lab.match: {sorted(found)}"


def test_what_needs_no_engine_is_still_there():
    """An exception that is gone must leave this file, too."""
    places = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py")}
    assert places >= PEOPLE | {name.partition(":")[0] for name in WRITTEN_DOWN}


LOOP = """
{head}
def play_it(game, agent, s):
    {loop}
"""


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("while not game.is_over(s): game.play(s, agent.decide(s).action)", ["play_it"]),
        ("while True: apply(s, 3)", ["play_it"]),
        ("while ask(s) >= 0: self.game.play(s, 3)", ["play_it"]),
        ("for _ in range(60): GAME.play(s, GAME.legal_actions(s)[below(rng, 2)])", ["play_it"]),
        ("while game.mover(s) == CHANCE: game.play(s, game.draw_chance(s, rng))", []),
        ("for action in record.actions: game.play(s, action)", []),
        ("while True: meetings.play(s, 3)", []),
    ],
)
def test_loops_that_play_are_found(loop, expected):
    assert list(find_loops(LOOP.format(head="", loop=loop))) == expected
    assert list(find_loops(LOOP.format(head="@compiled", loop=loop))) == []
