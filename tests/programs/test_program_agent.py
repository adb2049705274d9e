"""Programs from outside in matches: the examples play, and whatever a program does costs nobody but itself."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import wait_until
from ludoteca import agents, games
from ludoteca.core.errors import BudgetError, EngineError, SettingsError, UnknownName, UnsupportedGame
from ludoteca.lab.match import Clock, Conditions, OngoingMatch, play_match
from ludoteca.programs import house
from ludoteca.programs.messages import MOST_BAD
from ludoteca.programs.streams import KEPT_ERRORS
from tiny import pennies

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples" / "bots"
FOUR = games.load("connect_four")


def rogue(mode, **settings):
    given = "".join(f"{name}={value}," for name, value in settings.items())
    return f"program:{given}{sys.executable} {HERE / 'rogue.py'} {mode}"


@pytest.fixture(scope="session")
def examples(tmp_path_factory):
    """The command of each example; None where its language is not installed."""
    binary = tmp_path_factory.mktemp("bots") / "bot"
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler:
        subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-o", binary, EXAMPLES / "bot.c"], check=True)
    return {
        "python": f"{sys.executable} {EXAMPLES / 'bot.py'}",
        "javascript": f"node {EXAMPLES / 'bot.mjs'}" if shutil.which("node") else None,
        "c": str(binary) if compiler else None,
    }


@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_an_example_plays_every_kind_of_game(examples, language):
    command = examples[language]
    if command is None:
        pytest.skip(f"NO {language.upper()} ON THIS MACHINE: its example was not run")
    for game in (FOUR, games.load("hanabi"), pennies.GAME):
        seats = game.seats(game.start())
        match = play_match(game, [f"program:{command}", *["random"] * (seats - 1)], seed=3)
        assert match.result.forfeit is None, match.result.reason
        assert any(len(seconds) for seconds in match.seconds)


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("hangs", "late: no answer"),
        ("dies", "it ended with status 3"),
        ("killed", "ended by SIGKILL"),
        ("lies", "illegal action 1000000"),
        ("floods", f"it sent {MOST_BAD} lines that could not be used"),
        ("floods_answers", f"it sent {MOST_BAD} lines that could not be used"),
        ("long_line", "a line of more than"),
        ("eats", "MemoryError"),
        ("burns", "late|SIGXCPU|SIGKILL"),
    ],
)
def test_a_program_that_misbehaves_loses_its_game_and_the_next_begins_afresh(mode, reason):
    limits = {"seconds": 3 if mode in ("burns", "eats") else 0.5, "memory": 256, "cpu": 1 if mode == "burns" else 60}
    bad = agents.make_from_spec(rogue(mode, **limits), FOUR)
    for _ in range(2):
        match = play_match(FOUR, [bad, "random"], seed=1)
        assert match.result.forfeit == 0
        assert match.result.returns == (-1.0, 1.0)
        assert re.search(reason, match.result.reason)


@pytest.mark.parametrize("mode", ["slow", "stutters", "errors", "fair"])
def test_what_a_program_may_do(mode):
    spec = rogue(mode, seconds=0.2 if mode == "slow" else 30)
    player = agents.make_from_spec(spec, FOUR)
    match = play_match(FOUR, [player, "random"], seed=1)
    assert match.result.forfeit is None, match.result.reason
    assert len(player._partner.line.stream.error_text) <= KEPT_ERRORS


@pytest.mark.parametrize(
    ("mode", "error", "sentence"),
    [
        ("mute", EngineError, "no hello within 1 s"),
        ("old", EngineError, "here is protocol 1; the program speaks 99"),
        ("rude", EngineError, "its first line must be a hello"),
        ("picky", UnsupportedGame, "plays connect_four, not pennies"),
    ],
)
def test_a_program_that_does_not_begin_well_is_refused(mode, error, sentence):
    with pytest.raises(error, match=sentence):
        agents.make_from_spec(rogue(mode, startup=1 if mode == "mute" else 20), pennies.GAME)


def test_a_program_that_does_not_read_is_given_up(monkeypatch):
    monkeypatch.setattr("ludoteca.programs.partner.SENDING", 0.3)
    deaf = agents.make_from_spec(rogue("deaf", seconds=0.3), FOUR)
    partner = deaf._open()
    with pytest.raises(EngineError, match="does not read"):
        partner.send_line(b"x" * 10**7)


def test_a_program_inherits_nothing_and_leaves_nothing(monkeypatch):
    monkeypatch.setenv("LUDOTECA_TEST_SECRET", "password")
    held = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(held, True)
    view = FOUR.start()
    try:
        assert agents.make_from_spec(rogue("handles"), FOUR).decide(view).analysis.nodes == 0
        assert agents.make_from_spec(rogue("secrets"), FOUR).decide(view).analysis.nodes == 0
    finally:
        os.close(held)
    parent = agents.make_from_spec(rogue("children"), FOUR)
    child = parent.decide(view).analysis.nodes
    assert Path(f"/proc/{child}").exists()
    parent.close()
    wait_until(lambda: _is_gone(child))


def _is_gone(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_program_ends_with_whoever_started_it():
    script = (
        "import os, sys; from ludoteca import agents, games; "
        "a = agents.make_from_spec(sys.argv[1], games.load('connect_four')); "
        "print(a._partner.line.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    told = subprocess.run([sys.executable, "-c", script, rogue("deaf")], capture_output=True, text=True)
    wait_until(lambda: _is_gone(int(told.stdout)))


def test_a_late_program_does_not_disturb_the_next_game():
    """The clock of a match gives up before the program does; the next game starts it anew."""
    slow = agents.make_from_spec(rogue("hangs"), FOUR)
    for _ in range(2):
        match = play_match(FOUR, [slow, "random"], 1, None, Conditions(Clock(per_action=0.1)))
        assert match.result.forfeit == 0
        assert "late" in match.result.reason


def test_a_program_is_told_what_it_may_know(tmp_path):
    """Options, clock, events since its last turn with names, and the end."""
    log = tmp_path / "log"
    command = f"""program:sh -c "tee {log} | {sys.executable} {EXAMPLES / "bot.py"}" """
    ongoing = OngoingMatch(FOUR, [command, "random"], 1, None, Conditions(Clock(per_action=20)))
    for _ in ongoing.turns():
        pass
    assert ongoing.result.forfeit is None, ongoing.result.reason
    wait_until(lambda: '"end"' in log.read_text())
    told = [json.loads(line) for line in log.read_text().splitlines()]
    assert [message["type"] for message in told[:3]] == ["welcome", "start", "turn"]
    start, turns, end = told[1], [message for message in told if message["type"] == "turn"], told[-1]
    assert start["clock"] == {"per_action": 20}
    assert start["options"] == ongoing.setup
    assert turns[0]["clock"]["seconds"] == 20
    assert end["returns"] == list(ongoing.result.returns)
    played = [event["action"] for turn in turns for event in turn["events"]]
    assert played == ongoing.actions[: len(played)]
    assert len(played) >= len(ongoing.actions) - 2
    assert all(turn["ply"] == place * 2 for place, turn in enumerate(turns))


def test_specifications_of_programs():
    name, options = agents.parse_spec("program:memory=64,seconds=2,node bot.js --a=1,2 x")
    assert (name, options) == ("program", {"memory": "64", "seconds": "2", "command": "node bot.js --a=1,2 x"})
    assert agents.parse_spec("program:command=a=1,b")[1] == {"command": "a=1,b"}
    assert agents.parse_spec("program:python3 bot.py level=3")[1] == {"command": "python3 bot.py level=3"}
    for spec, error, sentence in (
        ("program", SettingsError, "command must name a program"),
        ("program:there-is-no-such-program", EngineError, "no program 'there-is-no-such-program'"),
        ("program:'open", SettingsError, "cannot be read"),
        ("program:memory=1,true", SettingsError, "memory must be"),
        ("program:127.0.0.1:1", EngineError, "no program answers at"),
        ("program:true", EngineError, "it ended with status 0"),
        ("program:@nobody", UnknownName, "program of this house"),
    ):
        with pytest.raises(error, match=sentence):
            agents.make_from_spec(spec, FOUR)
    with pytest.raises(BudgetError, match="seconds"):
        agents.make("program", FOUR, command=f"{sys.executable} {EXAMPLES / 'bot.py'}", nodes=5)


def test_a_house_names_its_programs_and_keeps_the_command(examples):
    spec = f"program:{house.register('example', examples['python'])}"
    agent = agents.make_from_spec(spec, FOUR)
    assert agent.describe()["settings"]["command"] == "@example"
    assert agent.decide(FOUR.start()).action in range(7)
    house.register("example", examples["python"])
    with pytest.raises(SettingsError, match="already"):
        house.register("example", "other")
