"""`ludoteca learn` from data to a network that plays, as people use it."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from commands import run_command

pytest.importorskip("torch")
pytest.importorskip("pyarrow")
pytest.importorskip("sklearn")

PLAN = """
epochs = {epochs}
batch = 64
[network]
layers = [{{ units = 24, normalise = "batch" }}]
heads = [{{ name = "policy" }}, {{ name = "value", units = 1, kind = "numbers" }}]
[split]
train = 0.6
check = 0.2
"""


def run(*words, ok=True):
    done = run_command(*words)
    assert (done.returncode == 0) == ok, done.stderr
    return done.stdout if ok else done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A small data set and a plan."""
    folder = tmp_path_factory.mktemp("learn")
    run("dataset", "make", "connect_four", "--out", folder / "data", "--agents", "greedy,random", "--encoder", "planes",
        "-n", 60, "--workers", 1)  # fmt: skip
    (folder / "plan.toml").write_text(PLAN.format(epochs=2))
    return folder


def test_data_become_a_network_with_a_report_that_plays(folder):
    told = json.loads(run("learn", folder / "data", "--plan", folder / "plan.toml", "--out", folder / "run", "--json"))
    assert told["epochs"] == 2
    assert 0 < told["last"]["check accuracy"] < 1
    again = json.loads(run("learn", folder / "data", "--plan", folder / "plan.toml", "--out", folder / "run", "--json"))
    assert again == told
    graded = json.loads(run("learn", "report", folder / "run", "--data", folder / "data", "--json"))
    assert graded["classes"]["accuracy"]["support"] == graded["positions"] == sum(map(sum, graded["confusion"]))
    assert "| weighted avg |" in (folder / "run" / "report.md").read_text()
    assert (folder / "run" / "confusion.svg").exists()
    played = json.loads(
        run("match", "connect_four", f"neural:weights={told['network']}", "random", "-n", 2, "--seed", 1, "--json")
    )
    assert played


def test_what_is_wrong_is_said_and_nothing_is_written(folder, tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.format(epochs=1).replace("batch = 64", "bach = 64"))
    words = run("learn", folder / "data", "--plan", plan, "--out", tmp_path / "run", ok=False)
    assert "did you mean batch" in " ".join(words.split())
    plan.write_text(PLAN.format(epochs=1).replace('"value", units = 1', '"scores"'))
    words = run("learn", folder / "data", "--plan", plan, "--out", tmp_path / "run", ok=False)
    assert "tell nothing for the head 'scores'" in " ".join(words.split())
    assert not (tmp_path / "run").exists()


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_stops_and_the_same_command_goes_on(folder, tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.format(epochs=4000))
    words = ["learn", folder / "data", "--plan", plan, "--out", tmp_path / "run"]
    process = subprocess.Popen(
        [sys.executable, "-m", "ludoteca", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    while process.poll() is None and not (tmp_path / "run" / "log.jsonl").exists():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert process.returncode == 130, out
    assert "the same command goes on" in " ".join(out.split())
    assert "Traceback" not in out
    done = len((tmp_path / "run" / "log.jsonl").read_text().splitlines())
    plan.write_text(PLAN.format(epochs=4000).replace("epochs = 4000", f"epochs = {done + 3}"))
    told = json.loads(run(*words, "--json"))
    assert told["epochs"] == done + 3
    assert not told["stopped_early"]
