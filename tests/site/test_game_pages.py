"""Pages live with their games: found through plugins, served from their folders, and named where they are broken."""

import base64
import hashlib
import importlib
import logging
import re
import tomllib
from pathlib import Path

import pytest
from house import House

from ludoteca import games
from ludoteca.core.plugins import Plugin
from ludoteca.site import game_pages
from ludoteca.site.game_pages import find_page, find_pages
from ludoteca.site.warming import Warming


class Idle(Warming):
    """Compiles nothing: no game becomes ready."""

    def start(self):
        pass


ROOT = Path(__file__).parents[2]


@pytest.fixture
def outside(tmp_path, monkeypatch):
    """Makes a package of another project, and tells its plugin: (name, page, files of the page)."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(name, page, *files):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        for file in files:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text("export default {};")
        importlib.invalidate_caches()
        return Plugin(package=name, page=page)

    return make


@pytest.fixture
def client(tmp_path, outside, monkeypatch):
    """A site that has compiled nothing; one of its games has the page of another package, one a broken page."""
    plugins = {
        "connect_four": outside("four_outside", "front", "front/index.js", "front/deep/board.js"),
        "checkers": outside("checkers_outside", "page"),
    }
    monkeypatch.setattr(game_pages, "usable_plugins", lambda: plugins)
    with House(f"sqlite:///{tmp_path / 'site.sqlite3'}", Idle(names=("checkers", "connect_four", "dicewars"))) as house:
        yield house.guest()


def test_a_page_is_found_in_its_package(outside):
    found = find_page(outside("good", "front", "front/index.js"))
    assert (found.package, found.problem) == ("good", None)
    assert (found.folder / "index.js").is_file()


@pytest.mark.parametrize(
    ("page", "files", "code", "cure"),
    [
        ("page", (), "page/no_folder", "leave `page` out"),
        ("page", ("page/board.js",), "page/no_index", "page/index.js must export a GamePage"),
        ("index.js", ("index.js",), "page/no_folder", "leave `page` out"),
        ("..", (), "page/no_folder", "leave `page` out"),
        (".", ("index.js",), "page/no_folder", "leave `page` out"),
    ],
)
def test_a_broken_page_names_its_package_and_what_would_be_right(outside, page, files, code, cure):
    found = find_page(outside("broken_outside", page, *files))
    assert found.folder is None
    assert found.problem["code"] == code
    assert "the package broken_outside" in found.problem["message"]
    assert cure in found.problem["message"]
    assert found.problem["params"] == {"package": "broken_outside", "folder": page}


def test_a_plugin_that_is_no_package_is_told(tmp_path, monkeypatch):
    (tmp_path / "lonely.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    problem = find_page(Plugin(package="lonely", page="page")).problem
    assert (problem["code"], "lonely" in problem["message"]) == ("plugin/broken", True)


def test_the_log_names_broken_pages(outside, monkeypatch, caplog):
    monkeypatch.setattr(
        game_pages, "usable_plugins", lambda: {"ludo": outside("broken_outside", "page"), "go": Plugin("go")}
    )
    with caplog.at_level(logging.WARNING, "ludoteca.site"):
        assert list(find_pages(["ludo", "go"])) == ["ludo"]
    assert "ludo is shown on the generic page: the package broken_outside" in caplog.text


def test_pages_are_served_from_their_packages(client):
    assert client.get("/static/games/connect_four/index.js").text == "export default {};"
    answer = client.get("/static/games/connect_four/deep/board.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert client.get("/static/games/connect_four/../__init__.py").status_code == 404
    assert client.get("/static/games/connect_four/%2e%2e/__init__.py").status_code == 404
    assert client.get("/static/games/checkers/index.js").status_code == 404
    assert client.get("/static/generic/index.js").status_code == 200


def test_the_list_of_games_tells_of_pages(client):
    told = {game["name"]: game["page"] for game in client.get("/api/games").json()}
    assert told["connect_four"] == {"package": "four_outside", "problem": None}
    assert told["checkers"]["problem"]["code"] == "page/no_folder"
    assert told["dicewars"] is None


def test_the_import_map_is_allowed_by_its_hash(client):
    answer = client.get("/")
    assert re.search(
        r'<script type="importmap">\{"imports": \{"ludoteca/": "/static/\w{12}/"\}\}</script>', answer.text
    )
    assert answer.text.index("importmap") < answer.text.index('type="module"')
    assert answer.text.index("importmap") < answer.text.index("modulepreload")
    (inline,) = re.findall(r"<script(?![^>]* src=)[^>]*>(.*?)</script>", answer.text)  # nothing else is inline
    digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in answer.headers["content-security-policy"]


def test_every_file_of_a_page_is_package_data():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    patterns = settings["tool"]["setuptools"]["package-data"]["*"]
    pages = {name: page.folder for name, page in find_pages(games.names()).items()}
    assert {"checkers", "connect_four", "hanabi"} <= set(pages)
    for folder in pages.values():
        packed = {file for pattern in patterns for file in folder.parent.glob(pattern)}
        assert {file for file in folder.rglob("*") if file.is_file()} <= packed
