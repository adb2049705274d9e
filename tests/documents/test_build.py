"""`make docs`: the whole site without a warning, with every link followed, and packed to the same bytes each time."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("myst_nb")
ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "docs" / "build.py"
sys.path.insert(0, str(TOOL.parent))

from build import pack  # noqa: E402
from checking import find_broken  # noqa: E402

from ludoteca import agents, games  # noqa: E402
from ludoteca.site.manual import Manual  # noqa: E402


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs")
    command = [sys.executable, str(TOOL), str(folder), "--archive", str(folder / "docs.zip")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_it_is_built_without_a_warning_and_has_all_pages(built):
    html = built / "html"
    names = [f"games/{name}" for name in games.names()] + [f"agents/{name}" for name in agents.names()]
    pages = [path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")]
    for name in [*names, *map(str, pages), "api/ludoteca.protocol", "project/notice", "search"]:
        assert (html / f"{name}.html").is_file(), name
    assert "https://cdn" not in "".join(page.read_text() for page in html.rglob("*.html"))  # it works without a network


@pytest.mark.slow
def test_lessons_were_run(built):
    lessons = sorted((ROOT / "docs" / "learn").glob("*.py"))
    assert lessons
    for lesson in lessons:
        page = (built / "html" / "learn" / f"{lesson.stem}.html").read_text()
        assert "cell_input" in page
        assert "cell_output" in page


@pytest.mark.slow
def test_the_archive_is_what_the_site_serves_and_depends_on_the_pages_alone(built, tmp_path):
    shown = Manual.open(built / "docs.zip")
    assert shown.find("").kind == "text/html"
    assert shown.find("searchindex.js") is not None
    for page in (built / "html").rglob("*"):
        if page.is_file():
            page.touch()
    pack(built / "html", tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == (built / "docs.zip").read_bytes()
    assert all(entry.date_time[0] == 1980 for entry in zipfile.ZipFile(built / "docs.zip").infolist())


def test_a_broken_link_is_found(tmp_path):
    (tmp_path / "a.html").write_text('<p id="here"><a href="#here"></a><a href="b.html#no"></a><img src="no.png"></p>')
    (tmp_path / "b.html").write_text('<a href="a.html#here"></a><a href="https://example.org/none"></a>')
    assert find_broken(tmp_path) == ["a.html: b.html#no", "a.html: no.png"]
