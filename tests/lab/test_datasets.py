"""Data sets of decisions: what is written is what was played, killed runs resume to the last bit, and foreign or
damaged folders are refused in words."""

import json
import signal
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ludoteca import games
from ludoteca.cli import main
from ludoteca.core.errors import DatasetError, LudotecaError, SetupError, UnknownName
from ludoteca.lab.datasets.counting import count_facts, count_ties
from ludoteca.lab.datasets.making import Order, hash_rows, list_specs, make_dataset
from ludoteca.lab.match import play_match
from ludoteca.lab.parallel import SerialPool
from ludoteca.training.decisions import DecisionData
from ludoteca.training.reading import open_decisions, split_rows, take_fraction

GAME = games.load("connect_four")
ORDER = Order("connect_four", ("random", "random"), "planes", games=12, seed=3, games_per_chunk=5)


def make(folder, order=ORDER, **changes):
    make_dataset(Order(**{**order.__dict__, **changes}), folder, SerialPool())
    return DecisionData(folder)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return make(tmp_path_factory.mktemp("data") / "d")


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".parquet", ".json")}


# --- what is in it -------------------------------------------------------------------------------------------------


def test_rows_replay_the_games_they_come_from(data):
    """Playing the actions of a game anew gives its features, masks, seats and returns."""
    encoder = games.encoder("connect_four", "planes")
    for chunk in range(3):
        columns = data.read_chunk(chunk)
        for number in np.unique(columns["game"]):
            s = GAME.start()
            for row in np.flatnonzero(columns["game"] == number):
                assert GAME.mover(s) == columns["seat"][row]
                assert np.array_equal(columns["features"][row], encoder.encode(s))
                bits = np.unpackbits(columns["legal"][row], count=7)
                assert np.flatnonzero(bits).tolist() == GAME.legal_actions(s)
                assert columns["class"][row] == columns["action"][row]
                assert columns["agent"][row] == (columns["seat"][row] + number) % 2
                GAME.play(s, int(columns["action"][row]))
            assert GAME.is_over(s)
            assert (columns["returns"][columns["game"] == number] == GAME.returns(s)).all()


def test_agents_that_are_not_compiled_give_the_same_kind_of_rows(tmp_path):
    order = Order("connect_four", ("greedy", "random"), "planes", games=3, seed=5, opening=2)
    columns = make(tmp_path / "d", order).read_chunk(0)
    assert columns["ply"].min() == 2
    for number in range(3):
        here = columns["game"] == number
        from ludoteca.core.rng import split_seed
        from ludoteca.lab.match import Conditions

        seated = [("greedy", "random")[(seat + number) % 2] for seat in range(2)]
        match = play_match(GAME, seated, split_seed(5, "game", number), conditions=Conditions(opening=2))
        assert columns["action"][here].tolist() == list(match.actions[2:])
        assert (columns["returns"][here] == match.result.returns).all()


def test_equal_features_have_equal_hashes_and_are_counted(data):
    facts = count_facts(data)
    rows = np.concatenate([data.read_chunk(chunk)["features"] for chunk in range(3)])
    assert facts.rows == len(rows) == sum(facts.classes)
    assert facts.duplicates == len(rows) - len(np.unique(rows, axis=0)) > 10  # every game begins alike
    assert len(np.unique(hash_rows(rows))) == len(np.unique(rows, axis=0))
    assert facts.games == 12


def test_specifications_are_told_apart_by_commas_even_with_settings():
    assert list_specs("mcts:iterations=5,exploration=1,random", GAME) == ("mcts:iterations=5,exploration=1", "random")
    assert list_specs("bot2", games.load("hanabi")) == ("bot:bot=bot2",)


# --- resuming and extending ----------------------------------------------------------------------------------------


def test_a_data_set_grows_to_what_it_would_have_been(data, tmp_path):
    make(tmp_path / "d", games=7)
    make(tmp_path / "d")
    assert files_of(tmp_path / "d") == files_of(data.folder)


