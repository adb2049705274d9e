"""Summaries that add up, and reports that stand on their own."""

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from lab.test_tournament import LANTERNS, RUNNERS
from ludoteca.lab import figures
from ludoteca.lab.description import Description
from ludoteca.lab.report import parts, write_html, write_markdown
from ludoteca.lab.report.study import markdown_to_html
from ludoteca.lab.summary import summarise
from ludoteca.lab.tournament import run_tournament


@pytest.fixture(scope="module")
def race(tmp_path_factory):
    description = Description(**{**RUNNERS.to_json(), "agents": {"<b>&greedy": "greedy", "random": "random"}})
    return run_tournament(description, tmp_path_factory.mktemp("race") / "run")


@pytest.fixture(scope="module")
def team(tmp_path_factory):
    return run_tournament(LANTERNS, tmp_path_factory.mktemp("team") / "run")


def test_the_table_adds_up(race):
    summary = summarise(race)
    first, second = summary.standings
    assert first.agent == "<b>&greedy"
    assert first.elo > 0 > second.elo
    assert first.elo == pytest.approx(-second.elo)
    assert first.elo_95[0] < first.elo < first.elo_95[1]
    for row in summary.standings:
        assert row.wins + row.draws + row.losses == row.games
        assert row.mean_95[0] <= row.mean <= row.mean_95[1]
    assert first.games + second.games == 3 * summary.games
    mine = [x for row in race.rows for who, x in zip(row["seating"], row["returns"], strict=True) if who == 0]
    assert first.mean == pytest.approx(sum(mine) / len(mine))
    (pair,) = summary.pairings
    assert pair.difference == pytest.approx(first.mean - second.mean, abs=0.02)
    assert pair.p < 0.001
    assert pair.score > 0.6
    assert sum(mean for mean, _ in summary.seats) == pytest.approx(
        sum(sum(row["returns"]) for row in race.rows) / len(race.rows)
    )
    json.dumps(summary.to_json())


def test_who_won_everything_is_not_rated_for_certain(tmp_path):
    swept = Description("connect_four", {"greedy": "greedy", "random": "random"}, games=12, seed=3)
    best = summarise(run_tournament(swept, tmp_path / "run")).standings[0]
    assert (best.wins, best.losses) == (12, 0)
    assert best.elo_95[1] - best.elo_95[0] > 200


def test_equal_agents_are_not_told_apart(tmp_path):
    twins = Description(**{**RUNNERS.to_json(), "agents": {"a": "random", "b": "random", "c": "random"}, "seed": 1})
    summary = summarise(run_tournament(twins, tmp_path / "run"))
    assert all(pair.p > 0.05 for pair in summary.pairings)
    assert summary.friedman_p > 0.01
    assert "not clearly better" in parts.tell_headline(summary)


def test_teams_are_scored_with_themselves_and_with_others(team):
    summary = summarise(team)
    keeper, random = summary.standings
    assert keeper.agent == "keeper"
    assert keeper.own_team > keeper.mean > random.mean
    (pair,) = summary.pairings
    mixed = [row["returns"][0] for row in team.rows if len(set(row["seating"])) == 2]
    assert pair.score == pytest.approx(sum(mixed) / len(mixed))
    own = [row["returns"][0] for row in team.rows if set(row["seating"]) == {0}]
    assert keeper.own_team == pytest.approx(sum(own) / len(own))
    assert keeper.elo is None


class Page(HTMLParser):
    """What a page links to, and whether its tags close."""

    def __init__(self):
        super().__init__()
        self.links, self.open, self.titles = [], [], []

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name in ("src", "href")]
        if tag not in ("meta", "wbr", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h1", "h2"):
            self.titles.append(data)


@pytest.mark.parametrize("kind", ["race", "team"])
def test_the_page_is_whole_and_needs_no_network(kind, request, tmp_path):
    outcome = request.getfixturevalue(kind)
    text = write_html(outcome, tmp_path / "report.html", "a command").read_text()
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.links
    assert all(link.startswith("data:application/json") for link in page.links)
    assert page.titles[1:] == [
        "Agents",
        "Two by two",
        "Seats, returns, length, time",
        "Games to look at",
        "How it was made",
    ]
    assert "<b>&" not in re.sub(r"<script.*?</script>", "", text, flags=re.S)
    charts = json.loads(re.search(r'id="charts">(.*?)</script>', text, re.S)[1])
    assert len(charts) == 6
    assert all(f'id="{chart["id"]}"' in text for chart in charts)


@pytest.mark.parametrize("kind", ["race", "team"])
def test_markdown_has_its_charts_beside_it(kind, request, tmp_path):
    outcome = request.getfixturevalue(kind)
    written = write_markdown(outcome, tmp_path / "page.md", "a command")
    text = (tmp_path / "page.md").read_text()
    for target in re.findall(r"!\[.*?\]\((.*?)\)", text):
        assert (tmp_path / target).exists()
    for path in written[1:]:
        ElementTree.fromstring(path.read_text())  # well-formed, names with < and & included
    assert len(written) == 7


def test_shades_and_quantiles():
    assert figures.shade(0.5)[0] == "#ffffff"
    assert figures.shade(1.0) == ("#0072b2", "#ffffff")
    assert figures.quantile([4, 1, 2, 3], 0.5) == 2.5
    assert figures.quantile([7], 0.25) == 7


def test_the_page_of_a_study_has_its_tables_and_its_charts_inside():
    text = "# Moon\n\nMade by `ludoteca moon`,\nonce.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![flight](flight.svg)\n"
    page = markdown_to_html(text, {"flight": "<svg>up</svg>"}, "The Moon")
    assert "<title>The Moon</title>" in page
    assert "<h1>Moon</h1>" in page
    assert "<p>Made by <code>ludoteca moon</code>, once.</p>" in page
    assert "<tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr>" in page
    assert page.endswith("<svg>up</svg>\n")
