"""The benchmark: its rows, and the least ratios that must hold on any machine. Needs the bench extra."""

import sys
from pathlib import Path

import pytest

from ludoteca.core.errors import PeerMissing, UnknownName
from ludoteca.lab import bench
from ludoteca.lab.bench import against

pytest.importorskip("pyspiel", reason="open_spiel comes with the bench extra, which `make test` installs")

# About two thirds of what docs/results/bench.md shows: processors differ, and so do their ratios.
LEAST = {
    "connect_four": {"playouts": 24.0, "uct": 6.0, "alphabeta": 18.0},
    "hanabi": {"random play with the 658-bit vector": 26.0, "random play from Python, step by step": 1.8},
}


@pytest.mark.slow
@pytest.mark.parametrize("game", LEAST)
def test_games_are_fast_enough(game):
    """Measured once, ours and the peer in turns: it fails if the ratio is surely below the bar, that is, if its whole
    interval is."""
    least = LEAST[game]
    rows = [row for _, measure in bench.plan([game]) for row in measure(1.0)]
    assert {row["measure"] for row in rows} >= set(least)
    for row in rows:
        assert set(row) == {"game", "measure", "ours", "peer", "peer_name", "ratio", "ratio_95", "unit"}
        if row["measure"] in least:
            low, high = row["ratio_95"]
            assert low <= row["ratio"] <= high
            assert high >= least[row["measure"]], row


def test_a_ratio_is_taken_turn_by_turn():
    """A machine that is slow for two of nine turns changes the rates, not the ratio."""
    speeds = [1.0] * 7 + [0.1] * 2
    ours, peer = bench.Rates(30 * speed for speed in speeds), bench.Rates(10 * speed for speed in speeds)
    row = bench.make_row("go", "playouts", ours, peer, "somebody", "games/CPU-s")
    assert row["ratio"] == pytest.approx(3.0)
    assert row["ratio_95"] == pytest.approx((3.0, 3.0))
    constant = bench.make_row("go", "playouts", ours, 5.0, "somebody, once", "games/CPU-s")
    assert (constant["ratio"], constant["ratio_95"]) == (6.0, None)
    assert bench.format_numbers(row) == ("30", "10", "3.00", "3.00 to 3.00")
    assert bench.format_numbers(constant) == ("30", "5", "6.00", "-")


def test_every_agent_that_can_play_has_a_row():
    rows = [row for _, measure in bench.plan(["connect_four"])[-1:] for row in measure(0.05)]
    found = {row["measure"]: row for row in rows}
    assert set(found) == {"random", "greedy", "minimax", "expectiminimax", "ismcts", "connect_four_solver"}
    assert all(row["ours"] > 0 for row in rows)
    assert found["greedy"]["ratio"] is None
    assert found["minimax"]["ratio"] > 1
    assert "none known" in bench.format_page(rows, "ludoteca bench")


def test_unknown_benchmarks_are_refused():
    with pytest.raises(UnknownName, match="connect_four"):
        bench.plan(["conect_four"])


def test_peers_of_games_that_begin_with_chance_are_asked_where_a_player_moves():
    from ludoteca.lab.bench.peers import first_decision, peer_random

    assert first_decision("hanabi").current_player() >= 0
    work, _ = peer_random("hanabi", 1)
    assert work() == 100


def test_a_tree_beside_itself(monkeypatch):
    """Two processes that measure the same tree find the same answers, and a ratio of about one."""
    monkeypatch.setattr(against, "PAIRS", 8)
    jobs = [job for job in against.list_jobs(["connect_four"]) if job[1] == "mcts"]
    rows = list(against.compare_trees(Path(sys.executable), jobs, 0.4))
    (row,) = rows
    assert (row["game"], row["measure"], row["unit"], row["same"]) == ("connect_four", "mcts", "iterations", True)
    assert row["ratio_95"][0] < 2
    assert row["ratio_95"][1] > 0.5
    assert against.format_row(row)[-1] == "yes"


def test_a_job_that_the_other_tree_cannot_do_is_named():
    (row,) = against.compare_trees(
        Path(sys.executable), [("go", "mcts", {"game": "go", "agent": "mcts", "options": {}})], 1
    )
    assert "UnknownName" in row["error"]
    assert "no game" in against.format_row(row)[-1]


@pytest.mark.parametrize("place", ["nowhere", "."])
def test_a_place_without_a_python_is_refused(place, tmp_path):
    with pytest.raises(PeerMissing, match="there is no Python"):
        list(against.compare_trees(tmp_path / place, [], 1))


def test_a_python_without_ludoteca_is_refused(tmp_path):
    (tmp_path / "python").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "python").chmod(0o755)
    with pytest.raises(PeerMissing, match="is Ludoteca installed there"):
        list(against.compare_trees(tmp_path / "python", [("go", "mcts", {})], 1))
