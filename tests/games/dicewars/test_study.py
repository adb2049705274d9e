"""The study of Dicewars, in small."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from ludoteca.core.errors import RecordError
from ludoteca.core.jit import compiles
from ludoteca.games.dicewars.bots import REFERENCE
from ludoteca.games.dicewars.study import report, seats
from ludoteca.games.dicewars.study.published import ENTRIES, Entry
from ludoteca.games.dicewars.study.reproduce import run
from ludoteca.games.dicewars.study.tournament import Standings, load_standings, play_tournament, save_standings
from ludoteca.games.dicewars.tournament import choose_line_up, find_places, line_ups, rotations

ADT = "bot:bot=kb.stei_adt"


def test_opponents_are_met_equally_often_and_in_all_orders():
    random, met, taken = Random(1), {}, set()
    for _ in range(200):
        line_up = choose_line_up(met, random)
        assert len(set(line_up)) == 4
        assert "tested" in line_up
        taken.add(line_up.index("tested"))
        for name in line_up:
            if name != "tested":
                met[name] = met.get(name, 0) + 1
    assert taken == {0, 1, 2, 3}
    assert max(met.values()) - min(met.values()) < 20
    assert sum(met.values()) == 600


def test_line_ups_are_the_same_again_and_every_seat_is_taken():
    assert list(islice(line_ups(3), 20)) == list(islice(line_ups(3), 20)) != list(islice(line_ups(4), 20))
    assert sorted(order.index("b") for order in rotations(["a", "b", "c", "d"])) == [0, 1, 2, 3]
    assert find_places(["dt.stei", "tested", "kb.stei_adt"], -2) == [4, -2, 0]


def make_standings():
    standings = Standings("some agent", 1)
    standings.add(["tested", "dt.stei", "kb.stei_at", "kb.stei_dt"], "tested")
    standings.add(["dt.stei", "tested", "kb.stei_at", "kb.stei_dt"], "dt.stei")
    standings.add(["dt.stei", "tested", "kb.stei_at", "kb.sdc_pre_at"], None)
    return standings


def test_a_table_counts_what_was_played():
    standings = make_standings()
    assert (standings.wins["tested"], standings.games["tested"]) == (1, 3)
    assert (standings.pair_wins["dt.stei"], standings.pair_games["dt.stei"]) == (1, 3)
    assert (standings.pair_wins["kb.sdc_pre_at"], standings.pair_games["kb.sdc_pre_at"]) == (0, 1)
    assert standings.seat_wins == [1, 0, 0, 0]
    assert standings.unfinished == 1
    text = "\n".join(
        report.write_standings(Entry("small", "a title", "some agent", 4, {"tested": (24, 100)}), standings)
    )
    assert "| `some agent` | 1 | 3 | 33.3 % (6.1 to 79.2) | 24.0 % (16.7 to 33.2) of 100 |" in text
    assert "| dt.stei | 1 | 3 | 33.3 % (6.1 to 79.2) |" in text
    assert "Games that nobody won: 1." in text


def test_the_page_tells_every_tournament_and_training():
    entry = Entry("small", "a title", "some agent", 4, {"tested": (24, 100)})
    record = report.read_network("").record
    text, charts = report.write_page([(entry, make_standings())], [record, {**record, "split": "state"}], "the command")
    assert "Made by `the command`" in text
    assert "`some agent` won 33.3 % (6.1 to 79.2) of 3 games against the five; published: 24.0 %." in text
    assert "98.07 % | 97.02 %" in text
    assert "| by board | 53959 | 11365 | 128 |" in text
    assert "| states at random | 53959" in text
    assert set(charts) == {"win rates", "accuracy"}
    assert all(f"![{name}]" in text for name in charts)


def test_what_was_published_adds_up():
    for entry in ENTRIES:
        if entry.published:
            games = entry.published["tested"][1]
            assert games in (100, entry.games)
            assert set(entry.published) == {"tested", *REFERENCE}
            assert sum(wins for wins, _ in entry.published.values()) <= games
            assert sum(games for _, games in entry.published.values()) == 4 * games


@pytest.mark.skipif(not compiles, reason="minutes uncompiled")
def test_a_tournament_is_played_by_the_courses_method_and_goes_on_where_it_was_stopped(tmp_path):
    standings = play_tournament(ADT, 80, 1)
    assert standings.games["tested"] == 80
    assert sum(standings.pair_games.values()) == 240
    assert sum(standings.wins.values()) + standings.unfinished == 80
    assert standings.wins["tested"] > 15
    path = tmp_path / "table.json"
    play_tournament(ADT, 40, 1, path)
    asked = []
    again = play_tournament(ADT, 80, 1, path, lambda what, done, total: asked.append(done))
    assert asked == list(range(10, 20))
    assert (again.wins, again.games, again.seat_wins) == (standings.wins, standings.games, standings.seat_wins)


def test_another_agent_or_seed_begins_anew_and_a_damaged_table_is_refused(tmp_path):
    path = tmp_path / "table.json"
    save_standings(path, Standings("a", 1, boards=7))
    assert load_standings(path, "a", 1).boards == 7
    assert load_standings(path, "a", 2).boards == load_standings(path, "b", 1).boards == 0
    path.write_text('{"spec": "a"')
    with pytest.raises(RecordError, match="no standings of a tournament"):
        load_standings(path, "a", 1)


@pytest.mark.skipif(not compiles, reason="minutes uncompiled")
def test_the_quick_study_plays_four_games_of_every_tournament_and_can_be_resumed(tmp_path):
    said = []
    played = run(quick=True, seed=3, out=tmp_path, report=lambda what, done, total: said.append(what))
    assert said == [entry.title for entry in ENTRIES]
    assert [standings.spec for standings in played] == [entry.spec for entry in ENTRIES]
    for standings in played:
        assert standings.games["tested"] == 4
        assert sum(standings.wins.values()) + standings.unfinished == 4
        assert standings.decisions > 0
    page = (tmp_path / "dicewars.md").read_bytes()
    assert b"ludoteca reproduce dicewars --quick --seed 3" in page
    assert {path.name for path in (tmp_path / "dicewars").glob("*.svg")} == {"win-rates.svg", "accuracy.svg"}
    assert run(quick=True, seed=3, out=tmp_path, report=lambda what, done, total: pytest.fail("played again")) == played
    assert (tmp_path / "dicewars.md").read_bytes() == page


def test_one_stream_of_chance_for_all_boards_spreads_the_wins_of_a_seat():
    """Games that share their luck say less than as many independent ones."""
    own = np.array([seats.play_tournament(seed, shared=False, boards=40) for seed in range(10)])
    shared = np.array([seats.play_tournament(seed, shared=True, boards=40) for seed in range(10)])
    assert own.shape == shared.shape == (10, 4)
    assert np.all(np.abs(own.sum(axis=1) - 1) < 0.05)  # but for games that nobody wins
    assert own.mean(axis=0)[0] > own.mean(axis=0)[3]
    assert shared.var(axis=0).sum() > own.var(axis=0).sum()
    assert seats.distance(own, own.mean(axis=0)) == pytest.approx(0)