def test_a_missing_chunk_is_made_again_and_no_other(data, tmp_path):
    made = make(tmp_path / "d")
    kept = made.path_of(0).stat().st_mtime_ns
    made.path_of(1).unlink()
    make(tmp_path / "d")
    assert files_of(tmp_path / "d") == files_of(data.folder)
    assert made.path_of(0).stat().st_mtime_ns == kept


def run(folder, **options):
    words = [sys.executable, "-m", "ludoteca", "dataset", "make", "connect_four", "--agents", "random", "--encoder",
             "planes", "--games", "120", "--chunk", "2", "--seed", "7", "--workers", "1", "--out",
             str(folder)]  # fmt: skip
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def count_chunks(folder):
    return len(list(folder.glob("chunk-*.parquet"))) if folder.exists() else 0


def wait_for_chunks(process, folder, n):
    while count_chunks(folder) < n and process.poll() is None:
        time.sleep(0.001)


def test_a_run_that_is_killed_again_and_again_ends_with_the_same_files(tmp_path):
    whole = make(tmp_path / "whole", games=120, seed=7, games_per_chunk=2)
    folder = tmp_path / "killed"
    for chunks in (1, 4, 9, 23):
        process = run(folder)
        wait_for_chunks(process, folder, chunks)
        process.kill()
        process.communicate()
    process = run(folder)
    output, complaints = process.communicate()
    assert process.returncode == 0, complaints
    assert files_of(folder) == files_of(whole.folder)
    assert not list(folder.glob("*.part"))
    assert b"120 games" in output
    assert "ludoteca dataset make connect_four" in (folder / "DATA.md").read_text()


def test_ctrl_c_keeps_whole_chunks(tmp_path):
    folder = tmp_path / "d"
    process = run(folder)
    wait_for_chunks(process, folder, 2)
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate()
    if process.returncode != 0:  # else it was done before the signal came
        assert process.returncode == 130
        assert b"the same command goes on" in complaints
    assert not list(folder.glob("*.part"))
    for chunk in range(count_chunks(folder)):
        DecisionData(folder).read_chunk(chunk)


# --- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"encoder": "plain"}, "its encoder is 'planes', not 'plain'"),
        ({"seed": 4}, "its seed is 3, not 4"),
        ({"agents": ("random", "greedy")}, "its agents is"),
        ({"games": 11}, "for 12 games, more than 11"),
        ({"setup": {"variant": "misere"}}, "its setup is"),
    ],
    ids=str,
)
def test_another_data_set_is_refused_and_nothing_changes(data, changes, text):
    before = files_of(data.folder)
    with pytest.raises(DatasetError, match=text):
        make(data.folder, **changes)
    assert files_of(data.folder) == before


def test_a_folder_of_other_files_is_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(DatasetError, match="other files"):
        make(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    ("changes", "kind", "text"),
    [
        ({"encoder": "plane"}, UnknownName, "planes"),
        ({"agents": ("random",) * 3}, SetupError, "one agent for all seats, or 2"),
        ({"agents": ("nobody",)}, UnknownName, "nobody"),
        ({"games": 0}, SetupError, "games must be"),
        ({"opening": 99}, SetupError, "opening must be"),
        ({"game": "hanabi", "encoder": "bologna", "setup": {"players": 3}}, LudotecaError, "two players"),
    ],
    ids=str,
)
def test_orders_that_cannot_be_met_are_refused_before_anything_is_written(tmp_path, changes, kind, text):
    with pytest.raises(kind, match=text):
        make(tmp_path / "d", **changes)
    assert not (tmp_path / "d").exists()


def test_damaged_files_are_named(tmp_path):
    data = make(tmp_path / "d")
    path = data.path_of(1)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DatasetError, match=r"chunk-000001.parquet is damaged"):
        count_facts(data)
    path.write_bytes(b"")
    with pytest.raises(DatasetError, match="damaged"):
        open_decisions(data.folder)
    pq.write_table(pa.table({"class": [1, 2]}), path)
    with pytest.raises(DatasetError, match="another kind or version"):
        count_facts(data)


