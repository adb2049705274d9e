"""`ludoteca grade` as students and teachers use it."""

import csv
import json
import runpy
from pathlib import Path

import pytest

from commands import run_command
from ludoteca.lessons import assignment
from ludoteca.lessons.course import LESSONS
from ludoteca.lessons.texts import FOLDER, lesson_text, skeleton

ANSWERS = Path(__file__).parent / "answers"
DOCS = Path(__file__).parents[2] / "docs" / "learn"
EXAMPLE = str(assignment.__doc__).partition("\n\n")[2]
WINS = "def choose(game, view, rng):\n    return 2 if 2 in game.legal_actions(view) else game.legal_actions(view)[0]\n"


def grade(*args, code=0):
    done = run_command("grade", *map(str, args))
    assert done.returncode == code, done.stdout + done.stderr
    return done


# --- lessons ---------------------------------------------------------------------------------------------------------


def test_the_lessons_are_listed_in_order():
    told = json.loads(grade("--list", "--json").stdout)
    assert [lesson["name"] for lesson in told] == list(LESSONS)
    assert "Alpha-beta" in grade().stdout


@pytest.mark.parametrize("name", LESSONS)
def test_a_notebook_runs_and_says_the_same_each_time(name, capsys):
    number = list(LESSONS).index(name) + 1
    file = DOCS / f"{number:02}-{name}.py"
    assert file.resolve() == (FOLDER / file.name).resolve()
    told = []
    for _ in range(2):
        runpy.run_path(str(file))
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != ""


@pytest.mark.parametrize("name", LESSONS)
def test_a_skeleton_has_every_function(name):
    names = {"random": "choose playout", "greedy": "greedy", "uct": "ucb uct", "alphabeta": "alphabeta choose",
             "minimax": "minimax choose", "expectiminimax": "expectiminimax choose",
             "information": "information_set worlds action_value choose", "comparing": "interval games_needed "
                                                                                       "verdict"}  # fmt: skip
    for function in names[name].split():
        assert f"def {function}(" in skeleton(name)
    assert lesson_text(name).startswith(f"# {list(LESSONS).index(name) + 1}. ")


def test_a_file_to_begin_with_is_written_once_and_graded_as_unwritten(tmp_path):
    file = tmp_path / "mine.py"
    grade("3", "--start", file)
    assert "already" in grade("minimax", "--start", file, code=2).stderr
    told = grade("minimax", file, code=1).stdout
    assert "`minimax` is not written yet" in told
    assert "0 of 10 points: not passed yet" in told


def test_a_right_answer_passes_with_a_picture(tmp_path):
    picture = tmp_path / "search.svg"
    told = json.loads(grade("alphabeta", ANSWERS / "alphabeta.py", "--picture", picture, "--json").stdout)
    assert (told["points"], told["passed"], len(told["questions"])) == (10, True, 4)
    drawn = picture.read_text()
    assert drawn.startswith("<svg")
    assert "stroke-dasharray" in drawn  # what was pruned


def test_what_failed_is_told_with_the_search(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text((ANSWERS / "minimax.py").read_text().replace("min(values)", "max(values)"))
    told = grade("minimax", file, code=1).stdout
    assert "expects the opponent to help" in told
    assert "|-- a: min" in told


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("minmax", "x.py"), "did you mean minimax"),
        (("minimax", "nothing.py"), "cannot read nothing.py: No such file"),
        (("minimax", str(ANSWERS / "minimax.py"), "--picture", "x.png"), ".svg or .html"),
        (("minimax", "--class", str(ANSWERS)), "--out MARKS.csv"),
        (("minimax", "--class", "/nothing/here", "--out", "x.csv"), "there is no folder"),
        (("nothing.toml", "x.py"), "cannot read nothing.toml"),
    ],
)
def test_what_cannot_be_graded_is_refused(args, words):
    assert words in " ".join(grade(*args, code=2).stderr.split())


# --- assignments -----------------------------------------------------------------------------------------------------


