"""What the base install leaves out is asked for by name."""

import sys

import pytest

from ludoteca.core.errors import ExtraMissing
from ludoteca.lab.optional_imports import load_extra


def test_a_missing_package_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "plotly", None)
    with pytest.raises(ExtraMissing, match=r"needs plotly.*pip install 'ludoteca\[lab\]'"):
        load_extra("plotly")
    with pytest.raises(ExtraMissing, match=r"ludoteca\[cluster\]"):
        load_extra("no_such_package", "cluster")


def test_one_that_is_there_is_given():
    assert load_extra("json").loads("[1]") == [1]
