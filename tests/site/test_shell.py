"""Shells of pages: all that a page imports is asked for at once, and is there."""

import re

import pytest

from ludoteca.site.pages import PAGES, STATIC
from ludoteca.site.shell import PLACE, draw_shell, list_modules


@pytest.mark.parametrize("page", PAGES.values())
def test_what_a_page_asks_for_is_there(page):
    shell = draw_shell(STATIC, page)
    asked = re.findall(r'(?:href|src)="/static/([^"]+)"', shell)
    assert len(asked) == len(set(asked))
    assert [name for name in asked if not (STATIC / name).is_file()] == []
    assert f"pages/{page}.js" in asked
    assert "lib/dom.js" in asked  # an import of an import
    assert "components/topbar/topbar.css" in asked
    assert PLACE not in shell


def test_imports_are_followed_once_and_those_on_demand_are_left(tmp_path):
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nimport "./c.js";\nconst d = () => import("./d.js");\n')
    (tmp_path / "b.js").write_text('import {\n  x,\n  y,\n} from "./c.js";\nexport { z } from "./a.js";\n')
    (tmp_path / "c.js").write_text('/** @typedef {import("./d.js").D} D */\nconst text = "import { d } from ./d.js";\n')
    assert [file.name for file in list_modules(tmp_path / "a.js")] == ["a.js", "b.js", "c.js"]
