"""What was recorded is played again: every decision, game and answer must be as it was."""

from pathlib import Path
from typing import Any

import pytest

from golden import plan, surface
from golden.comparison import list_differences
from golden.recording import play_agent, play_line, read_entries, read_tables, run_session, tidy
from ludoteca.core.jit import compiles

DATA = Path(__file__).parent / "data"
RECORDED = {path.stem: read_entries(path) for path in sorted(DATA.glob("*.json"))}
COMMANDS, STUDIES = RECORDED.pop("commands"), RECORDED.pop("studies")
PLAYED = [(name, key) for name, entries in RECORDED.items() for key in entries]

pytestmark = pytest.mark.skipif(not compiles, reason="recorded from compiled code, with its budgets")


def must_equal(was: Any, found: Any, key: str) -> None:
    told = list(list_differences(was, tidy(found), key))
    if told:
        pytest.fail("\n".join(("differs from what was recorded (see tests/golden/README.md):", *told)), pytrace=False)


@pytest.mark.parametrize(("name", "key"), PLAYED, ids=[key for _, key in PLAYED])
def test_it_plays_as_it_did(name: str, key: str) -> None:
    game = surface.load_game(name)
    _, setup, spec = key.split("/")
    entries = RECORDED[name]
    line = entries[f"{name}/{setup}/line"]["actions"]
    found = play_line(game, setup, line) if spec == "line" else play_agent(game, setup, spec, line)
    must_equal(entries[key], found, key)


@pytest.mark.parametrize("key", COMMANDS)
def test_commands_answer_as_they_did(key: str) -> None:
    must_equal(COMMANDS[key], run_session(tuple(COMMANDS[key])), key)


@pytest.mark.slow
@pytest.mark.parametrize("key", STUDIES)
def test_studies_find_what_they_did(key: str) -> None:
    must_equal(STUDIES[key], run_session(tuple(STUDIES[key])), key)


def test_every_game_is_recorded() -> None:
    assert set(RECORDED) == set(surface.game_names())


@pytest.mark.parametrize("name", RECORDED)
def test_every_agent_and_bot_is_recorded(name: str) -> None:
    """In every setup; an agent under an older name counts."""
    game = surface.load_game(name)
    keys = [key.split("/") for key in RECORDED[name]]
    for setup in plan.list_setups(name):
        specs = [spec for _, at, spec in keys if at == setup and spec != "line"]
        played = {surface.make_agent(spec, game, 0).name for spec in specs}
        assert played == set(surface.agent_names(game)), setup
        assert sum(spec.startswith("bot:") for spec in specs) == len(surface.bot_names(game)), setup


def test_columns_of_time_are_left_out() -> None:
    page = "# Page\n\n| depth | ms a move | nodes |\n|---|---:|---|\n| 1 | 0.5 | 14 |\n\ntext\n\n| ms |\n|---|\n| 3 |\n"
    assert read_tables(page) == ["depth | nodes", "1 | 14"]


def test_a_difference_is_told_by_key_and_field() -> None:
    was = {"decision at 3": {"action": 5, "value": 0.25, "line": [5, 1]}}
    found = {"decision at 3": {"action": 5, "value": 0.25 + 1e-12, "line": [5, 2]}, "game": {"over": True}}
    assert list(list_differences(was, found, "go/9x9/mcts")) == [
        "go/9x9/mcts/decision at 3/line[1]: was 1 -> is 2",
        "go/9x9/mcts/game: was '(absent)' -> is {'over': True}",
    ]
    assert list(list_differences({"value": 0.25}, {"value": 0.2500001}, "k")) == ["k/value: was 0.25 -> is 0.2500001"]
