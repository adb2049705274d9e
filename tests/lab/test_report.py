"""Summaries that add up, and reports that stand on their own."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from lab.test_tournament import LANTERNS, RUNNERS
from ludoteca.lab.description import Description
from ludoteca.lab.report import parts, write_html, write_markdown
from ludoteca.lab.report.study import markdown_to_html
from ludoteca.lab.statistics import wilson
from ludoteca.lab.summary import summarise
from ludoteca.lab.tables import markdown_table
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
        "Decisions",
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


STUDY = """# Moon <b>

Made by `ludoteca moon`,
once & <script>alert(1)</script>.

| a | b |
|---|---|
| 1 < 2 | 2 |

![flight](flight.svg) ![other](other.svg)
"""


def test_the_page_of_a_study_has_its_tables_and_its_charts_inside_and_escapes_the_rest():
    page = markdown_to_html(STUDY, {"flight": "<svg>up</svg>"}, "The Moon & more")
    assert "<title>The Moon &amp; more</title>" in page
    assert "<h1>Moon &lt;b&gt;</h1>" in page
    assert "<p>Made by <code>ludoteca moon</code>,\nonce &amp; &lt;script&gt;alert(1)&lt;/script&gt;.</p>" in page
    assert "<th>a</th>" in page
    assert "<td>1 &lt; 2</td>" in page
    assert "<svg>up</svg>" in page
    assert '<img src="other.svg" alt="other"' in page


def test_a_markdown_table_sets_numbers_to_the_right_and_escapes_bars():
    assert markdown_table(["agent", "games", "kind"], [["a|b", "3", "c"]], left=("kind",)) == [
        "| agent | games | kind |",
        "| --- | ---: | --- |",
        "| a\\|b | 3 | c |",
    ]


@pytest.fixture(scope="module")
def two_deals(tmp_path_factory):
    short = Description("connect_four", {"greedy": "greedy", "random": "random"}, games=4, seed=3)
    return run_tournament(short, tmp_path_factory.mktemp("short") / "run")


def test_two_deals_are_too_few_and_it_says_so(two_deals, tmp_path):
    summary = summarise(two_deals)
    assert summary.deals == 2
    assert [row.mean_95 for row in summary.standings] == [None, None]
    (pair,) = summary.pairings
    assert (pair.difference_95, pair.p) == (None, None)
    assert pair.difference == pytest.approx(summary.standings[0].mean - summary.standings[1].mean)
    low, high = summary.standings[0].win_rate_95
    assert (low, high) == pytest.approx(wilson(2, 2))  # two deals count as two games, not as four
    assert "too few deals to say" in parts.tell_headline(summary)
    assert any("at least 5 deals" in fact for fact in parts.tell_facts(summary))
    for text in (
        write_html(two_deals, tmp_path / "page.html", "x").read_text(),
        write_markdown(two_deals, tmp_path / "page.md", "x")[0].read_text(),
    ):
        assert "too few deals" in text
        assert "+1.00 to +1.00" not in text


def test_an_agent_that_has_not_played_yet_is_named_and_nothing_is_nan(race):
    """As after Ctrl-C: the first game is there, and one of the agents was not in it."""
    idle = replace(race, description=Description(**{**race.description.to_json(), "agents": {
        **race.description.agents, "idle": "random"}}), ended="interrupted")  # fmt: skip
    idle.rows = race.rows[:1]
    summary = summarise(idle)
    assert summary.standings[-1].agent == "idle"
    assert summary.standings[-1].mean is None
    assert parts.tell_headline(summary).startswith("idle has not played yet")
    assert "nan" not in json.dumps(summary.to_json()).lower()
    assert "nan" not in str(parts.tell_standings(summary)).lower()


def test_agents_that_differ_are_said_to_differ(race):
    summary = replace(summarise(race), friedman_p=0.0004)
    assert "The agents differ (Friedman's test on returns by deal, p < 0.001)." in parts.tell_facts(summary)
    alike = replace(summary, friedman_p=0.4)
    assert any(fact.startswith("No difference between the agents is proven") for fact in parts.tell_facts(alike))


def test_what_agents_report_is_summed_up(tmp_path):
    wanted = Description("connect_four", {"deep": "minimax:depth=2", "tree": "mcts:iterations=30"}, games=4, seed=3)
    outcome = run_tournament(wanted, tmp_path / "run")
    rows = {row.agent: row for row in summarise(outcome).standings}
    assert rows["tree"].iterations == pytest.approx(30, abs=10)  # fewer where little is left to search
    assert rows["deep"].iterations is None
    assert 1 <= rows["deep"].depth <= 2
    assert rows["deep"].nodes > 7
    head, cells = parts.tell_thinking(summarise(outcome))
    assert head == ["agent", "ms/action", "depth", "nodes", "iterations"]
    assert {row[0]: row[4] == "-" for row in cells} == {"deep": True, "tree": False}
