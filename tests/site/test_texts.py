"""The texts as they are served, and that whatever the server refuses has one in every language."""

import inspect
import json
import re
from html import unescape
from pathlib import Path

import pytest
from house import House

import ludoteca
from ludoteca.core import errors
from ludoteca.core.plugins import plugin_names
from ludoteca.site.texts import FRAME, find_catalogues
from ludoteca.site.warming import Warming

SOURCE = Path(ludoteca.__file__).parent
REFUSED = re.compile(r'Refusal\(\s*"([\w/]+)"')
EXPLAINED = re.compile(r'"code": "(\w+)"')
# What happens to who runs the site, or works with files: nobody at a table can bring it about.
ELSEWHERE = ("lab/", "bench/", "learning/", "install/", "engine/", "tables/", "rules/", "plugin/", "texts/", "lessons/")
ABSTRACT = ("error", "site/refused")


class Idle(Warming):
    """Compiles nothing: these tests play nothing."""

    def start(self):
        pass

    async def wait_for_all(self):
        pass


@pytest.fixture
def client(tmp_path):
    with House(f"sqlite:///{tmp_path / 'site.sqlite3'}", Idle(names=("connect_four",))) as house:
        yield house.guest()


def read(folder):
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.py")))


@pytest.mark.parametrize("language", FRAME.languages)
def test_every_refusal_has_a_text(language):
    tree = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.LudotecaError)]
    codes = {kind.code for kind in tree if not kind.code.startswith(ELSEWHERE)} - set(ABSTRACT)
    codes |= set(REFUSED.findall(read(SOURCE / "site")))
    assert len(codes) > 40
    assert codes - {key.removeprefix("error.") for key in FRAME.load(language)} == set()


@pytest.mark.parametrize("game", plugin_names())
def test_what_a_game_explains_has_a_text(game):
    catalogue = find_catalogues([game])[game]
    codes = set(EXPLAINED.findall(read(catalogue.folder.parent)))
    for language in FRAME.languages:
        known = {**FRAME.load(language), **catalogue.load(language)}
        missing = {code for code in codes if not {f"error.{code}", f"end.{code}"} & set(known)}
        assert missing == set(), language


@pytest.mark.parametrize("game", plugin_names())
def test_what_a_game_declares_has_a_text(game):
    info = ludoteca.games.load(game).info
    catalogue = find_catalogues([game])[game]
    for language in FRAME.languages:
        own, frame = catalogue.load(language), FRAME.load(language)
        missing = {key for key in ("title", "summary") if key not in own}
        missing |= {f"level.{level.name}" for level in info.levels} - set(own)
        missing |= {
            level.name for level in info.levels if not {f"name.{level.name}", f"level.{level.name}"} & {*own, *frame}
        }
        options = [option for option in info.options if option.name != "players"]
        missing |= {f"option.{option.name}" for option in options} - set(own)
        missing |= {f"choice.{option.name}.{choice}" for option in options for choice in option.choices} - set(own)
        assert missing == set(), language


def test_a_page_lists_the_languages_and_their_texts_never_change_at_their_address(client):
    listed = re.search(r'<meta name="languages" content="([^"]*)"', client.get("/").text)
    languages = json.loads(unescape(listed[1]))
    assert list(languages) == list(FRAME.languages)
    assert languages["it"]["name"] == "Italiano"
    answer = client.get(languages["it"]["texts"])
    assert answer.headers["cache-control"].endswith("immutable")
    assert answer.headers["content-encoding"] == "gzip"
    texts = answer.json()
    assert (texts["play"], texts["connect_four.title"]) == ("Gioca", "Forza quattro")
    plain = client.http.get(languages["it"]["texts"], headers={"accept-encoding": "identity"})
    assert plain.json() == texts
    old = client.get("/texts/it.000000000000.json")
    assert old.json() == texts
    assert old.headers["cache-control"] == "no-cache"
    assert client.get("/texts/nothing.000000000000.json").status_code == 422


def test_an_address_that_leads_nowhere_is_a_page_for_people_and_json_for_programs(client):
    for path in ("/nothing", "/tables/a/b"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "/pages/missing.js" in answer.text  # below an address that holds the digest of all scripts
    for path in ("/api/nothing", "/static/nothing.js"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
