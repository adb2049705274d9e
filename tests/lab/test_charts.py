"""Charts as SVG."""

import re
from xml.etree import ElementTree

import pytest

from ludoteca.lab.charts import (
    PALETTE,
    Axis,
    Bar,
    draw_bars,
    draw_boxes,
    draw_histogram,
    draw_intervals,
    draw_lines,
    draw_matrix,
    quantile,
    shade,
)
from ludoteca.lab.charts.lines import BOTTOM_LEFT, HEIGHT, TOP_LEFT, TOP_RIGHT, WIDTH

SVG = "{http://www.w3.org/2000/svg}"


def test_every_point_and_name_is_drawn():
    chart = ElementTree.fromstring(draw_lines("A & B", {"one": [(1, 2), (2, 8)], "two <": [(1, 3)]}, "depth", "ms"))
    lines = chart.findall(f"{SVG}polyline")
    assert [len(line.get("points").split()) for line in lines] == [2, 1]
    texts = {text.text for text in chart.iter(f"{SVG}text")}
    assert {"A & B", "one", "two <", "depth", "ms", "1", "2"} <= texts


@pytest.mark.parametrize(
    ("names", "right", "low"), [(TOP_LEFT, False, False), (BOTTOM_LEFT, False, True), (TOP_RIGHT, True, False)]
)
def test_names_stand_in_the_corner_that_was_asked_for(names, right, low):
    chart = ElementTree.fromstring(draw_lines("t", {"first": [(1, 2), (2, 8)]}, "x", "y", names=names))
    (name,) = [text for text in chart.iter(f"{SVG}text") if text.text == "first"]
    assert (float(name.get("x")) > WIDTH / 2) == right
    assert (float(name.get("y")) > HEIGHT / 2) == low


def test_equal_ratios_are_equal_steps_on_a_logarithmic_scale():
    axis = Axis(1, 1000, 0, 300, logarithmic=True)
    assert [axis.place(value) for value in (1, 10, 100, 1000)] == pytest.approx([0, 100, 200, 300])
    assert axis.ticks() == [1, 10, 100, 1000]


def test_ticks_are_round_and_inside():
    for high in (0.07, 1, 9.3, 260, 12_345):
        ticks = Axis(0, high, 0, 1).ticks()
        assert 3 <= len(ticks) <= 8
        assert max(ticks) <= high


def test_bars_are_as_long_as_their_values_and_marks_are_drawn_where_there_are_any():
    bars = [Bar("a & b", 20.0, 15.0, 25.0, 30.0), Bar("c", 40.0, 35.0, 45.0)]
    chart = ElementTree.fromstring(draw_bars("Title <", bars, "published", 25.0, "fair"))
    widths = [float(bar.get("width")) for bar in chart.findall(f"{SVG}rect")[1:]]
    assert abs(widths[1] - 2 * widths[0]) < 0.2
    assert len(chart.findall(f"{SVG}polygon")) == 1
    texts = {text.text for text in chart.iter(f"{SVG}text")}
    assert {"Title <", "a & b", "c", "20.0", "40.0"} <= texts


def test_every_chart_is_drawn_from_the_one_palette():
    """Any other colour than ink, paper and grey is one of the eight that all can tell apart."""
    charts = [
        draw_lines("t", {"a": [(1, 2), (2, 3)], "b": [(1, 1), (2, 2)]}, "x", "y"),
        draw_bars("t", [Bar("a", 2.0, 1.0, 3.0, 2.5)], "published", 1.0, "fair"),
        draw_intervals("t", [("a", 1.0, 0.5, 1.5), ("b", 2.0, -float("inf"), float("inf"))], "x"),
        draw_boxes("t", {"a": [1, 2, 3]}, "x"),
        draw_histogram("t", [1, 2, 2, 5], "x"),
    ]
    for chart in charts:
        colours = set(re.findall(r"#[0-9a-fA-F]{6}", chart)) - {"#222222", "#d9d9d9", "#ffffff"}
        assert colours
        assert colours <= set(PALETTE)
        ElementTree.fromstring(chart)


def test_a_matrix_is_shaded_and_readable():
    chart = ElementTree.fromstring(draw_matrix("t", ["a", "b"], {(0, 1): (1.0, "100%"), (1, 0): (0.0, "0%")}))
    fills = [cell.get("fill") for cell in chart.findall(f"{SVG}rect")]
    assert {"#0072b2", "#d55e00"} <= set(fills)
    assert shade(0.5)[0] == "#ffffff"
    assert shade(1.0) == ("#0072b2", "#ffffff")


def test_quantiles_lie_between_values():
    assert quantile([4, 1, 2, 3], 0.5) == 2.5
    assert quantile([7], 0.25) == 7
