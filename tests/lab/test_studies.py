"""Studies are declared by the plugins of games; the list is made without running or importing them."""

import pytest

from ludoteca.core.errors import SetupError, UnknownName
from ludoteca.core.plugins import Plugin, StudyEntry
from ludoteca.lab import studies
from ludoteca.lab.studies import list_studies, load_study

MOON = Plugin(package="moon", studies={"moon": StudyEntry("The moon landing repeated.", "an hour", "landing:run")})


def test_a_study_is_declared_by_a_plugin(tmp_path, monkeypatch):
    monkeypatch.setattr(studies, "usable_plugins", lambda: {"moon": MOON})
    (study,) = list_studies(tmp_path)
    assert (study.name, study.title, study.duration) == ("moon", "The moon landing repeated.", "an hour")
    assert study.result is None
    (tmp_path / "moon.md").write_text("# Moon\n\nIt [landed](x.md)\nsoftly.\n\n| a |\n")
    assert list_studies(tmp_path)[0].result == "It landed softly."


def test_a_study_that_keeps_no_figures_cannot_write_its_page_alone(monkeypatch):
    monkeypatch.setattr(studies, "usable_plugins", lambda: {"moon": MOON})
    with pytest.raises(SetupError, match="a whole run only"):
        load_study("moon", page_only=True)


def test_an_unknown_study_is_refused():
    with pytest.raises(UnknownName, match="study"):
        load_study("no_such_study")


@pytest.mark.parametrize("study", list_studies(), ids=lambda study: study.name)
def test_every_declared_study_can_be_loaded(study):
    assert callable(load_study(study.name))
