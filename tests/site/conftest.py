"""Servers for the tests of the site: one that most of them share, and PostgreSQL where there is one."""

import tempfile

import pytest
from house import PREPARING, House, Postgres, find_postgres, new_warming, wait_until

from tiny import dice_race, kuhn, pennies

GAMES = ("checkers", "connect_four")


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    """A site with all registered games and three tiny ones: hidden cards, simultaneous picks, dice."""
    file = tmp_path_factory.mktemp("site") / "site.sqlite3"
    static = tmp_path_factory.mktemp("static")
    (static / "page.html").write_text("<!doctype html><title>Ludoteca</title>")
    (static / "pages").mkdir()
    (static / "pages" / "start.js").write_text("export {};")
    (static / "app.js").write_text("export {};")
    warming = new_warming(*GAMES, extra=(kuhn.GAME, pennies.GAME, dice_race.GAME))
    with House(f"sqlite:///{file}", warming, static=static) as running:
        wait_until(lambda: all(map(warming.is_complete, warming.games)), PREPARING)
        yield running


@pytest.fixture
def anna(house):
    return house.guest("Anna")


@pytest.fixture
def bert(house):
    return house.guest("Bert")


@pytest.fixture(scope="session")
def postgres():
    programs = find_postgres()
    if programs is None:
        pytest.skip("NO POSTGRESQL ON THIS MACHINE: the site was not tested with it")
    with tempfile.TemporaryDirectory(prefix="ludoteca-postgres-") as folder, Postgres(programs, folder) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path):
    """The URL of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'site.sqlite3'}"
    return request.getfixturevalue("postgres").new_database()