def test_nan_in_a_file_is_named(tmp_path):
    data = make(tmp_path / "d", encoder="plain", games=2)
    columns = data.read_chunk(0)
    features = columns["features"].copy()
    features[3, 5] = np.nan
    data.write_chunk(0, {**columns, "features": features})
    with pytest.raises(DatasetError, match="features hold something that is no number"):
        open_decisions(data.folder)


@pytest.mark.parametrize(
    ("change", "text"),
    [({"version": 99}, "version 99"), ({"format": "x"}, "another kind"), ({"inputs": "many"}, "damaged"),
     ({"extra": 1}, "extra")],
    ids=str,
)  # fmt: skip
def test_descriptions_of_another_schema_are_refused(tmp_path, change, text):
    data = make(tmp_path / "d", games=1)
    path = data.folder / "dataset.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(DatasetError, match=text):
        open_decisions(data.folder)


# --- reading for training ------------------------------------------------------------------------------------------


def test_training_reads_mapped_columns(data):
    rows = open_decisions(data.folder, encoder="planes")
    assert isinstance(rows.features, np.memmap)
    whole = np.concatenate([data.read_chunk(chunk)["features"] for chunk in range(3)])
    assert np.array_equal(rows.features, whole)
    assert np.array_equal(rows.rows(np.array([3, 1])), whole[[3, 1]].astype(np.float32))
    assert rows.legal(np.arange(4)).shape == (4, 7)
    seats, ends = rows.column("seat"), rows.column("returns")
    assert rows.returns(np.arange(9)).tolist() == [ends[i, seats[i]] for i in range(9)]
    with pytest.raises(DatasetError, match="features of the encoder planes; bologna is needed"):
        open_decisions(data.folder, encoder="bologna")
    with pytest.raises(DatasetError, match="no column 'scores'"):
        rows.scores(np.arange(2))


def test_mapped_columns_follow_an_extension(tmp_path):
    data = make(tmp_path / "d", games=5)
    few = len(open_decisions(data.folder))
    make(tmp_path / "d", games=12)
    assert len(open_decisions(data.folder)) > few
    data.path_of(2).unlink()
    with pytest.raises(DatasetError, match="lacks 1 of 3 chunks"):
        open_decisions(data.folder)
    assert len(open_decisions(data.folder, incomplete=True)) > few


def test_splits_keep_games_together_unless_told_otherwise(data):
    rows = open_decisions(data.folder)
    parts = split_rows(rows, (0.5, 0.25, 0.25), seed=2)
    held = [set(rows.groups[part].tolist()) for part in parts]
    assert [len(part) for part in held] == [6, 3, 3]
    assert not held[0] & held[1] | held[0] & held[2] | held[1] & held[2]
    states = split_rows(rows, (0.7, 0.3), by="state", seed=2)
    assert sorted(np.concatenate(states).tolist()) == list(range(len(rows)))
    small, large = (take_fraction(rows, parts[0], share, seed=1) for share in (0.34, 0.67))
    assert set(small) < set(large) < set(parts[0])
    with pytest.raises(DatasetError, match="sum to 1"):
        split_rows(rows, (0.5, 0.1))
    with pytest.raises(DatasetError, match="by game or by state"):
        split_rows(rows, (0.5, 0.5), by="colour")


# --- the command ---------------------------------------------------------------------------------------------------


def call(capsys, *words):
    with pytest.raises(SystemExit) as end:
        main(list(words))
    assert not end.value.code
    return capsys.readouterr().out


def test_info_tells_the_same_to_people_and_machines(data, capsys):
    facts = count_facts(data)
    told = json.loads(call(capsys, "dataset", "info", str(data.folder), "--json"))
    assert told["facts"]["rows"] == facts.rows
    assert told["encoder"] == "planes"
    assert f"{facts.rows:,} decisions of 12 games" in call(capsys, "dataset", "info", str(data.folder))
    with pytest.raises(DatasetError, match="holds no ties"):
        count_ties(data)
