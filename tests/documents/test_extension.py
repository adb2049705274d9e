"""The extension of Sphinx, as the documentation of another package uses it."""

from types import SimpleNamespace

from ludoteca import agents, games
from ludoteca.documents.sphinx import setup, write_pages


class App:
    """What the extension sees of Sphinx."""

    def __init__(self, folder):
        self.srcdir, self.config, self.connected = str(folder), SimpleNamespace(), {}

    def add_config_value(self, name, default, rebuild, types):
        assert rebuild == "env"
        assert isinstance(default, tuple(types))
        setattr(self.config, name, default)

    def connect(self, event, function):
        self.connected[event] = function


def test_a_package_gets_the_pages_of_its_games_alone(tmp_path):
    app = App(tmp_path)
    assert setup(app)["parallel_read_safe"]
    assert app.connected == {"builder-inited": write_pages}
    chosen = games.names()[:1]
    app.config.ludoteca_games = chosen
    write_pages(app)
    assert {path.stem for path in (tmp_path / "games").iterdir()} == {"index", *chosen}
    assert not (tmp_path / "agents").exists()
    assert "](../agents/" not in (tmp_path / "games" / f"{chosen[0]}.md").read_text()


def test_all_games_and_agents_are_written_and_only_what_changed_is_written_again(tmp_path):
    app = App(tmp_path)
    setup(app)
    write_pages(app)
    pages = [*(tmp_path / "games").iterdir(), *(tmp_path / "agents").iterdir()]
    assert len(pages) == len(games.names()) + len(agents.names()) + 2
    before = {path: path.stat().st_mtime_ns for path in pages}
    pages[0].write_text("old")
    write_pages(app)
    changed = [path for path in pages if path.stat().st_mtime_ns != before[path]]
    assert changed == [pages[0]]
