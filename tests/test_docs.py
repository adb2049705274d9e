"""The documents tell the truth: their code runs, their links lead somewhere, their lists are complete."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from ludoteca import agents, games
from ludoteca.testing import random_positions

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")])


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
