"""Plugins: found by name, loaded when asked for; one that is broken is named and harms no other."""

import sys
from importlib.metadata import EntryPoint

import pytest

from ludoteca import agents, games
from ludoteca.core import plugins
from ludoteca.core.errors import PluginError, UnknownName
from ludoteca.core.plugins import AGENTS, GAMES, Plugin, Registry, registry


class Distribution:
    def __init__(self, name):
        self.name = name


def point(name, value, distribution="elsewhere"):
    return EntryPoint(name, value, GAMES)._for(Distribution(distribution))


@pytest.fixture
def install(tmp_path, monkeypatch):
    """A function that writes a module and makes it a plugin beside the installed ones."""
    monkeypatch.syspath_prepend(tmp_path)
    found = list(registry(GAMES).points.values())

    def add(name, code, value=None, distribution="elsewhere", module=None):
        module = module or f"{name}_plugin"
        folder = tmp_path / module
        folder.mkdir(exist_ok=True)
        (folder / "__init__.py").write_text(code)
        monkeypatch.delitem(sys.modules, module, raising=False)
        found.append(point(name, value or f"{module}:PLUGIN", distribution))
        known = Registry(found)
        own = registry(AGENTS)
        monkeypatch.setattr(plugins, "registry", lambda group: known if group == GAMES else own)

    return add


DECLARED = "from ludoteca.core.plugins import Plugin\nPLUGIN = Plugin(package=__name__{more})\n"


def test_our_own_games_and_agents_are_plugins():
    assert {"checkers", "connect_four", "contest", "dicewars", "hanabi"} <= set(games.names())
    assert "mcts" in registry(AGENTS).names()
    assert "mcts" in agents.names()


def test_a_plugin_that_raises_is_named_and_harms_no_other(install):
    install("moon", "raise RuntimeError('no fuel')")
    assert "moon" in games.names()
    with pytest.raises(PluginError, match=r"the package elsewhere is broken: .*moon_plugin:PLUGIN.*no fuel"):
        games.load("moon")
    assert games.load("connect_four").info.name == "connect_four"
    assert "mcts" in agents.names()
    assert "no fuel" in " ".join(plugins.broken_plugins().values())
    assert "moon" not in plugins.usable_plugins()


def test_two_plugins_of_one_name(install):
    install("connect_four", DECLARED.format(more=""), distribution="copycat")
    assert games.load("connect_four").info.title == "Connect four"
    (reason,) = plugins.broken_plugins().values()
    assert "the package copycat offers 'connect_four', which ludoteca offers already" in reason
    assert "needs another name" in reason


def test_what_is_no_plugin_is_refused(install):
    install("moon", "PLUGIN = 7")
    with pytest.raises(PluginError, match=r"'moon_plugin:PLUGIN' is int, not a ludoteca.core.plugins.Plugin"):
        games.load("moon")


@pytest.mark.parametrize(
    ("more", "game", "complaint"),
    [
        ("", None, "cannot load 'game:GAME'"),
        ("", "GAME = 7", "'game:GAME' is int, not a Game"),
        (", game='../game:GAME'", None, "no reference inside the package"),
        (
            "",
            "from ludoteca.games.connect_four.game import GAME",
            "its entry point says 'moon', its game 'connect_four'",
        ),
    ],
)
def test_a_game_that_cannot_be_loaded(install, tmp_path, more, game, complaint):
    install("moon", DECLARED.format(more=more))
    if game is not None:
        (tmp_path / "moon_plugin" / "game.py").write_text(game)
    sys.modules.pop("moon_plugin.game", None)
    with pytest.raises(PluginError, match=complaint) as caught:
        games.load("moon")
    assert "moon_plugin" in str(caught.value)


def test_an_agent_that_is_none(install, tmp_path):
    install("moon", DECLARED.format(more=", agents={'lander': 'lander:Lander'}"))
    (tmp_path / "moon_plugin" / "lander.py").write_text("class Lander:\n    pass\n")
    with pytest.raises(PluginError, match=r"the agent 'lander' is .* not a subclass"):
        agents.load("lander")


def test_unknown_names_get_near_misses():
    with pytest.raises(UnknownName, match="checkers"):
        games.load("chekers")
    with pytest.raises(UnknownName, match="mcts"):
        agents.load("mtcs")


def test_a_plugin_needs_a_folder():
    with pytest.raises(PluginError, match=r"json\.decoder is no package"):
        _ = Plugin(package="json.decoder").folder
