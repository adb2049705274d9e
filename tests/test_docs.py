"""The documents tell the truth: their code runs, their links lead somewhere, their lists are complete."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest
import yaml

import ludoteca
from commands import run_command
from ludoteca import agents, games
from ludoteca.cli.agents import describe_agent
from ludoteca.lab.store import row_schema
from ludoteca.testing import random_positions

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")])
ELSEWHERE = {  # pages whose Python is run by another test
    "README.md",
    "docs/adapters.md",
    "docs/adding-a-game.md",
    "docs/adding-a-page.md",
    "docs/adding-an-agent.md",
    "docs/tournaments.md",
}
TOLD_ELSEWHERE = {"10,000", "1,024"}  # settings, not results
OURS = re.compile(r"ludoteca (bench|reproduce)|reproduce`")  # above a table whose figures are on our pages
CITATION_KEYS = {
    "abstract",
    "authors",
    "cff-version",
    "date-released",
    "doi",
    "keywords",
    "license",
    "message",
    "title",
    "type",
    "url",
    "version",
}


def code_of(page):
    return "\n".join(re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S))


def run_as_module(code, name, folder):
    path = folder / f"{name}.py"
    path.write_text(code)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_ten_lines_of_the_readme_play_a_game(tmp_path, capsys):
    run_as_module(code_of("README.md"), "readme_example", tmp_path)
    assert re.search(r"a b c d e f g\n(X won|O won|a draw)", capsys.readouterr().out)


def test_the_game_of_the_how_to_is_a_game(tmp_path, capsys):
    game = run_as_module(code_of("docs/adding-a-game.md"), "how_to_game", tmp_path).GAME
    assert capsys.readouterr().out == "take 1\n"
    for seed in range(5):
        *_, last = random_positions(game, seed)
        assert sum(game.returns(last)) == 0


def test_the_agent_of_the_how_to_is_an_agent(tmp_path):
    run_as_module(code_of("docs/adding-an-agent.md"), "how_to_agent", tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_game_has_a_page_and_every_agent_is_on_the_map():
    for name in games.names():
        assert (ROOT / "src" / "ludoteca" / "games" / name / "README.md").exists()
    told = (ROOT / "docs" / "architecture.md").read_text()
    for name in agents.names():
        assert f"`{name}`" in told, name


def test_every_decision_is_listed():
    listed = (ROOT / "docs" / "decisions" / "README.md").read_text()
    for page in (ROOT / "docs" / "decisions").glob("0*.md"):
        assert page.name in listed


def test_the_python_of_every_page_runs(tmp_path, capsys):
    found = {page.relative_to(ROOT).as_posix() for page in PAGES if "```python" in page.read_text()}
    assert found >= ELSEWHERE
    for number, page in enumerate(sorted(found - ELSEWHERE)):
        run_as_module(code_of(page), f"page_{number}", tmp_path)


def test_the_snippets_read_the_games_of_a_tournament(tmp_path, monkeypatch, capsys):
    """Each agent has both seats, and pandas and polars find the same."""
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    (tmp_path / "two.toml").write_text(
        'game = "connect_four"\nseed = 1\ngames = 8\n[agents]\na = "random"\nb = "greedy"\n'
    )
    done = run_command("tournament", tmp_path / "two.toml", "--out", tmp_path / "out", "--workers", "1")
    assert done.returncode == 0, done.stderr
    monkeypatch.chdir(tmp_path / "out")
    by_pandas, by_polars = re.findall(r"```python\n(.*?)```", (ROOT / "docs/tournaments.md").read_text(), re.S)
    first = run_as_module(by_pandas, "with_pandas", tmp_path).table
    second = run_as_module(by_polars, "with_polars", tmp_path).table
    rows = [(agent, seat, row.games, round(row["mean"], 9)) for (agent, seat), row in first.iterrows()]
    assert rows == [(row["agents"], row["seat"], row["games"], round(row["mean"], 9)) for row in second.to_dicts()]
    assert [(agent, seat, games) for agent, seat, games, _ in rows] == [
        ("a", 0, 4),
        ("a", 1, 4),
        ("b", 0, 4),
        ("b", 1, 4),
    ]


def test_the_columns_of_a_tournaments_file_are_explained():
    told = (ROOT / "docs" / "tournaments.md").read_text()
    assert re.findall(r"^\| `(\w+)` \| (?:integer|list|text)", told, re.M) == row_schema().names


def cite(text):
    """The text of the pages of results that a text links to."""
    return "".join((ROOT / "docs" / target).read_text() for target in re.findall(r"\((results/[\w-]+\.md)\)", text))


@pytest.mark.parametrize("page", ["papers.md", "comparison.md"])
def test_figures_are_those_of_the_results(page):
    """Every figure of a table that cites pages of results, in the row or above the table, is on one of them."""
    text = (ROOT / "docs" / page).read_text()
    checked = 0
    for above, table in re.findall(r"((?:^[^\n|].*\n)+)\n((?:^\|.*\n)+)", text, re.M):
        for row in table.splitlines():
            known = cite(row) or cite(above)
            figures = re.findall(r"(?<![\w.,-])\d+(?:,\d{3})*\.\d+(?![\w.])|\d{1,3}(?:,\d{3})+", row)
            for figure in figures if known and OURS.search(above) else ():
                assert figure in known or figure in TOLD_ELSEWHERE, (figure, row)
                checked += 1
    assert checked > 10


def test_how_to_cite_is_valid_and_names_this_version():
    """What version 1.2.0 of the Citation File Format asks for."""
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert {"cff-version", "message", "title", "authors"} <= set(told)
    assert set(told) <= CITATION_KEYS
    assert told["cff-version"] == "1.2.0"
    assert told["type"] in ("software", "dataset")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", told["date-released"])
    assert told["license"] == "MIT"
    assert all(set(author) <= {"name"} and author["name"] for author in told["authors"])
    assert all(isinstance(word, str) for word in told["keywords"])
    page = (ROOT / "docs" / "citing.md").read_text()
    assert str(told["version"]) == ludoteca.__version__
    assert f"version = {{{ludoteca.__version__}}}" in page
    assert told["title"] in page


def test_help_points_to_nothing_that_only_the_repository_has():
    names = re.findall(r"^│ ([a-z][\w-]*) ", run_command("--help").stdout, re.M)
    assert {"serve", "play", "reproduce"} <= set(names)
    for words in [(), *((name,) for name in names)]:
        told = run_command(*words, "--help").stdout
        assert not re.search(r"docs/[\w-]+\.md|README\.md", told), words
    assert "/docs" in run_command("--help").stdout


def test_settings_point_to_nothing_that_only_the_repository_has():
    for name in agents.names():
        assert "docs/" not in str(describe_agent(agents.load(name))), name
