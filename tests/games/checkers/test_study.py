"""The study of checkers, in small."""

import pytest

from ludoteca.core.errors import WorkError
from ludoteca.core.jit import compiles
from ludoteca.core.progress import silent
from ludoteca.core.rng import new_rng
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.levels import LEVELS
from ludoteca.games.checkers.study import measure, reproduce
from ludoteca.games.checkers.study.measure import Cost, Study
from ludoteca.games.checkers.study.report import write_report
from ludoteca.lab.match import play_match

needs_compiled = pytest.mark.skipif(not compiles, reason="minutes uncompiled")


@pytest.fixture(scope="module")
def study():
    made = Study(seed=3, games=2, openings=1, seconds=0.02)
    for depth in (1, 2, 3, 4):
        measure.measure_depth(made, depth, silent)
    measure.measure_engine(made, (1, 2, 3), silent)
    measure.play_hard(made, silent)
    return made


@needs_compiled
def test_the_three_forms_agree_and_save_more_the_deeper_they_look(study):
    assert study.mismatches == 0
    shallow, deep = study.save_percent(2, "mean_nodes"), study.save_percent(4, "mean_nodes")
    assert all(a < b for a, b in zip(shallow, deep, strict=True))
    pruned, ordered, both = deep
    assert both == pytest.approx(100 - (100 - pruned) * (100 - ordered) / 100)
    assert 50 < pruned < 80
    assert 25 < ordered < 60


@needs_compiled
def test_every_form_is_asked_at_every_position(study):
    for costs in study.costs.values():
        assert len({len(cost.nodes) for cost in costs.values()}) == 1
        assert len(costs["minimax"].nodes) > 20
    assert all(len(cost.nodes) <= measure.ENGINE_PLIES - measure.OPENING for cost in study.engine.values())
    assert study.engine[1].mean_nodes < study.engine[3].mean_nodes


@needs_compiled
def test_the_report_holds_what_was_measured(study, tmp_path):
    reproduce.save_report(study, "the command", tmp_path)
    text = (tmp_path / "checkers.md").read_text()
    assert "Made by `the command`" in text
    assert f"{study.save_percent(4, 'mean_nodes')[2]:.1f} %" in text
    assert f"{study.costs[4]['minimax'].mean_nodes:,.0f}" in text
    page = (tmp_path / "checkers.html").read_text()
    assert page.count("<svg") == 5
    assert page.count("<table>") == page.count("</table>")
    assert {path.stem for path in (tmp_path / "checkers").iterdir()} == {
        "minimax", "alpha-beta", "captures-first", "logarithmic", "engine",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ([1.0, 1.0, 0.0, -1.0], "2 won, 1 drawn, 1 lost (50.0 % won)"),
        ([0.0, 0.0], "0 won, 2 drawn, 0 lost (0.0 % won)"),
        ([1.0, 1.0, 1.0, -1.0], "3 won, 0 drawn, 1 lost (75.0 % won)"),
    ],
)
def test_the_match_is_told_with_wins_draws_and_losses(results, told):
    made = Study(seed=1, games=1, openings=len(results) // 2, match=results)
    made.costs[1] = {form: Cost([10], [0.1]) for form in measure.FORMS}
    made.draws[1] = 0
    text = " ".join(write_report(made, "x").split())
    assert told in text
    assert f"{len(results) // 2} openings of 4 random plies with both colours" in text


def test_a_percentile_is_one_of_the_measured():
    cost = Cost([1] * 100, [i / 100 for i in range(100)])
    assert cost.percentile(0.99) == 0.99
    assert cost.percentile(0.5) == 0.5


def test_a_forfeit_stops_the_study():
    class Broken:
        def decide(self, view, budget=None, watch=None):
            raise ValueError("no")

    match = play_match(GAME, [Broken(), Broken()], measure.keep_seeds(new_rng(1)))
    with pytest.raises(WorkError, match="seat 0 forfeits: crashed"):
        measure.require_played(match)


@needs_compiled
@pytest.mark.slow
def test_the_quick_form_runs_from_beginning_to_end(tmp_path):
    seen = []
    made = reproduce.run(quick=True, seed=2, out=tmp_path, report=lambda what, done, total: seen.append(what))
    assert sorted(made.costs) == [1, 2, 3]
    assert sorted(made.engine) == [1, 2, 3, 4]
    assert list(made.levels) == [level.name for level in LEVELS]
    assert all(len(cost.seconds) == 3 for cost in made.levels.values())
    assert len(made.match) == 6
    assert {"depth 1", "engine, depth 4", "Hard", "engine against Hard"} <= set(seen)
    assert "reproduce checkers --quick --seed 2" in (tmp_path / "checkers.md").read_text()
