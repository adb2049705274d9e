"""The benchmark: its rows, and the least ratios that must hold on any machine. Needs the bench extra."""

from functools import partial

import pytest

from helpers import take_turns
from ludoteca.core.errors import UnknownName
from ludoteca.lab import bench

pytest.importorskip("pyspiel", reason="open_spiel comes with the bench extra, which `make test` installs")

LEAST = {
    "connect_four": {"playouts": 5.0, "playouts_limit": 0.6, "uct": 4.0, "alphabeta": 10.0},
    "hanabi": {
        "random play with the 658-bit vector": 20.0,
        "random play from Python, step by step": 1.5,
        "bologna2 games": 20.0,
        "smart games": 0.69,  # 2,000 a CPU-second
    },
}


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("game", LEAST)
def test_games_are_fast_enough(game):
    least = LEAST[game]

    def is_good(rows):
        return all(row["ratio"] >= least[row["measure"]] for row in rows if row["measure"] in least)

    plan = bench.plan([game])
    rows = [row for _, measure in plan for row in take_turns(partial(measure, 1.0), is_good)]
    assert {row["measure"] for row in rows} >= set(least)
    for row in rows:
        assert set(row) == {"game", "measure", "ours", "peer", "peer_name", "ratio", "unit"}
        if row["peer"] is not None:
            assert row["ratio"] == pytest.approx(row["ours"] / row["peer"])
        if row["measure"] in least:
            assert row["ratio"] >= least[row["measure"]], row


def test_every_agent_that_can_play_has_a_row():
    rows = [row for _, measure in bench.plan(["connect_four"])[-1:] for row in measure(0.05)]
    found = {row["measure"]: row for row in rows}
    assert set(found) == {"random", "greedy", "minimax", "expectiminimax", "ismcts"}
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
