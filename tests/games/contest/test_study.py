"""Samples of contests, the study in small, the moveset finder, and the speed that was promised."""

from pathlib import Path

import pytest

from games.contest.stage import Stage, card
from ludoteca.core.errors import SetupError
from ludoteca.core.jit import compiles
from ludoteca.games.contest.bench import measure_playouts, measure_uct
from ludoteca.games.contest.catalogue import find_move
from ludoteca.games.contest.contestants import THESIS_ORDER
from ludoteca.games.contest.game import GAME
from ludoteca.games.contest.levels import THESIS
from ludoteca.games.contest.study import reproduce as study_of
from ludoteca.games.contest.study import samples
from ludoteca.games.contest.study.estimates import estimate_moves
from ludoteca.games.contest.study.finder import Finder, find_opponents, list_movesets
from ludoteca.games.contest.study.samples import Row, Sample, draw_team, load_or_make_sample, play_plan
from ludoteca.lab import bench
from ludoteca.lab.parallel import SerialPool

pytestmark = pytest.mark.skipif(not compiles, reason="minutes uncompiled")


def test_teams_hold_the_leader_and_stand_in_the_fixed_order():
    teams = [draw_team(3, i, "Macy") for i in range(50)]
    assert all("Macy" in team and team == sorted(team, key=THESIS_ORDER.index) for team in teams)
    assert len({tuple(team) for team in teams}) == 10


def test_a_sample_is_the_same_in_pieces_and_counts_what_happened():
    plan = samples.SamplePlan(f"{THESIS},iterations=20", "bot:bot=console", seed=4, first=0, count=6)
    whole = play_plan(plan)
    parts = play_plan(samples.SamplePlan(plan.leader_spec, plan.other_spec, 4, 0, 3)) + play_plan(
        samples.SamplePlan(plan.leader_spec, plan.other_spec, 4, 3, 3)
    )
    assert whole == parts
    sample = Sample([Row({"A": 10, "B": 4, "C": 4, "D": 2}, "A"), Row({"A": 1, "B": 4, "C": 4, "E": 3}, "B")])
    assert sample.count("A") == (1, 2)
    assert sample.rate("D") == 0
    assert sample.differences("A") == [5.0, -2.0]


def test_a_sample_is_kept_and_read_only_if_it_is_the_same(tmp_path: Path):
    made = []

    def make() -> Sample:
        made.append(1)
        return Sample([Row({"Betta": 1, "Speranza": 2, "Trod": 3, "Plumy": 4}, "Plumy")])

    first = load_or_make_sample(tmp_path / "a.csv", "one way", make)
    assert load_or_make_sample(tmp_path / "a.csv", "one way", make) == first
    assert len(made) == 1
    load_or_make_sample(tmp_path / "a.csv", "another way", make)
    assert len(made) == 2


TINY = study_of.Sizes(200, 6, (6, 5, 5, 5, 5, 5), 2, (1, 100), 30, 20)


@pytest.fixture
def play_tiny(tmp_path, monkeypatch):
    """Runs the quick form of the study, smaller still, in this process and in tmp_path; returns the study and how many
    contests were played for it."""
    played = []

    def count(plan):
        played.append(plan.count)
        return play_plan(plan)

    def play(report=lambda *_: None):
        played.clear()
        return study_of.run(quick=True, seed=5, out=tmp_path, report=report), sum(played)

    monkeypatch.setattr(study_of, "QUICK", TINY)
    monkeypatch.setattr(study_of, "open_pool", SerialPool)
    monkeypatch.setattr(samples, "play_plan", count)
    return play


