"""While games are compiled the pages are up: what is not ready is refused, a waiting table comes by itself."""

import subprocess
import sys

import pytest
from house import PREPARING, Chair, House, new_warming, wait_until
from websockets.sync.client import connect

from ludoteca.core.errors import Refusal
from ludoteca.core.jit import compiles, is_warm
from ludoteca.lab.warming import label_of
from ludoteca.site import warming as module
from ludoteca.site.warming import RULES, Warming


class Sleeper(Warming):
    """Prepares nothing until it is told to."""

    def start(self):
        pass

    def wake(self):
        self._thread.start()


@pytest.fixture
def two_starts(tmp_path):
    """A site with a table, and the same site again, not ready yet: (site, its warming, table, cookie)."""
    url = f"sqlite:///{tmp_path / 'site.sqlite3'}"
    first = new_warming("connect_four")
    with House(url, first) as house:
        wait_until(lambda: first.ready["connect_four"], PREPARING)
        anna = house.guest("Anna")
        name = anna.new_table("connect_four", "me", "Easy")
        cookie = anna.cookie
    sleeper = Sleeper((), ("connect_four",), apart=False)
    with House(url, sleeper) as house:
        yield house, sleeper, name, cookie


def test_what_is_not_ready_says_so_and_comes_by_itself(two_starts):
    house, sleeper, name, cookie = two_starts
    guest = house.guest()
    status = guest.get("/api/status").json()["games"]["connect_four"]
    assert (status["ready"], status["done"], status["total"] > 0) == (False, 0, True)
    assert guest.get("/api/games").json()[0]["ready"] is False
    wish = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "agent", "agent": "Easy"}]}
    for answer in (
        guest.post("/api/tables", wish),
        guest.get(f"/api/tables/{name}"),
        guest.post("/api/games/connect_four/position", {}),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_ready")
    assert guest.get("/api/mine").status_code == 200
    url = f"ws://127.0.0.1:{house.port}/api/tables/{name}/ws"
    with connect(url, additional_headers={"Cookie": f"ludoteca={cookie}"}) as socket:
        with pytest.raises(TimeoutError):
            socket.recv(timeout=0.5)
        sleeper.wake()
        chair = Chair(socket)
        assert chair.table["you"] == [0]
        assert chair.play()["type"] == "ack"
        assert chair.my_turn()["ply"] == 2


def test_agents_that_are_not_compiled_yet_are_refused():
    warming = Sleeper((), ("connect_four",))
    game = warming.game("connect_four")
    with pytest.raises(Refusal, match="being prepared"):
        warming.require_agent(game, "mcts:seconds=1")
    warming.agents.add(("connect_four", "mcts"))
    warming.require_agent(game, "mcts:seconds=1")


def test_one_game_that_fails_does_not_stop_the_others(monkeypatch, caplog):
    real = module.play_through

    def fail(game):
        if game.info.name == "connect_four":
            raise RuntimeError("broken")
        real(game)

    monkeypatch.setattr(module, "play_through", fail)
    monkeypatch.setattr(Warming, "_prepare", lambda self, game, agent: None)
    warming = new_warming("connect_four", "checkers")
    warming.start()
    wait_until(lambda: warming.ready["checkers"], 120)
    assert not warming.ready["connect_four"]
    assert "connect_four could not be prepared" in caplog.text


@pytest.mark.skipif(not compiles, reason="nothing is compiled")
def test_the_process_that_compiles_marks_what_it_has_done():
    for what in (RULES, "random"):
        subprocess.run([sys.executable, "-m", "ludoteca.site.warming", "connect_four", what], check=True)
        assert is_warm(label_of(module.games.load("connect_four"), what))
