"""The study of checkers, in small."""

import pytest

from ludoteca.core.jit import compiles
from ludoteca.games.checkers.study import reproduce

pytestmark = pytest.mark.skipif(not compiles, reason="minutes uncompiled")


@pytest.fixture(scope="module")
def study():
    made = reproduce.Study(seed=3, games=2, openings=1, seconds=0.02)
    for depth in (1, 2, 3, 4):
        reproduce.measure_depth(made, depth, lambda *_: None)
    reproduce.measure_engine(made, (1, 2, 3), lambda *_: None)
    reproduce.play_hard(made, lambda *_: None)
    return made


def test_the_three_forms_agree_and_save_more_the_deeper_they_look(study):
    assert study.mismatches == 0
    shallow, deep = study.save_percent(2, "mean_nodes"), study.save_percent(4, "mean_nodes")
    assert all(a < b for a, b in zip(shallow, deep, strict=True))
    pruned, ordered, both = deep
    assert both == pytest.approx(100 - (100 - pruned) * (100 - ordered) / 100)
    assert 50 < pruned < 80
    assert 25 < ordered < 60


def test_the_report_holds_what_was_measured(study, tmp_path):
    reproduce.save_report(study, "the command", tmp_path)
    text = (tmp_path / "checkers.md").read_text()
    assert "Made by `the command`" in text
    assert f"{study.save_percent(4, 'mean_nodes')[2]:.1f} %" in text
    assert f"{study.costs[4]['minimax'].mean_nodes:,.0f}" in text
    assert "2 won" in text or "drawn" in text
    page = (tmp_path / "checkers.html").read_text()
    assert page.count("<svg") == 5
    assert page.count("<table>") == page.count("</table>")
    assert {path.stem for path in (tmp_path / "checkers").iterdir()} == {
        "minimax", "alpha-beta", "captures-first", "logarithmic", "engine",
    }  # fmt: skip


def test_a_percentile_is_one_of_the_measured():
    cost = reproduce.Cost([1] * 100, [i / 100 for i in range(100)])
    assert cost.percentile(0.99) == 0.99
    assert cost.percentile(0.5) == 0.5
