"""The command line as people and scripts use it."""

import json
import os
import pty
import re
import signal
import subprocess
import sys

import pytest

from commands import run_command
from helpers import wait_until

COMMAND = [sys.executable, "-m", "ludoteca"]
COMMANDS = (
    "games", "agents", "play", "match", "tournament", "report", "tune", "grade", "reproduce", "analyse", "replay",
    "bench", "warm-up", "version",
)  # fmt: skip


def run(*args, text="", code=0):
    done = run_command(*args, text=text)
    assert done.returncode == code, done.stdout + done.stderr
    return done


def read(*args, **options):
    return json.loads(run(*args, "--json", **options).stdout)


@pytest.mark.parametrize(("args", "code"), [(("version", "--json"), 0), (("play", "conect_four"), 2)])
def test_in_a_process_of_its_own_it_does_the_same(args, code):
    done = subprocess.run([*COMMAND, *args], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (
        code,
        run(*args, code=code).stdout,
        run(*args, code=code).stderr,
    )


def test_without_arguments_it_explains_itself():
    told = run(code=2).stdout
    for command in COMMANDS:
        assert command in told


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(command):
    told = run(command, "--help").stdout
    assert "--json" in told
    assert "Usage" in told


def test_games_and_agents_are_listed():
    assert "connect_four" in [game["name"] for game in read("games")]
    assert "connect_four" in run("games").stdout
    told = {agent["name"]: agent for agent in read("agents")}
    assert {"random", "greedy", "minimax", "alphabeta", "expectiminimax", "mcts", "ismcts"} <= set(told)
    assert "connect_four" in told["mcts"]["plays"]
    assert "exploration" in run("agents", "mcts").stdout
    settings = {item["name"]: item for item in read("agents", "ismcts")[0]["settings"]}
    assert settings["chance"]["default"] == "open"
    assert all(item["help"] for item in settings.values())


def test_version_names_the_kernels_and_the_cache():
    assert set(read("version")) == {"ludoteca", "python", "numba", "numpy", "kernels", "cache"}


def test_a_match_is_counted_and_recorded(tmp_path):
    args = ("match", "connect_four", "greedy", "random", "--games", "6", "--seed", "2")
    told = read(*args, "--save", str(tmp_path / "games"))
    assert told["played"] == 6
    first, second = told["players"]
    assert first["wins"] + first["draws"] + first["losses"] == 6
    assert first["wins"] == second["losses"]
    assert first["mean_return"] == pytest.approx(-second["mean_return"])
    assert first["win_rate_95"][0] <= first["wins"] / 6 <= first["win_rate_95"][1]
    assert len(list((tmp_path / "games").glob("game-*.json"))) == 6
    assert read(*args)["players"][0]["wins"] == first["wins"]
    refused = run(*args, "--save", str(tmp_path / "games"), code=2).stderr
    assert "holds records already" in " ".join(refused.split())  # where the line breaks depends on the folder
    assert "greedy" in run(*args).stdout
    shown = run("replay", str(tmp_path / "games" / "game-000000.json")).stdout
    assert "Result:" in shown
    steps = read("replay", str(tmp_path / "games" / "game-000000.json"), "--ply", "2")["steps"]
    assert [step["ply"] for step in steps] == [2]


def test_a_whole_game_is_judged(tmp_path):
    run(
        "match",
        "connect_four",
        "alphabeta:depth=2",
        "alphabeta:depth=4",
        "--seed",
        "3",
        "--save",
        str(tmp_path / "kept"),
    )
    file = str(next((tmp_path / "kept").glob("*.json")))
    how = ("analyse", "connect_four", "--record", file, "--whole", "--agent", "alphabeta:nodes=3000,exact=yes")
    told = read(*how)
    assert told["scale"]["kind"] == "win"
    assert [item["number"] for item in told["decisions"]] == list(range(1, len(told["decisions"]) + 1))
    assert len(told["seats"]) == 2
    shown = run(*how).stdout
    assert "accuracy" in shown
    assert any(f"{item['number']}. " in shown for item in told["decisions"] if "best" in item)
    assert "--record" in run("analyse", "connect_four", "--whole", code=2).stderr


def test_analyse_shows_values_line_and_tree():
    told = read("analyse", "connect_four", "--moves", "d c d c d", "--agent", "alphabeta:depth=4", "--seed", "1")
    assert told["name"] == "d"
    shown = run("analyse", "connect_four", "--agent", "mcts:iterations=300,snapshot=20", "--seed", "1").stdout
    assert "visits" in shown
    assert "├──" in shown


def test_play_with_hint_undo_and_save(tmp_path):
    script = f"help\nmoves\nhint\nd\nundo\nundo\nx9\nd\nsave {tmp_path / 'g.json'}\nquit\n"
    shown = run("play", "connect_four", "--against", "random", "--seed", "5", text=script).stdout
    assert "a, b, c, d, e, f, g" in shown
    assert "would play" in shown
    assert "nothing to take back" in shown
    assert "is no column" in shown
    assert read("replay", str(tmp_path / "g.json"))["result"] is None


def test_play_to_the_end_and_as_json(tmp_path):
    """Column a, then b and so on: a game that ends somehow; the record is saved."""
    script = "\n".join("abcdefg" * 10) + "\n"
    saved = tmp_path / "end.json"
    args = ("play", "connect_four", "--against", "random", "--seat", "1", "--seed", "8", "--save", str(saved), "--json")
    events = [json.loads(line) for line in run(*args, text=script).stdout.splitlines()]
    assert events[0]["event"] == "start"
    assert "over" in [event["event"] for event in events]
    assert read("replay", str(saved))["result"]["returns"] in ([1.0, -1.0], [-1.0, 1.0], [0.0, 0.0])


def test_cards_are_dealt_before_a_person_is_asked():
    """The first position shows everybody's cards but the own; nobody looks at an empty table."""
    events = [
        json.loads(line) for line in run("play", "hanabi", "--seed", "3", "--json", text="quit\n").stdout.splitlines()
    ]
    positions = [event for event in events if event["event"] == "position"]
    assert [event["mover"] for event in positions] == [0]
    own, other = positions[0]["text"].strip().splitlines()[-2:]
    assert own.count("??") == 5
    assert len(re.findall(r"\b[rygwb][1-5] ", other)) == 5


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("play", "conect_four"), "did you mean connect_four"),
        (("match", "connect_four", "mtcs", "random"), "did you mean mcts"),
        (("match", "connect_four", "mcts:iteration=5", "random"), "did you mean iterations|no setting"),
        (("match", "connect_four", "mcts:iterations=0", "random"), "from 1 to"),
        (("match", "connect_four", "mcts:seconds=-1", "random"), "seconds must be"),
        (("match", "connect_four", "mcts:nodes=5", "random"), "counts iterations"),
        (("match", "connect_four", "random"), "2 seats: name 2 agents, not 1"),
        (("match", "connect_four", "random", "random", "--games", "0"), "--games must be"),
        (("match", "connect_four", "random", "random", "--per-action", "-1"), "clock"),
        (("match", "connect_four", "random", "random", "--seed", "-4"), "seed must be"),
        (("match", "connect_four", "bot", "random"), "no hand-written players; use"),
        (("play", "connect_four", "--set", "variant=popout"), "choose from misere, standard"),
        (("play", "connect_four", "--set", "varient=misere"), "did you mean variant"),
        (("play", "connect_four", "--set", "misere"), "NAME=VALUE"),
        (("play", "connect_four", "--seat", "2"), "--seat must be"),
        (("play", "connect_four", "-a", "random", "-a", "random"), "name one opponent"),
        (("analyse", "connect_four", "--moves", "d x"), "at 'x'"),
        (("analyse", "connect_four", "--moves", "a b a b a b a"), "over"),
        (("replay", "no/such/file.json"), "cannot read"),
        (("bench", "--only", "conect_four"), "did you mean connect_four"),
        (("warm-up", "chess"), "no game 'chess'"),
    ],
)
def test_bad_input_is_one_sentence_that_helps(args, complaint):
    import re

    shown = " ".join(run(*args, code=2).stderr.split())
    assert shown.startswith("error: ")
    assert re.search(complaint, shown), shown
    told = json.loads(run(*args, "--json", code=2).stderr)
    assert told["error"]["code"]


