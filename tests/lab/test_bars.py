"""Bars as SVG."""

from xml.etree import ElementTree

from ludoteca.lab.bars import Bar, draw_bars

SVG = "{http://www.w3.org/2000/svg}"


def test_bars_are_as_long_as_their_values_and_marks_are_drawn_where_there_are_any():
    bars = [Bar("a & b", 20.0, 15.0, 25.0, 30.0), Bar("c", 40.0, 35.0, 45.0)]
    chart = ElementTree.fromstring(draw_bars("Title <", bars, "published", 25.0, "fair"))
    widths = [float(bar.get("width")) for bar in chart.findall(f"{SVG}rect")[1:]]
    assert abs(widths[1] - 2 * widths[0]) < 0.2
    assert len(chart.findall(f"{SVG}polygon")) == 1
    texts = {text.text for text in chart.iter(f"{SVG}text")}
    assert {"Title <", "a & b", "c", "20.0", "40.0"} <= texts
