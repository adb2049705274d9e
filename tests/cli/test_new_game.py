"""`ludoteca new-game` writes a package that installs without a network, keeps the contract, and plays everywhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.cli.new_game import check_name, write_package
from ludoteca.core.errors import SetupError

ROOT = Path(__file__).resolve().parents[2]
TOURNAMENT = """
game = "moon_heap"
format = "all"
games = 4
seed = 3
[agents]
thinker = "alphabeta:depth=8"
chance = "random"
"""


HOW_TO = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")


def install(home):
    """Install the package in `home`/source beside it."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(home / "site"), str(home / "source")], check=True)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder of its own with the new package installed in it, and the environment that finds it."""
    home = tmp_path_factory.mktemp("outside")
    write_package(home / "source", "moon_heap", page=True)
    install(home)
    return home


@pytest.fixture(scope="module")
def how_to(tmp_path_factory):
    """The package of docs/adding-a-game.md, every part of it, installed."""
    home = tmp_path_factory.mktemp("how_to")
    write_package(home / "source", "heap", page=True)
    game = re.findall(r"```python\n(.*?)```", HOW_TO.partition("## 3.")[0], re.S)
    (home / "source/src/heap/game.py").write_text("\n".join(game))
    (home / "source/src/heap/rules.py").unlink()
    for path, text in re.findall(r"```py\n# (\S+)\n(.*?)```", HOW_TO, re.S):
        (home / "source" / path).parent.mkdir(exist_ok=True)
        (home / "source" / path).write_text(text)
    (home / "heap.toml").write_text(re.search(r'```\n(game = "heap".*?)```', HOW_TO, re.S)[1])
    install(home)
    return home


def run(place, *words, check=True):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(place / "site"), *filter(None, sys.path)])}
    return subprocess.run(words, cwd=place, env=env, capture_output=True, text=True, check=check)


def ludoteca(place, *words):
    done = run(place, sys.executable, "-m", "ludoteca", *words)
    return json.loads(done.stdout)


def test_the_command_line_knows_the_new_game(place):
    assert "moon_heap" in {game["name"] for game in ludoteca(place, "games", "--json")}


@pytest.mark.slow
def test_it_is_played_from_the_command_line_and_in_a_tournament(place):
    played = ludoteca(
        place, "match", "moon_heap", "alphabeta:depth=8", "random", "--games", "4", "--seed", "1", "--json"
    )
    assert played["game"] == "moon_heap"
    (place / "cup.toml").write_text(TOURNAMENT)
    table = ludoteca(place, "tournament", "cup.toml", "--out", "cup", "--json")
    assert "thinker" in json.dumps(table)


@pytest.mark.slow
def test_every_part_that_the_how_to_describes_works(how_to):
    played = ludoteca(
        how_to, "match", "heap", "heap_counter", "bot:bot=clumsy", "--games", "6", "--seed", "1", "--json"
    )
    assert played["game"] == "heap"
    assert ludoteca(how_to, "reproduce", "heap", "--quick", "--json")["result"].startswith("Counting won")
    assert run(how_to, sys.executable, "-m", "ludoteca", "heap", "winner", "21").stdout == "the first player\n"
    table = ludoteca(how_to, "tournament", "heap.toml", "--out", "cup", "--games", "6", "--json")
    assert "counter" in json.dumps(table)


def test_the_how_to_offers_what_it_shows(how_to):
    """Each part that its plugin names is a file of the page or of the template, and can be loaded."""
    code = "from heap import PLUGIN as p; print([p.load(r) for r in (p.commands, p.bench, *p.agents.values())])"
    assert "Counter" in run(how_to, sys.executable, "-c", code).stdout


@pytest.mark.slow
def test_its_own_tests_pass(place):
    done = run(place, sys.executable, "-m", "pytest", "-q", str(place / "source" / "tests"), check=False)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_our_own_tree_is_left_as_it_was(place):
    """The game costs no edit here: nothing in the package names it."""
    found = [path for path in (ROOT / "src").rglob("*.py") if "moon_heap" in path.read_text("utf-8")]
    assert not found


def test_without_a_page_none_is_written(tmp_path):
    written = write_package(tmp_path / "new", "plain_heap", page=False)
    assert not any("page" in path.parts for path in written)
    assert "page" not in (tmp_path / "new" / "src" / "plain_heap" / "__init__.py").read_text()
    assert not any("{{" in (tmp_path / "new" / path).read_text() for path in written)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("Chess", "lower-case"),
        ("tic tac", "lower-case"),
        ("2048", "lower-case"),
        ("../up", "lower-case"),
        ("class", "Python's"),
        ("random", "Python's"),
        ("checkers", "installed already"),
        ("a" * 60, "too long"),
    ],
)
def test_names_that_cannot_be(name, complaint):
    with pytest.raises(SetupError, match=complaint):
        check_name(name)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(SetupError, match="not an empty folder"):
        write_package(tmp_path, "moon_heap", page=False)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