def test_the_example_is_an_assignment(tmp_path):
    task, file = tmp_path / "task.toml", tmp_path / "mine.py"
    task.write_text(grade("--example").stdout)
    file.write_text(WINS)
    told = json.loads(run_command("grade", str(task), str(file), "--json").stdout)
    assert told["questions"][0]["title"] == "win at once"
    assert told["questions"][0]["passed"]
    file.write_text(WINS.replace("return 2 if 2", "return 5 if 5"))
    told = grade(task, file, code=1).stdout
    assert "three in a row are open" in told
    assert "20 games against random" in told


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("function =", "funktion =", "has no 'funktion'; did you mean function?"),
        ("points = 3 ", "point = 3 ", "did you mean points"),
        ('game = "tic_tac_toe"', 'game = "tick_tac_toe"', "no game 'tick_tac_toe'"),
        ('answers = ["3"]', 'answers = ["1"]', "not legal there"),
        ('answers = ["3"]', 'answers = ["x"]', "'x' is none of"),
        ('answers = ["3"]', "", "needs either answers or a value"),
        ('moves = "1 4 2 5"', 'moves = "1 1"', "at '1': 1 is not legal here"),
        ('moves = "1 4 2 5"', 'moves = "1 4 2 5 3"', "the game is over"),
        ("pass_mark = 60", "pass_mark = 160", "pass_mark must be from 0 to 100"),
        ("pass_mark = 60", 'pass_mark = "much"', "pass_mark must be a number"),
        ('agent = "random"', 'agent = "mcts"', "one opponent, random"),
        ("games = 20", "games = 0", "must be from 2"),
        ("memory = 1024", "memory = 1", "must be from 128"),
        ('function = "choose"', 'function = "no name"', "the name of a function"),
        ("[setup]", "[setup", "is not TOML"),
    ],
)
def test_a_bad_assignment_is_refused_with_the_place(tmp_path, old, new, words):
    task = tmp_path / "task.toml"
    assert old in EXAMPLE
    task.write_text(EXAMPLE.replace(old, new))
    assert words in " ".join(grade(task, "x.py", code=2).stderr.split())


def test_a_drawn_tree_can_be_an_assignment(tmp_path):
    task, file = tmp_path / "task.toml", tmp_path / "mine.py"
    task.write_text(
        "title = 'A tree'\ngame = 'tree:[\"max\", [\"min\", 3, 9], 5]'\nfunction = 'value'\n"
        "[[positions]]\nname = 'the value'\nvalue = 5.0\n"
    )
    file.write_text("def value(game, view, rng):\n    return 5\n")
    grade(task, file)
    for tree, words in (
        ('["mox", 3, 9]', "max, min or dice"),
        ('["dice", [0.5, 1], [0.4, 2]]', "sum to one"),
        ("[", "JSON"),
    ):
        task.write_text(f"title = 'A tree'\ngame = 'tree:{tree}'\n[[positions]]\nname = 'x'\nvalue = 5.0\n")
        assert words in grade(task, file, code=2).stderr


# --- classes ---------------------------------------------------------------------------------------------------------


def test_a_class_is_marked_and_goes_on_where_it_stopped(tmp_path):
    task, folder, table = tmp_path / "task.toml", tmp_path / "class", tmp_path / "marks.csv"
    task.write_text(EXAMPLE.partition("[[opponents]]")[0])
    folder.mkdir()
    (folder / "anna.py").write_text(WINS)
    (folder / "bruno.py").write_text("def choose(:\n")
    (folder / "=carla.py").write_bytes(b"\xff")
    told = json.loads(grade(task, "--class", folder, "--out", table, "--json").stdout)
    assert {mark["file"]: mark["points"] for mark in told["files"]} == {"anna.py": 3, "bruno.py": 0, "=carla.py": 0}
    rows = {row["file"]: row for row in csv.DictReader(table.read_text().splitlines())}
    assert set(rows) == {"anna.py", "bruno.py", "'=carla.py"}
    assert rows["anna.py"]["passed"] == "yes"
    assert "no Python" in rows["bruno.py"]["first_fault"]
    table.write_text(table.read_text().replace(rows["bruno.py"]["first_fault"], "kept from the first run"))
    (folder / "anna.py").write_text(WINS.replace("return 2 if 2", "return 5 if 5"))
    grade(task, "--class", folder, "--out", table)
    rows = {row["file"]: row for row in csv.DictReader(table.read_text().splitlines())}
    assert rows["bruno.py"]["first_fault"] == "kept from the first run"  # not graded again
    assert rows["anna.py"]["passed"] == "no"  # changed, so graded again


def test_a_table_of_something_else_is_not_overwritten(tmp_path):
    table = tmp_path / "marks.csv"
    table.write_text("name,salary\nanna,3\n")
    assert "no table of marks" in grade("minimax", "--class", ANSWERS, "--out", table, code=2).stderr
    assert table.read_text() == "name,salary\nanna,3\n"
