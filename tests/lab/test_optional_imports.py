"""What the base install leaves out is asked for by name."""

import importlib.util
import sys
import tomllib
from pathlib import Path

import pytest

from ludoteca.core.errors import ExtraMissing
from ludoteca.lab.optional_imports import LAB, load_extra, require_lab


def test_a_missing_package_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "plotly", None)
    with pytest.raises(ExtraMissing, match=r"needs plotly.*pip install 'ludoteca\[lab\]'"):
        load_extra("plotly")
    with pytest.raises(ExtraMissing, match=r"ludoteca\[cluster\]"):
        load_extra("no_such_package", "cluster")


def test_one_that_is_there_is_given():
    assert load_extra("json").loads("[1]") == [1]


def test_the_lab_is_asked_for_as_a_whole(monkeypatch):
    require_lab()
    find = importlib.util.find_spec
    monkeypatch.setattr("ludoteca.lab.optional_imports.find_spec", lambda name: None if name == "scipy" else find(name))
    with pytest.raises(ExtraMissing, match=r"needs scipy.*ludoteca\[lab\]"):
        require_lab()


def test_the_list_is_that_of_the_extra():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    extra = {text.partition(">")[0] for text in project["optional-dependencies"]["lab"]}
    assert extra - {"markdown-it-py"} == set(LAB)  # the base has that one