def test_a_cut_off_record_is_refused_with_file_and_line(tmp_path):
    path = tmp_path / "cut.json"
    run("match", "connect_four", "random", "random", "--seed", "1", "--save", str(tmp_path / "games"))
    text = (tmp_path / "games" / "game-000000.json").read_text()
    path.write_text(text[: len(text) // 2])
    shown = " ".join(run("replay", str(path), code=2).stderr.split())
    assert "cut off" in shown
    assert "line " in shown
    path.write_bytes(b"\xff\xfe\x00")
    assert "is no text" in " ".join(run("replay", str(path), code=2).stderr.split())


def test_ctrl_c_during_a_match_keeps_what_was_finished(tmp_path):
    folder = tmp_path / "games"
    args = [*COMMAND, "match", "connect_four", "mcts:iterations=2000", "random", "-n", "100000", "--json"]
    process = subprocess.Popen(
        [*args, "--save", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until(lambda: len(list(folder.glob("game-*.json"))) >= 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    told = json.loads(out)
    assert process.returncode == 130, err
    assert told["stopped"]
    assert 3 <= told["played"] < 100_000
    assert len(list(folder.glob("game-*.json"))) == told["played"]
    assert not list(folder.glob("*.part"))
    for path in list(folder.glob("game-*.json"))[:3]:
        run("replay", str(path), "--ply", "0")


def test_ctrl_c_while_a_game_is_being_kept_waits_until_it_is(tmp_path, monkeypatch, capsys):
    import typer

    from ludoteca.cli import match

    def interrupted(*args):
        os.kill(os.getpid(), signal.SIGINT)
        write_record(*args)

    write_record = match.write_record
    monkeypatch.setattr(match, "write_record", interrupted)
    with pytest.raises(typer.Exit) as stopped:
        match.play_match_command(
            "connect_four", ["random", "random"], times=5, save=tmp_path / "games", seed=1, as_json=True
        )
    assert stopped.value.exit_code == 130
    assert json.loads(capsys.readouterr().out)["played"] == 1
    assert [path.name for path in (tmp_path / "games").iterdir()] == ["game-000000.json"]


INTERRUPTED = """
import os, signal, threading, time
import ludoteca.protocol as protocol

class Interrupting(protocol.Watch):
    def begin(self, controls, seconds):
        super().begin(controls, seconds)
        threading.Thread(target=self.interrupt, daemon=True).start()

    def interrupt(self):
        while self.done == 0:
            time.sleep(0.01)
        print("searching", flush=True)
        os.kill(os.getpid(), signal.SIGINT)

protocol.Watch = Interrupting
from ludoteca.cli import main
main(["analyse", "connect_four", "--agent", "mcts:seconds=600"])
"""


def test_a_search_stops_at_ctrl_c():
    """Ctrl-C comes once the search has begun; the command ends as one that was interrupted, without a traceback."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.startswith("searching")
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_in_a_terminal_it_draws_the_board():
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [*COMMAND, "play", "connect_four", "--against", "random", "--seed", "1"])
    shown = b""
    os.write(terminal, b"d\nquit\n")
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, shown
    assert b"a b c d e f g" in shown
    assert b"your action" in shown


def test_all_about_one_game():
    told = read("games", "connect_four")
    assert told["name"] == "connect_four"
    assert "planes" in told["encoders"]
    assert "alphabeta" in told["agents"]
    assert "variant: standard: four in a line wins" in run("games", "connect_four").stdout
    assert "did you mean connect_four" in run("games", "conect_four", code=2).stderr


def test_a_tournament_to_begin_with(tmp_path):
    from ludoteca.lab.description import read_description

    file = tmp_path / "first.toml"
    file.write_text(run("tournament", "--example").stdout)
    read_description(file).check()


def test_a_resigned_game_is_saved_with_its_result(tmp_path):
    file = tmp_path / "resigned.json"
    run("play", "connect_four", "--against", "random", "--seed", "1", "--save", file, text="d\nresign\n")
    assert "X resigned" in file.read_text()


def test_whoever_reads_may_stop():
    """As in `ludoteca games --json | head -c 1`."""
    for words in (("games", "--json"), ("games",)):
        with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.close()
            assert (process.wait(300), process.stderr.read()) == (0, b"")


def test_others_pick_in_secret_before_the_picks_are_shown():
    said = run("play", "contest", "--against", "random", "--seed", "1", text="1\nquit\n").stdout
    assert said.index("plays in secret") < said.index("shows")
