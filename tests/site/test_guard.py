"""Strangers: forged cookies, other sites, too much, too often, names that are programs."""

import json
import time
from types import SimpleNamespace

import httpx
import pytest
from house import GENEROUS, PREPARING, House, new_warming, wait_until
from itsdangerous import URLSafeSerializer
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludoteca.core.errors import SettingsError, UnknownName
from ludoteca.site import limits as limits_module
from ludoteca.site.guard import is_same_origin
from ludoteca.site.identity import Identity
from ludoteca.site.limits import Buckets, Limits, parse_limits

NASTY = '<img src=x onerror="alert(1)">'


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A site with low limits."""
    limits = Limits(
        **{**GENEROUS, "messages_per_second": 5.0, "requests_per_second": 5.0, "newcomers_per_minute": 60.0},
        body_bytes=2_000,
        message_bytes=500,
        tables_per_client=2,
        connections_per_client=2,
        connections=4,
    )
    file = tmp_path_factory.mktemp("strict") / "site.sqlite3"
    warming = new_warming("connect_four")
    with House(f"sqlite:///{file}", warming, limits) as running:
        wait_until(lambda: warming.ready["connect_four"], PREPARING)
        yield running


def code_of(answer):
    return answer.json()["error"]["code"]


# --- who -------------------------------------------------------------------------------------------------------------


def test_a_cookie_is_set_once_and_safely(house):
    with httpx.Client(base_url=f"http://127.0.0.1:{house.port}") as http:
        cookie = http.get("/api/me").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "set-cookie" not in http.get("/api/me").headers


@pytest.mark.parametrize(
    "forge",
    [
        lambda real: real[:-1] + ("A" if real[-1] != "A" else "B"),
        lambda real: real.partition(".")[0],
        lambda real: real.partition(".")[0] + "." + "A" * 27,
        lambda real: URLSafeSerializer("another secret", salt="client").dumps("a" * 16),
        lambda real: "x" * 5_000,
        lambda real: '"',
        lambda real: "",
    ],
)
def test_forged_cookies_are_strangers(house, anna, forge):
    name = anna.new_table("connect_four", "me", "me")
    anna.http.cookies.set("ludoteca", forge(anna.cookie), domain="127.0.0.1", path="/")
    with httpx.Client(base_url=f"http://127.0.0.1:{house.port}") as http:
        headers = {"cookie": f"ludoteca={forge(house.guest().cookie)}"}
        assert http.get(f"/api/tables/{name}", headers=headers).json()["you"] == []


def test_a_signature_of_another_purpose_does_not_count():
    identity = Identity("secret")
    assert identity.read(URLSafeSerializer("secret", salt="other").dumps("a" * 16)) is None
    assert identity.read(URLSafeSerializer("secret", salt="client").dumps(["a" * 16])) is None
    assert identity.read(URLSafeSerializer("secret", salt="client").dumps("../../etc/passwd")) is None
    assert identity.read(identity.sign("a" * 16)) == "a" * 16


def test_a_stolen_table_name_gives_no_seat(house, anna):
    name = anna.new_table("connect_four", "me", "me")
    thief = house.guest()
    with thief.sit(name) as chair:
        assert chair.table["you"] == []
        assert chair.ask("play", ply=0, action=1)["code"] == "not_seated"


# --- from where ------------------------------------------------------------------------------------------------------


def test_other_sites_may_not_act(house, anna):
    name = anna.new_table("connect_four", "me", "me")
    answer = anna.http.post("/api/tables", json={}, headers={"origin": "https://evil.example"})
    assert (answer.status_code, code_of(answer)) == (403, "other_site")
    with (
        pytest.raises(InvalidStatus, match="403"),
        anna.sit(name, Origin="https://evil.example"),
    ):
        pass
    with anna.sit(name, Origin=f"http://127.0.0.1:{house.port}") as chair:
        assert chair.table["you"] == [0, 1]


def test_origins_are_compared_whole():
    assert is_same_origin({"host": "games.example"})
    assert is_same_origin({"host": "games.example", "origin": "https://games.example"})
    for origin in ("https://games.example.evil", "null", "https://evil/games.example", "http://[", "https://x"):
        assert not is_same_origin({"host": "games.example", "origin": origin})


def test_security_headers_are_everywhere(house, anna):
    for path in ("/", "/static/app.js", "/api/games", "/api/docs", "/nowhere", "/api/tables/none"):
        headers = anna.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


# --- how much --------------------------------------------------------------------------------------------------------


def test_large_requests_are_refused(strict):
    guest = strict.guest()
    answer = guest.put("/api/me", {"nickname": "x" * 3_000})
    assert (answer.status_code, code_of(answer)) == (413, "too_large")
    chunks = (b"x" * 1_000 for _ in range(50))  # without a stated length
    assert guest.http.put("/api/me", content=chunks).status_code in (400, 413, 422)


def test_large_messages_close_the_connection_and_nothing_else(strict):
    guest = strict.guest()
    name = guest.new_table("connect_four", "me", "me")
    with guest.sit(name) as chair:
        chair.socket.send("x" * 10_000)
        with pytest.raises(ConnectionClosed):
            chair.wait(lambda message: False)
    with guest.sit(name) as chair:
        assert chair.table["ply"] == 0


def test_rates_are_limited_per_client(strict):
    guest, other = strict.guest(), strict.guest()
    codes = [guest.get("/api/me").status_code for _ in range(40)]
    assert set(codes) == {200, 429}
    assert other.get("/api/me").status_code == 200
    assert guest.get("/api/me").headers["retry-after"]


def test_messages_are_limited_per_client(strict):
    guest = strict.guest()
    name = guest.new_table("connect_four", "me", "me")
    with guest.sit(name) as chair:
        for i in range(60):
            chair.send("ping", id=i)
        chair.wait(lambda message: message.get("code") == "too_fast")
        with pytest.raises(ConnectionClosed):
            flood(chair)


def flood(chair):
    for _ in range(2_000):
        chair.send("ping")
        chair.receive()


def test_tables_and_connections_are_limited_per_client(tmp_path):
    warming = new_warming("connect_four")
    limits = Limits(**GENEROUS, tables_per_client=2, connections_per_client=2, connections=4)
    with House(f"sqlite:///{tmp_path / 'site.sqlite3'}", warming, limits) as small:
        wait_until(lambda: warming.ready["connect_four"], PREPARING)
        guest, other, third = small.guest(), small.guest(), small.guest()
        name = guest.new_table("connect_four", "me", "me")
        guest.new_table("connect_four", "me", "me")
        wish = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "me"}]}
        assert code_of(guest.post("/api/tables", wish)) == "too_many_tables"
        with guest.sit(name) as one, guest.sit(name):
            with pytest.raises(ConnectionClosed), guest.sit(name):
                pass  # an error comes instead of a table
            with other.sit(name), pytest.raises(ConnectionClosed), third.sit(name):
                pass
            one.ask("resign")
        guest.new_table("connect_four", "me", "me")  # a finished one makes room


def test_buckets_refill():
    buckets = Buckets(1000.0, burst=2)
    assert [buckets.take("a") for _ in range(3)][:2] == [True, True]
    wait_until(lambda: buckets.take("a"), 2)


def test_limits_are_read_from_words():
    assert parse_limits(["tables_per_client=7", "move_seconds=2.5"]) == Limits(tables_per_client=7, move_seconds=2.5)
    with pytest.raises(UnknownName, match="did you mean tables_per_client"):
        parse_limits(["table_per_client=7"])
    for bad in ("tables_per_client=x", "tables_per_client=0", "tables_per_client"):
        with pytest.raises(SettingsError):
            parse_limits([bad])


# --- names that are programs -----------------------------------------------------------------------------------------


def test_a_nickname_is_only_ever_data(house):
    guest = house.guest(NASTY[:24])
    name = guest.new_table("checkers", "me", "Easy")
    raw = guest.get(f"/api/tables/{name}")
    assert raw.headers["content-type"] == "application/json"
    assert raw.json()["seats"][0]["name"] == NASTY[:24].strip()
    for form, kind in (("pdn", "text/plain"), ("record", "application/json")):
        answer = guest.get(f"/api/tables/{name}/export?format={form}")
        assert answer.headers["content-type"].startswith(kind)
        assert "attachment" in answer.headers["content-disposition"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    with guest.sit(name) as chair:
        assert json.loads(json.dumps(chair.table))["seats"][0]["name"] == NASTY[:24].strip()
    assert NASTY[:10] not in guest.get("/api/docs").text


def test_a_quote_in_a_nickname_stays_inside_its_tag(house):
    guest = house.guest('"] [Result "1-0')
    name = guest.new_table("checkers", "me", "Easy")
    assert '[White "\\"] [Result \\"1-0"]' in guest.get(f"/api/tables/{name}/export?format=pdn").text


def test_new_clients_are_limited_per_address(strict, monkeypatch):
    """The last test of the strict site: it refuses newcomers for a while afterwards."""
    now = time.monotonic()
    monkeypatch.setattr(limits_module, "time", SimpleNamespace(monotonic=lambda: now))  # nothing is forgiven meanwhile
    codes = []
    for _ in range(80):
        with httpx.Client(base_url=f"http://127.0.0.1:{strict.port}") as http:
            codes.append(http.get("/api/me").status_code)
    assert codes.count(429) > 10
