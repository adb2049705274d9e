"""Samples of contests, the study in small, the moveset finder, and the speed that was promised."""

from pathlib import Path

import pytest

from helpers import take_turns
from ludoteca.core.errors import SetupError
from ludoteca.core.jit import compiles
from ludoteca.games.contest.catalogue import find_move
from ludoteca.games.contest.contestants import THESIS_ORDER
from ludoteca.games.contest.levels import THESIS
from ludoteca.games.contest.study import reproduce as study_of
from ludoteca.games.contest.study import samples
from ludoteca.games.contest.study.finder import Finder, find_opponents, list_movesets
from ludoteca.games.contest.study.samples import Row, Sample, draw_team, keep_sample, play_plan
from ludoteca.lab import bench
from ludoteca.lab.parallel import SerialPool

pytestmark = pytest.mark.skipif(not compiles, reason="minutes uncompiled")


def test_teams_hold_the_leader_and_stand_in_the_fixed_order():
    teams = [draw_team(3, i, "Macy") for i in range(50)]
    assert all("Macy" in team and team == sorted(team, key=THESIS_ORDER.index) for team in teams)
    assert len({tuple(team) for team in teams}) == 10


def test_a_sample_is_the_same_in_pieces_and_counts_what_happened():
    plan = samples.Plan(f"{THESIS},iterations=20", "bot:bot=console", seed=4, first=0, count=6)
    whole = play_plan(plan)
    parts = play_plan(samples.Plan(plan.leader_spec, plan.other_spec, 4, 0, 3)) + play_plan(
        samples.Plan(plan.leader_spec, plan.other_spec, 4, 3, 3)
    )
    assert whole == parts
    sample = Sample([Row({"A": 10, "B": 4, "C": 4, "D": 2}, "A"), Row({"A": 1, "B": 4, "C": 4, "E": 3}, "B")])
    assert sample.count("A") == (1, 2)
    assert sample.rate("D") == 0
    assert sample.differences("A") == [5.0, -2.0]


def test_a_sample_is_kept_and_read_only_if_it_is_the_same(tmp_path: Path):
    made = []

    def make(_: Sample) -> Sample:
        made.append(1)
        return Sample([Row({"Betta": 1, "Speranza": 2, "Trod": 3, "Plumy": 4}, "Plumy")])

    first = keep_sample(tmp_path / "a.csv", "one way", make)
    assert keep_sample(tmp_path / "a.csv", "one way", make) == first
    assert len(made) == 1
    keep_sample(tmp_path / "a.csv", "another way", make)
    assert len(made) == 2


def test_the_study_in_small(tmp_path):
    sizes = study_of.Sizes(200, 6, (6, 5, 5, 5, 5, 5), 2, (1, 100), 30, 20)
    study = study_of.Study(5, sizes, tmp_path)
    player = study_of._Player(study, SerialPool(), lambda *_: None)
    for part in (study_of.play_published, study_of.find_settings, study_of.confirm_settings, study_of.play_improved):
        part(study, player)
    study_of.save_report(study, "the command")
    text = (tmp_path / "contest.md").read_text()
    wins, n = study.led["Speranza", "improved"].count("Speranza")
    assert n == 6
    assert f"wins {100 * wins / n:.1f} (" in text
    assert f"| Plumy | {study.samples['random'].count('Plumy')[1]} |" in text
    assert "Made by `the command`" in text
    assert (tmp_path / "contest.html").read_text().count("<svg") == text.count("![") == 7
    assert (tmp_path / "contest" / "unbalanced.csv").exists()


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


@pytest.mark.slow
@pytest.mark.alone
def test_contests_are_fast_enough():
    """The peer's rate is a constant, ours depends on the machine's minute: the best of a few measurements counts."""
    from ludoteca.games.contest.bench import measure_playouts, measure_uct

    def measure():
        return {row["measure"]: row for row in measure_uct(1.0)}

    def is_good(rows):
        """Also: a decision of 10,000 takes less than a fifth of a second by the clock."""
        return rows["uct"]["ratio"] >= 60 and rows["decision"]["ours"] > 10_000 / 0.2

    rows = take_turns(measure, is_good, turns=5)
    assert is_good(rows), rows
    assert set(rows["uct"]) == set(bench.make_row("", "", 1, 1, "", ""))
    (playouts,) = measure_playouts(1.0)
    assert playouts["ours"] > 100_000
