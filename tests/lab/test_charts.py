"""Charts as SVG."""

from xml.etree import ElementTree

import pytest

from ludoteca.lab.charts import Axis, draw_lines

SVG = "{http://www.w3.org/2000/svg}"


def test_every_point_and_name_is_drawn():
    chart = ElementTree.fromstring(draw_lines("A & B", {"one": [(1, 2), (2, 8)], "two <": [(1, 3)]}, "depth", "ms"))
    lines = chart.findall(f"{SVG}polyline")
    assert [len(line.get("points").split()) for line in lines] == [2, 1]
    texts = {text.text for text in chart.iter(f"{SVG}text")}
    assert {"A & B", "one", "two <", "depth", "ms", "1", "2"} <= texts


def test_equal_ratios_are_equal_steps_on_a_logarithmic_scale():
    axis = Axis(1, 1000, 0, 300, logarithmic=True)
    assert [axis.place(value) for value in (1, 10, 100, 1000)] == pytest.approx([0, 100, 200, 300])
    assert axis.ticks() == [1, 10, 100, 1000]


def test_ticks_are_round_and_inside():
    for high in (0.07, 1, 9.3, 260, 12_345):
        ticks = Axis(0, high, 0, 1).ticks()
        assert 3 <= len(ticks) <= 8
        assert max(ticks) <= high
