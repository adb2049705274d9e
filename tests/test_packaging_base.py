"""The base install plays and serves, is small, and asks for an extra by name where it needs one."""

import json
import re
import socket
import subprocess
import sys

import pytest

from base_install import ROOT, base_distributions, base_environment, names_of, read_project

COMMAND = [sys.executable, "-m", "ludoteca"]
MEGABYTES = 300  # of the base as packages ship it, before Python writes bytecode; docs/results/install.md


def run(*words, text="", code=0):
    done = subprocess.run([*COMMAND, *words], input=text, capture_output=True, text=True, env=base_environment())
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.fixture
def unused_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listed_packages():
    """Packages by extra, as the table of the decision has them."""
    listed = {}
    for line in (ROOT / "docs" / "decisions" / "003-dependencies.md").read_text("utf-8").splitlines():
        row = re.match(r"\| `?(\w+)`? \|[^|]*\| ([^|]+) \|", line)
        if row and row[1] != "in":
            listed.setdefault(row[1], set()).update(names_of(row[2].split(", ")))
    return listed


def test_every_requirement_is_justified_and_nothing_else_is_listed():
    project = read_project()
    stated = {"base": names_of(project["dependencies"])}
    stated |= {extra: names_of(items) for extra, items in project["optional-dependencies"].items() if items}
    listed = listed_packages()
    assert {extra: listed.get(extra) for extra in stated} == stated


def test_the_base_has_no_tool_no_torch_and_no_browser():
    extras = read_project()["optional-dependencies"]
    others = set().union(*(names_of(items) for items in extras.values())) - {"markdown-it-py"}  # rich has that
    assert {"torch", "scipy", "pyarrow", "plotly", "playwright", "mypy", "pytest", "psycopg"} <= others
    assert not others & set(base_distributions())


def test_the_base_is_small():
    files = [file for package in base_distributions().values() for file in package.files or []]
    sizes = [(file.locate(), file.locate().stat().st_size) for file in files if file.locate().is_file()]
    total = sum(size for path, size in sizes if path.suffix != ".pyc")
    total += sum(path.stat().st_size for path in (ROOT / "src").rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert total / 1e6 < MEGABYTES


def test_names_that_people_know_are_still_extras():
    assert read_project()["optional-dependencies"]["site"] == []


def test_the_blocked_environment_blocks():
    code = "import importlib.util as u; print([u.find_spec(name) is None for name in ('scipy', 'pytest', 'numpy')])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=base_environment())
    assert shown.stdout == "[True, True, False]\n", shown.stderr


def test_it_plays_and_replays(tmp_path):
    played = run("play", "connect_four", "--against", "mcts:iterations=50", "--seed", "1", text="d\nd\nquit\n").stdout
    assert "a b c d e f g" in played
    told = run("match", "connect_four", "mcts:iterations=20", "random", "-n", "12", "--save", str(tmp_path), "--json")
    rows = json.loads(told.stdout)["players"]
    assert rows[0]["games"] == 12
    assert rows[0]["mean_return_95"]  # intervals, too
    shown = run("replay", str(tmp_path / "game-000000.json")).stdout
    assert "won" in shown or "draw" in shown


ONE_AFTER_THE_OTHER = """
import json, sys
from ludoteca.cli import main
for words in json.loads(sys.argv[1]):
    try:
        main(words)
    except SystemExit as left:
        assert not left.code, (words, left.code)
"""


def test_commands_that_need_no_extra():
    said = {
        "games": "connect_four",
        "agents mcts": "exploration",
        "analyse connect_four --moves d --agent mcts:iterations=100": "line:",
        "reproduce": "last result",
        "serve --limits": "tables_per_client",
        "--version": "ludoteca 0",
        "bench --help": "CPU-seconds",
        "hanabi score --bots smart,smart --games 5 --seed 7": "perfect games",
        "contest moves Round": "Coro",
    }
    arguments = [sys.executable, "-c", ONE_AFTER_THE_OTHER, json.dumps([words.split() for words in said])]
    done = subprocess.run(arguments, capture_output=True, text=True, env=base_environment())
    assert done.returncode == 0, done.stderr
    for words, part in said.items():
        assert part in done.stdout, words


def test_the_adviser_needs_no_extra(tmp_path):
    words = ["--contestants", "Betta, Speranza, Macy, Plumy", "--me", "Speranza", "--agent", "mcts:iterations=50"]
    assert "<- advised" in run("contest", "advise", str(tmp_path / "log.toml"), *words, text="quit\n").stdout


def test_a_new_game_needs_no_extra(tmp_path):
    done = subprocess.run(
        [*COMMAND, "new-game", "stones", "--page"], capture_output=True, text=True, env=base_environment(), cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.rglob("rules.py"))


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["tournament", str(ROOT / "docs/examples/connect-four.toml"), "--out", "{tmp}/t", "--workers", "1"], "lab"),
        (["report", "{tmp}"], "lab"),
        (["reproduce", "contest", "--quick", "--out", "{tmp}/t"], "lab"),
        (["tune", "connect_four", "mcts:iterations=30", "exploration=0.3..2.0", "--out", "{tmp}/t"], "lab"),
        (["dicewars", "collect", "--out", "{tmp}/t"], "learn"),
        (["serve", "--database", "postgresql://nobody@127.0.0.1:1/none", "--port", "{port}"], "postgres"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)
def test_commands_that_need_an_extra_name_it(words, extra, tmp_path, unused_port):
    words = [word.format(tmp=tmp_path, port=unused_port) for word in words]
    told = " ".join(run(*words, code=2).stderr.split())
    assert f"pip install 'ludoteca[{extra}]'" in told
    assert "Traceback" not in told
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]  # nothing half-written
