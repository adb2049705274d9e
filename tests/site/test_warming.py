"""While games are compiled the pages are up: what is not ready is refused, a waiting table comes by itself."""

import json
import subprocess
import sys
import threading

import pytest
from house import PREPARING, Chair, House, new_warming, wait_until
from websockets.sync.client import connect

from ludoteca.core.errors import Refusal
from ludoteca.core.jit import compiles, is_warm
from ludoteca.lab import warming as lab_warming
from ludoteca.lab.warming import RULES, expect_seconds, label_of, list_stages, profile_path
from ludoteca.site import warming as module
from ludoteca.site.warming import Warming
from ludoteca.site.warming_order import Order, Stage


class Sleeper(Warming):
    """Prepares nothing until it is told to."""

    def start(self):
        pass

    def wake(self):
        super().start()


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
    def fail(game, part):
        if game.info.name == "connect_four":
            raise RuntimeError("broken")

    monkeypatch.setattr(module, "prepare", fail)
    warming = new_warming("connect_four", "checkers")
    warming.start()
    wait_until(lambda: warming.is_complete("checkers"), 120)
    wait_until(lambda: "connect_four could not be prepared" in caplog.text, 120)
    assert not warming.ready["connect_four"]


def test_a_game_can_be_played_once_its_easiest_level_is_there(monkeypatch):
    done = []
    reached, go_on = threading.Event(), threading.Event()

    def note(game, part):
        done.append(part)
        if len(done) == 3:
            reached.set()
            assert go_on.wait(120)

    monkeypatch.setattr(module, "prepare", note)
    said = []
    warming = Warming((), ("checkers",), apart=False, report=said.append)
    game = warming.game("checkers")
    easiest, *others = list_stages(game)
    warming.start()
    assert reached.wait(120)
    assert done[:2] == easiest
    told = warming.tell("checkers")
    assert told["ready"]
    assert not warming.is_complete("checkers")
    assert (told["levels"]["Beginner"], told["levels"]["Grandmaster"]) == (True, False)
    assert said == ["Checkers can be played"]
    with pytest.raises(Refusal, match="being prepared"):
        warming.require_agent(game, "Grandmaster")
    go_on.set()
    wait_until(lambda: warming.is_complete("checkers"), 120)
    assert sorted(done) == sorted([*easiest, *(part for stage in others for part in stage)])
    assert all(warming.tell("checkers")["levels"].values())
    assert warming.tell("checkers")["seconds_left"] == 0


# --- the order ---------------------------------------------------------------------------------------------------


@pytest.fixture
def stages(monkeypatch):
    """Two stages of each of three games, which take 1, 2 and 10 seconds."""
    seconds = {"connect_four": 1.0, "contest": 2.0, "hanabi": 10.0}
    monkeypatch.setattr("ludoteca.site.warming_order.expect_seconds", lambda game, part: seconds[game.info.name])
    loaded = [module.games.load(name) for name in seconds]
    return [Stage(game, number, ["a part"]) for game in loaded for number in (0, 1)]


def name_all(order, places):
    """Which stages the cores at these places get, each finished at once."""
    found = []
    for place in places:
        stage = order.take(place)
        found.append((stage.name, stage.number))
        order.finish(stage)
    return found


def test_one_core_begins_with_the_longest_and_the_others_with_the_shortest(stages):
    assert name_all(Order(stages), [0, 1, 1]) == [("hanabi", 0), ("connect_four", 0), ("contest", 0)]
    assert name_all(Order(stages), [1] * 6)[3:] == [("connect_four", 1), ("contest", 1), ("hanabi", 1)]


def test_what_somebody_asks_for_comes_first_and_the_last_asked_for_before_others(stages):
    order = Order(stages)
    order.want("contest")
    order.want("hanabi")
    assert name_all(order, [1, 1, 1]) == [("hanabi", 0), ("hanabi", 1), ("contest", 0)]


def test_two_cores_share_a_game_only_if_nothing_else_is_left_and_never_its_first_stage(stages):
    order = Order(stages)
    order.want("hanabi")
    first, second = order.take(0), order.take(1)
    assert (first.name, second.name) == ("hanabi", "connect_four")
    order = Order(stage for stage in stages if stage.name == "hanabi")
    first, taken = order.take(0), []
    thread = threading.Thread(target=lambda: taken.append(order.take(1)))
    thread.start()
    thread.join(0.2)
    assert not taken, "the second stage builds on the first"
    order.finish(first)
    thread.join(120)
    assert taken[0].number == 1
    assert order.take(0) is None


def test_a_closed_order_lets_those_who_wait_go(stages):
    order = Order(stages[:2])
    order.take(0)
    thread = threading.Thread(target=order.take, args=(1,))
    thread.start()
    order.close()
    thread.join(120)
    assert not thread.is_alive()


def test_how_long_a_part_takes_is_read_from_the_games_folder_or_guessed(tmp_path, monkeypatch):
    game = module.games.load("connect_four")
    profile = tmp_path / "compiling.json"
    profile.write_text('{"rules and scenes": 2, "mcts": 8}')
    monkeypatch.setattr(lab_warming, "profile_path", lambda game: profile)
    assert [expect_seconds(game, part) for part in (RULES, "mcts", "another")] == [2, 8, 5]
    monkeypatch.setattr(lab_warming, "profile_path", lambda game: tmp_path / "none")
    assert expect_seconds(game, RULES) == lab_warming.UNKNOWN


@pytest.mark.parametrize("name", module.games.names())
def test_every_game_of_ours_says_how_long_its_parts_compile(name):
    game = module.games.load(name)
    assert {part for stage in list_stages(game) for part in stage} == set(json.loads(profile_path(game).read_text()))


@pytest.mark.skipif(not compiles, reason="nothing is compiled")
def test_the_process_that_compiles_marks_what_it_has_done():
    parts = [RULES, "random"]
    command = [sys.executable, "-m", "ludoteca.site.warming", "connect_four", *parts]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines() == parts
    assert all(is_warm(label_of(module.games.load("connect_four"), part)) for part in parts)
