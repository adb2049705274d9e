"""The benchmark: its rows, and the least ratios that must hold on any machine. Needs the bench extra."""

import pytest

from ludoteca.core.errors import UnknownName
from ludoteca.lab import bench

pytest.importorskip("pyspiel", reason="open_spiel comes with the bench extra, which `make test` installs")

# About two thirds of what docs/results/bench.md shows: processors differ, and so do their ratios.
LEAST = {
    "connect_four": {"playouts": 24.0, "uct": 6.0, "alphabeta": 18.0},
    "hanabi": {"random play with the 658-bit vector": 26.0, "random play from Python, step by step": 1.8},
}


@pytest.mark.slow
@pytest.mark.alone
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
