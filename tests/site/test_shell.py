"""Shells of pages, and their files: one script and one style, under addresses that change with their content."""

import re

import pytest

from ludoteca.site import bundle
from ludoteca.site.assets import STYLES, Assets
from ludoteca.site.game_pages import GamePage, find_pages
from ludoteca.site.pages import PAGES, STATIC
from ludoteca.site.shell import LANGUAGES_PLACE, PLACE, draw_shell

GAMES = ("checkers", "connect_four", "hanabi")


@pytest.fixture(scope="module")
def assets():
    return Assets(STATIC, find_pages(GAMES))


@pytest.mark.parametrize("page", PAGES.values())
def test_what_a_page_asks_for_is_there(assets, page):
    shell = draw_shell(assets, page)
    asked = re.findall(r'(?:href|src)="/static/([^"]+)"', shell)
    assert len(asked) == len(set(asked)) <= 5
    assert all(assets.find(path)[0] is not None and assets.find(path)[1] for path in asked)
    assert f"{assets.digest}/pages/{page}.js" in asked
    assert PLACE not in shell
    assert LANGUAGES_PLACE not in shell


def test_scripts_and_styles_are_joined(assets):
    script = assets.served[bundle.NAME].content.decode()
    style = assets.served[STYLES].content.decode()
    for path in ("lib/dom.js", "pages/start.js", "components/setup/setup.js", "games/checkers/index.js"):
        assert f'"{path}": (load' in script
    assert '"games/checkers/board.js": (load' not in script  # only who plays needs it
    assert ".move-list" in style
    assert ".checkers" in style
    assert style.index("--accent") < style.index(".move-list")  # what others build on comes first


def test_a_joined_module_is_the_same_for_all_who_import_it(assets):
    facade = assets.find(f"{assets.digest}/lib/dom.js")[0].content.decode()
    assert 'load("lib/dom.js")' in facade
    assert "../site.js" in facade
    assert assets.find("lib/dom.js")[0].content == (STATIC / "lib" / "dom.js").read_bytes()
    assert assets.find("lib/dom.js")[1] is False
    assert assets.find("nothing.js")[0] is None
    assert assets.find("../assets.py")[0] is None


def test_another_content_has_another_address(tmp_path):
    (tmp_path / "page.html").write_text("<!doctype html>")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.js").write_text("export const a = 1;\n")
    assets = Assets(tmp_path, {})
    first = assets.digest
    assets.refresh()
    assert assets.digest == first
    (tmp_path / "lib" / "a.js").write_text("export const a = 23;\n")
    assets.refresh()
    assert assets.digest != first
    assert assets.find(f"{first}/lib/a.js")[1] is False


def test_modules_are_rewritten():
    text = """import { b as c, d } from "./b.js";
import e from "ludoteca/lib/e.js";
import "../f.js";
/** Of {import("./g.js").G}. */
/** @type {any} */ (window).first = 1;
/** Another. */
export async function run() { return import("./later.js"); }
export const place = import.meta.url;
export default { run };
"""
    module = bundle.read_module("app/a.js", text)
    assert module.imports == ("app/b.js", "lib/e.js", "f.js")
    assert module.exports == ("run", "place", "default")
    assert 'const { b: c, d } = load("app/b.js");' in module.body
    assert 'const { default: e } = load("lib/e.js");' in module.body
    assert 'later("./later.js")' in module.body
    assert "(window).first = 1;" in module.body  # a cast is no comment by itself
    assert "Another" not in module.body
    assert "const place = url;" in module.body
    assert module.body.endswith("return { run, place, default: default_export };")


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({"a.js": "export * from './b.js';"}, "not understood"),
        ({"a.js": 'import { b } from "./b.js";'}, "a.js imports b.js, which is not there"),
        ({"a.js": 'import "./b.js";', "b.js": 'import "./a.js";'}, "a.js imports b.js imports a.js"),
    ],
)
def test_what_cannot_be_joined_is_named(texts, why):
    with pytest.raises(bundle.NotJoined, match=why):
        bundle.read_modules(texts)


def test_then_modules_are_served_one_by_one(tmp_path, caplog):
    (tmp_path / "page.html").write_text(f"<head>{PLACE}</head>")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "start.js").write_text('export * from "../x.js";\n')
    assets = Assets(tmp_path, {"other": GamePage("elsewhere", None)})
    assert not assets.is_joined
    assert "served one by one" in caplog.text
    assert "site.js" not in draw_shell(assets, "start")
    assert assets.find(f"{assets.digest}/pages/start.js")[0].content == (tmp_path / "pages" / "start.js").read_bytes()