def test_the_study_writes_its_page_and_every_sample_and_resumes(tmp_path, play_tiny):
    reported = []
    study, contests = play_tiny(lambda *words: reported.append(words))
    text = (tmp_path / "contest.md").read_text()
    wins, n = study.led["Speranza", "improved"].count("Speranza")
    assert n == 6
    assert f"wins {100 * wins / n:.1f} (" in text
    assert f"| Plumy | {study.samples['random'].count('Plumy')[1]} |" in text
    assert "Made by `ludoteca reproduce contest --quick --seed 5`" in text
    assert (tmp_path / "contest.html").read_text().count("<svg") == text.count("![") == 7
    assert len((tmp_path / "contest" / "unbalanced.csv").read_text().splitlines()) == 2 + TINY.sample
    assert contests == 6 * 8 + 6 * 7 * 2 + 2 * sum(TINY.led)
    assert ("unbalanced", 6, 6) in reported
    (tmp_path / "contest" / "unbalanced.csv").unlink()
    _, again = play_tiny()
    assert again == TINY.sample  # only what is missing
    assert (tmp_path / "contest.md").read_text() == text


def test_the_finder_prefers_moves_that_fit():
    opponents = find_opponents([], "beautiful", "normal")
    finder = Finder("beautiful", opponents, seed=2, lineups=12)
    good = tuple(find_move(move).number for move in ("Round", "Dazzling Gleam", "Surf", "Petal Dance"))
    poor = tuple(find_move(move).number for move in ("Counter", "Karate Chop", "Mega Punch", "Gust"))
    assert finder.measure(good, 400, 1).wins > 1.5 * finder.measure(poor, 400, 1).wins
    found = finder.find([*good, *poor], contests=4, iterations=20, report=lambda *_: None)
    assert found[0].contests == 4
    low, high = found[0].to_json()["rate_95"]
    assert 0 <= low <= found[0].rate <= high <= 1
    assert len(list_movesets(list(good) + list(poor), 1)) == 70
    with pytest.raises(SetupError, match="four moves"):
        finder.find(good[:3], 4, 20, lambda *_: None)


def test_what_a_move_is_worth():
    s = GAME.start(contestants=["Betta", "Speranza", "Macy", "Plumy"])
    found = estimate_moves(s, 1, 400, 3)
    assert found == estimate_moves(s, 1, 400, 3)
    assert [row.move for row in found] == [0, 1, 2, 3]
    gleam = found[2]  # four hearts and one of the crowd; only Macy and Plumy can take any of it, and nobody does
    assert 0 < gleam.turn_hearts <= 5
    assert gleam.turn_hearts < gleam.hearts


def test_the_hearts_of_the_turn_are_exact_where_nobody_else_performs():
    left = Stage([["plain cool", "finale clever", "finale clever", "finale clever"]])
    found = estimate_moves(left.state, 0, 20, 1)
    repeated = left.moves[0].index(card("plain cool"))
    assert found[repeated].turn_hearts == 4 - 1
    assert int(left.state.totals[0]) == 4


def test_in_the_last_turn_all_hearts_to_come_are_those_of_the_turn():
    stage = Stage([["plain cool"] * 4] * 4, outcomes=[0] * 4)
    assert int(stage.state.turn) == 4
    for row in estimate_moves(stage.state, 0, 50, 1):
        assert row.hearts == int(stage.state.totals[0]) + row.turn_hearts


@pytest.mark.slow
def test_contests_are_fast_enough():
    """By CPU time. The peer's rate is a constant; the other bound compares two measurements of this run."""
    (playouts,) = measure_playouts(1.0)
    rows = {row["measure"]: row for row in measure_uct(1.0)}
    assert set(rows["uct"]) == set(bench.make_row("", "", 1, 1, "", ""))
    assert rows["uct"]["ratio"] >= 60
    assert rows["uct"]["ours"] >= 0.5 * playouts["ours"]  # the tree costs no more than the playouts


def test_published_samples_are_read_and_not_played_again():
    """The files of the published study say that they were made in the way in which the study makes them now."""
    results = Path(__file__).parents[3] / "docs" / "results"
    study = study_of.Study(2, study_of.Sizes(), results)
    runner = study_of.SampleRunner(study, SerialPool(), lambda *_: pytest.fail("a sample was played"))
    sample = runner.play("unbalanced", study_of.thesis_spec(10_000), study_of.thesis_spec(100), 500)
    wins, n = sample.count("Speranza")
    assert n == 500
    assert f"| Speranza | 500 | {100 * wins / n:.1f} (" in (results / "contest.md").read_text()
