"""Limits by address, fair thinking, names of the site, tables that end: what a stranger could do to others."""

import asyncio
import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import httpx
import pytest
from house import GENEROUS, House, new_warming, wait_until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ludoteca import games
from ludoteca.core.errors import LudotecaError, Refusal, near_misses
from ludoteca.site import fair_queue
from ludoteca.site.addresses import network_of
from ludoteca.site.connections import Asker, Connections
from ludoteca.site.expiry import deadlines
from ludoteca.site.fair_queue import FairQueue, Owner
from ludoteca.site.hosts import Hosts
from ludoteca.site.limits import DAY, Buckets, Limits

SMALL = {**GENEROUS, "connections": 40, "connections_per_address": 12, "connections_per_client": 10}


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A site with room for few."""
    warming = new_warming("connect_four")
    with House(f"sqlite:///{tmp_path_factory.mktemp('doors') / 'site.sqlite3'}", warming, Limits(**SMALL)) as house:
        wait_until(lambda: warming.ready["connect_four"], 900)
        yield house


@contextlib.contextmanager
def open_sockets(house, table, n, address="127.0.0.1", cookie=None):
    """Open n sockets; yields those that got in."""
    url = f"ws://127.0.0.1:{house.port}/api/tables/{table}/ws"
    headers = {"Cookie": f"ludoteca={cookie}"} if cookie else {}
    with contextlib.ExitStack() as stack:

        def enter(_):
            try:
                opening = connect(url, additional_headers=headers, compression=None, source_address=(address, 0))
                socket = stack.enter_context(opening)
                return socket if '"type":"table"' in socket.recv(30).replace(" ", "") else None
            except (ConnectionClosed, InvalidStatus):
                return None

        with ThreadPoolExecutor(8) as pool:
            yield [socket for socket in pool.map(enter, range(n)) if socket]


def test_a_crowd_without_cookies_counts_as_its_address(small):
    maker = small.guest()
    name = maker.new_table("connect_four", "me", "me")
    with open_sockets(small, name, 100) as crowd:
        assert 0 < len(crowd) <= 10
        with maker.sit(name) as chair:  # from the same address, with a seat
            assert chair.play()["type"] == "ack"
        with open_sockets(small, name, 1, address="127.0.0.2") as stranger:
            assert len(stranger) == 1


def test_many_identities_of_one_address_share_its_limit(small):
    maker = small.guest()
    name = maker.new_table("connect_four", "me", "me")
    with contextlib.ExitStack() as stack:
        cookies = [small.guest().cookie for _ in range(20)]
        got_in = [len(stack.enter_context(open_sockets(small, name, 1, cookie=cookie))) for cookie in cookies]
        assert sum(got_in) == 12
        with maker.sit(name) as chair:
            assert chair.play()["type"] == "ack"


def test_watchers_leave_room_for_people_with_a_seat():
    connections = Connections(Limits(connections=8, seated_share=0.25))
    with contextlib.ExitStack() as stack:
        for i in range(6):
            stack.enter_context(connections.enter(Asker(f"w{i}", f"10.0.0.{i}")))
        with pytest.raises(Refusal, match="full"):
            stack.enter_context(connections.enter(Asker("w", "10.0.0.9")))
        for i in range(2):
            stack.enter_context(connections.enter(Asker(f"p{i}", "10.0.0.9", is_seated=True)))
        with pytest.raises(Refusal, match="full"):
            stack.enter_context(connections.enter(Asker("p", "10.0.0.9", is_seated=True)))
    with connections.enter(Asker("w", "10.0.0.9")):  # all have left
        pass


def test_new_sockets_of_an_address_are_limited(tmp_path):
    warming = new_warming("connect_four")
    limits = Limits(**{**GENEROUS, "connections_per_minute": 5})
    with House(f"sqlite:///{tmp_path / 'site.sqlite3'}", warming, limits) as house:
        wait_until(lambda: warming.ready["connect_four"], 900)
        name = house.guest().new_table("connect_four", "me", "me")
        with open_sockets(house, name, 12) as crowd:
            assert len(crowd) < 8
        with open_sockets(house, name, 1, address="127.0.0.3") as other:
            assert len(other) == 1


def test_new_tables_of_an_address_are_limited(tmp_path):
    warming = new_warming("connect_four")
    limits = Limits(**{**GENEROUS, "tables_per_hour": 12})
    with House(f"sqlite:///{tmp_path / 'site.sqlite3'}", warming, limits) as house:
        wait_until(lambda: warming.ready["connect_four"], 900)
        wish = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "me"}]}
        answers = [house.guest().post("/api/tables", wish) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 2
        assert answers[-1].json()["error"]["code"] == "too_many_new_tables"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no address", "unknown"),
    ],
)
def test_an_address_is_a_host_or_a_network_of_64_bits(address, network):
    assert network_of({"client": (address, 1)}) == network
    assert network_of({}) == "unknown"


# --- thinking --------------------------------------------------------------------------------------------------------


def job(table, client, address):
    return SimpleNamespace(table=table, owner=Owner(client, address))


def test_whoever_fills_many_tables_waits_for_them_alone(monkeypatch):
    monkeypatch.setattr(fair_queue, "time", SimpleNamespace(monotonic=lambda: 0.0))
    queue = FairQueue()
    for i in range(50):
        queue.put(job(f"t{i}", "greedy", "a"))
    queue.charge(queue.take(), 3.0)
    queue.put(job("mine", "modest", "b"))
    assert queue.take().table == "mine"


def test_identities_of_one_address_share_its_time(monkeypatch):
    monkeypatch.setattr(fair_queue, "time", SimpleNamespace(monotonic=lambda: 0.0))
    queue = FairQueue()
    order = []
    for i in range(6):
        queue.put(job(f"t{i}", f"identity {i}", "a"))
    for i in range(3):
        queue.put(job(f"u{i}", "other", "b"))
    while len(queue):
        next_job = queue.take()
        queue.charge(next_job, 1.0)
        order.append(next_job.owner.address)
    assert "".join(order) == "ababab" + "aaa"


def test_time_is_forgiven(monkeypatch):
    now = SimpleNamespace(monotonic=lambda: 0.0)
    monkeypatch.setattr(fair_queue, "time", now)
    accounts = fair_queue.Accounts()
    accounts.charge("a", 8.0)
    now.monotonic = lambda: 2 * fair_queue.HALF_LIFE
    assert accounts.read("a") == pytest.approx(2.0)
    now.monotonic = lambda: 100 * fair_queue.HALF_LIFE
    accounts.close_small()
    assert len(accounts) == 0


# --- sizes -----------------------------------------------------------------------------------------------------------


def test_buckets_count_amounts(monkeypatch):
    buckets = Buckets(1.0, burst=100.0)
    assert buckets.take("a", 60)
    assert not buckets.take("a", 60)
    assert buckets.take("b", 1_000)  # more than fits needs a full bucket
    assert not buckets.take("b", 1)


@pytest.mark.parametrize(
    "fen", ["W:W" + "9" * 5_000 + ":B1", "W:W1-" + "9" * 5_000 + ":B1", "W:W21,22,:B" + "1," * 50_000]
)
def test_a_fen_of_nines_is_a_position_error(fen):
    with pytest.raises(LudotecaError):
        games.load("checkers").start(fen=fen)


def test_a_long_name_is_not_compared_with_all_others():
    known = [f"name {i}" for i in range(1_000)]
    started = time.process_time()
    assert near_misses("n" * 200_000, known).startswith("choose from")
    quick = time.process_time() - started
    started = time.process_time()
    near_misses("name 1x", known)
    assert quick < 20 * (time.process_time() - started) + 0.05


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.0.2.7", True),
        ("games.example.org:443", True),
        ("GAMES.example.org.", True),
        ("evil.example.org", False),
        ("games.example.org.evil.net", False),
        ("", False),
    ],
)
def test_the_site_answers_to_its_own_names(host, allowed):
    assert Hosts(["games.example.org"]).allows(host) is allowed
    assert Hosts(["*"]).allows(host)


def test_a_name_that_is_not_ours_is_refused(small):
    with httpx.Client() as http:
        answer = http.get(f"http://127.0.0.1:{small.port}/api/me", headers={"Host": "evil.example.org"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (421, "host")
        page = http.get(f"http://127.0.0.1:{small.port}/", headers={"Host": "evil.example.org"})
        assert page.status_code == 421


@pytest.mark.parametrize("nickname", ["Easy", "e-a-s-y", "\uff25\uff21\uff33\uff39", "mcts"])
def test_nobody_can_pass_for_an_agent(small, nickname):
    answer = small.guest().put("/api/me", {"nickname": nickname})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "nickname_taken")
    assert small.guest().put("/api/me", {"nickname": "Easygoing"}).status_code == 200


# --- tables that end -------------------------------------------------------------------------------------------------


def test_a_table_of_agents_is_aborted_by_its_maker_only(small):
    maker, other = small.guest(), small.guest()
    name = maker.new_table("connect_four", "random", "random")
    assert other.post(f"/api/tables/{name}/abort").json()["error"]["code"] == "not_maker"
    table = maker.post(f"/api/tables/{name}/abort").json()
    assert table["result"]["code"] == "aborted"
    assert maker.post(f"/api/tables/{name}/abort").json()["error"]["code"] == "game_over"


def test_nobody_aborts_a_game_that_another_person_plays(small):
    maker, other = small.guest(), small.guest()
    name = maker.new_table("connect_four", "link", "me")
    other.join(maker, name)
    with other.sit(name) as chair:
        chair.play()
    assert maker.post(f"/api/tables/{name}/abort").json()["error"]["code"] == "others_played"


def test_a_finished_game_is_taken_off_the_list(small):
    maker, other = small.guest(), small.guest()
    shared = maker.new_table("connect_four", "me", "link")
    other.join(maker, shared)
    alone = maker.new_table("connect_four", "me", "me")
    assert maker.http.delete(f"/api/tables/{alone}").json()["error"]["code"] == "still_running"
    for name in (shared, alone):
        maker.post(f"/api/tables/{name}/abort")
        assert maker.http.delete(f"/api/tables/{name}").status_code == 204
    assert maker.get("/api/mine").json() == []
    assert [row["table"] for row in other.get("/api/mine").json()] == [shared]
    assert maker.get(f"/api/tables/{alone}").status_code == 404
    assert other.get(f"/api/tables/{shared}").status_code == 200


def test_tables_expire(tmp_path):
    warming = new_warming("connect_four")
    with House(f"sqlite:///{tmp_path / 'site.sqlite3'}", warming, Limits(**GENEROUS)) as house:
        wait_until(lambda: warming.ready["connect_four"], 900)
        guest = house.guest()
        untouched, begun, over = (guest.new_table("connect_four", "me", "me") for _ in range(3))
        for name in (begun, over):
            with guest.sit(name) as chair:
                chair.play()
        with guest.sit(over) as chair:
            chair.ask("resign")

        def left_after(days):
            now = time.time() + days * DAY
            call = house.services.tables.live.expire(*deadlines(house.limits, now))
            run(house, call)
            return {row["table"] for row in guest.get("/api/mine").json()}

        wait_until(lambda: all(live.is_idle for live in house.services.tables.live.values()))
        assert left_after(1) == {untouched, begun, over}
        assert left_after(3) == {begun, over}
        assert left_after(61) == {over}
        assert left_after(366) == set()
        assert guest.get(f"/api/tables/{over}").status_code == 404


def run(house, call):
    """Run a coroutine on the loop of a house's server."""
    return asyncio.run_coroutine_threadsafe(call, house.server.servers[0].get_loop()).result(60)


def test_my_games_count_moves_without_chance(house):
    guest = house.guest()
    name = guest.new_table("kuhn", "me", "me")
    with guest.sit(name) as chair:
        chair.my_turn()
        chair.play()
        plays = [move for move in chair.table["moves"] if move["seat"] >= 0]
    row = next(row for row in guest.get("/api/mine").json() if row["table"] == name)
    assert row["moves"] == len(plays) < row["ply"]
    assert row["made"] is True
