"""The documentation under /docs: found in an archive or a folder, looked up and never put together with a path."""

import base64
import hashlib
import re
import zipfile

import pytest
from house import House
from test_game_pages import Idle

from ludoteca.core.errors import SetupError
from ludoteca.site import manual
from ludoteca.site.manual import Manual

PAGE = "<html><script>go()</script><script src='a.js'></script><style>b{}</style>" + "word " * 200 + "</html>"


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "html"
    (place / "games").mkdir(parents=True)
    (place / "index.html").write_text(PAGE)
    (place / "games" / "index.html").write_text("games")
    (place / "a.css").write_text("b{}")
    (tmp_path / "secret.txt").write_text("secret")
    (place / "out.txt").symlink_to(tmp_path / "secret.txt")
    return place


@pytest.fixture(params=["folder", "archive"])
def client(request, folder, tmp_path):
    place = folder
    if request.param == "archive":
        place = tmp_path / "docs.zip"
        with zipfile.ZipFile(place, "w") as packed:
            for file in folder.rglob("*"):
                if file.is_file() and not file.is_symlink():
                    packed.write(file, file.relative_to(folder).as_posix())
            packed.writestr("../up.txt", "up")
    with serve(tmp_path, Manual.open(place)) as house:
        yield house.guest().http


def serve(folder, shown):
    """A site that compiles nothing."""
    return House(f"sqlite:///{folder / 'site.sqlite3'}", Idle(names=("connect_four",)), manual=shown)


def test_pages_are_found_and_folders_have_a_first_one(client):
    assert client.get("/docs").headers["location"] == "/docs/"
    assert client.get("/docs/").text == client.get("/docs/index.html").text == PAGE
    assert client.get("/docs/games/").text == "games"
    assert client.get("/docs/a.css").headers["content-type"].startswith("text/css")
    assert client.head("/docs/").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["nothing.html", "%2e%2e/secret.txt", "..%2fsecret.txt", "out.txt", "games", "//etc/passwd", "%00", "a.css/"],
)
def test_nothing_else_can_be_had(client, path):
    answer = client.get(f"/docs/{path}")
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_a_browser_asks_again_and_is_told_that_nothing_changed(client):
    first = client.get("/docs/")
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-encoding"] == "gzip"
    again = client.get("/docs/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "immutable" in client.get("/docs/a.css?v=1f").headers["cache-control"]


def test_the_policy_allows_the_scripts_of_the_page_and_no_others(client):
    policy = client.get("/docs/").headers["content-security-policy"]
    digest = base64.b64encode(hashlib.sha256(b"go()").digest()).decode()
    assert re.search(r"script-src ([^;]*)", policy)[1] == f"'self' 'sha256-{digest}'"
    assert "style-src 'self' 'unsafe-inline'" in policy
    assert "'unsafe-inline'" not in re.search(r"script-src ([^;]*)", policy)[1]


def test_what_is_no_documentation_is_refused(tmp_path):
    for name, content in {"empty": None, "text.zip": b"no archive"}.items():
        place = tmp_path / name
        place.mkdir() if content is None else place.write_bytes(content)
        with pytest.raises(SetupError, match=r"documentation"):
            Manual.open(place)
    with pytest.raises(SetupError):
        Manual.open(tmp_path / "absent")


def test_the_link_is_shown_only_where_there_is_something_to_see(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(manual, "ARCHIVE", tmp_path / "absent.zip")
    assert Manual.installed() is None
    for shown, address in ((Manual.open(folder), "/docs/"), (None, "")):
        with serve(tmp_path, shown) as house:
            client = house.guest().http
            assert f'name="documentation" content="{address}"' in client.get("/about").text
            missing = client.get("/docs/nothing")
            assert missing.status_code == 404
            assert missing.headers["content-type"].startswith("text/html")
            assert client.get("/docs/").status_code == (200 if shown else 404)
            assert client.get("/docs/").headers["x-content-type-options"] == "nosniff"
