"""Pages of games and agents: made from plugins alone, so also for a game of another package."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca import agents, games
from ludoteca.core.plugins import Plugin, load_plugin, plugin_names
from ludoteca.documents import games as game_pages
from ludoteca.documents.agents import write_agent_page, write_agents_index
from ludoteca.documents.games import House, write_game_page, write_games_index
from ludoteca.documents.links import move_links, place_below, shift_headings
from ludoteca.documents.tables import find_results, read_speeds, read_standings, read_tables, write_table

BENCH = """# Speed

| game | measure | ours | peer | ratio | unit | peer is |
|---|---|---:|---:|---:|---|---|
| heap | random | 12 | - | - | decisions/CPU-s | none known |
| heap | playouts | 34 | 17 | 2.00 | games/CPU-s | a | b |
"""
REPORT = """# Heap: 2 agents

Made by `ludoteca report
results/heap`, seed 1.

| agent | plays as | games | mean return | Elo | 95 % |
| --- | --- | ---: | ---: | ---: | ---: |
| old | `mcts` | 10 | +0.1 | +20 | -5 to +40 |
"""


@pytest.fixture
def house(tmp_path):
    results = tmp_path / "results"
    results.mkdir()
    (results / "bench.md").write_text(BENCH)
    (results / "heap.md").write_text(REPORT)
    (tmp_path / "images").mkdir()
    return House(results, tmp_path / "images", place_below(tmp_path, tmp_path))


@pytest.fixture
def heap(tmp_path, monkeypatch):
    """A game in a package of its own with a README."""
    folder = tmp_path / "heap_package"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "README.md").write_text("# Heap\n\nTake [stones](stones.md).\n\n## More\n\n```\n# a comment\n```\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(game_pages, "load_plugin", lambda name: Plugin("heap_package"))
    renamed = _rename(games.load("connect_four"))
    monkeypatch.setattr(game_pages.games, "load", lambda name: renamed)
    yield "heap"
    sys.modules.pop("heap_package", None)


def _rename(game):
    copy = type(game).__new__(type(game))
    copy.__dict__.update(vars(game))
    copy.info = replace(game.info, name="heap", title="Heap")
    return copy


def test_a_game_of_another_package_gets_the_same_page(house, heap):
    page = write_game_page(heap, house)
    assert page.startswith("# Heap\n")
    for heading in ("Capabilities", "Play", "Who plays it", "Encoders", "Speed", "Strength and other results"):
        assert f"\n## {heading}\n" in page
    assert "| playouts | 34 | 17 | 2.00 | games/CPU-s | a |" in page
    assert "| old | `mcts` | 10 | +20 | -5 to +40 |" in page
    assert "(`ludoteca report results/heap`)" in page
    assert "## Rules and details\n\nTake stones (`stones.md`).\n\n### More\n\n```\n# a comment\n```" in page
    assert "a b c d e f g" in page  # a position


def test_what_was_not_measured_is_said(house, tmp_path):
    bare = House(tmp_path / "none", tmp_path / "none", house.place)
    page = write_game_page(plugin_names()[0], bare)
    assert "Not measured yet" in page
    assert "No results are kept here" in page


@pytest.mark.parametrize("name", plugin_names())
def test_every_game_has_a_page(house, name):
    page = write_game_page(name, house)
    for option in games.load(name).info.options:
        assert f"| `{option.name}` |" in page
    for level in games.load(name).info.levels:
        assert f"| {level.name} |" in page
    for encoder in load_plugin(name).encoders:
        assert f"| `{encoder}` |" in page
    assert f"[{games.load(name).info.title}]({name}.md)" in write_games_index([name])


def test_every_agent_has_a_page(house):
    for name in agents.names():
        page = write_agent_page(name, house)
        assert page.startswith(f"# `{name}`\n")
        assert "\n## Settings\n" in page
    assert "`exploration`" in write_agent_page("mcts", house)
    assert "| heap | 12 |" in write_agent_page("random", house)
    assert "[`mcts`](mcts.md)" in write_agents_index(["mcts"])


def test_a_position_in_a_picture_shows_no_secret(house):
    """What is drawn is the view of the seat to act."""
    for name in plugin_names():
        game = games.load(name)
        view = game_pages._some_position(game)
        assert game.same(view, game.observe(view, game.mover(view)))


def test_tables_are_read_as_they_were_written():
    rows = [("a|b", 1), ("two\nlines", 2)]
    assert read_tables("\n".join(write_table(("x", "y"), rows)))[0][1] == {"x": "two lines", "y": "2"}
    assert read_tables("no table") == []


def test_results_are_found_by_name(house):
    assert [source.title for source in find_results(house.results, "heap")] == ["Heap: 2 agents"]
    assert find_results(house.results, "hea") == []
    assert len(read_speeds(house.results)) == 2
    assert read_speeds(house.pictures) == []
    assert read_standings(house.results / "bench.md") == []


def test_links_hold_where_the_page_is_shown(tmp_path):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "docs" / "results").mkdir(parents=True)
    for name in ("docs/site.md", "docs/results/README.md"):
        (tmp_path / name).touch()
    place = place_below(tmp_path / "docs", tmp_path / "docs")
    links = {
        "[a](../docs/site.md#limits)": "[a](../site.md#limits)",
        "[b](../docs/results)": "[b](../results/README.md)",
        "[c](bot.py)": "c (`examples/bot.py`)",
        "[d](https://x.org/y.md)": "[d](https://x.org/y.md)",
        "[e](#here)": "[e](#here)",
        "![f](../docs/site.md)": "![f](../site.md)",
    }
    moved = move_links(" ".join(links), tmp_path / "examples" / "page.md", Path("folder", "page.md"), place)
    assert moved == " ".join(links.values())


def test_headings_go_down_and_code_stays():
    assert shift_headings("# a\n\n```\n# b\n```\n## c") == "## a\n\n```\n# b\n```\n### c"
