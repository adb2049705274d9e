"""Programs from outside at tables: tokens, seats, and what a program can never do to others."""

import contextlib
import json
import socket
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from house import PATIENCE, House, new_warming, wait_until
from websockets.sync.client import connect

from commands import run_command
from ludoteca.core.errors import SetupError
from ludoteca.programs.messages import LONGEST_LINE, MOST_BAD
from ludoteca.site.bot_levels import offer_program
from ludoteca.site.limits import Limits
from tiny import kuhn, pennies

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "bot.py"
HELLO = {"type": "hello", "protocol": 1, "name": "Robby"}


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """A site with a port for programs."""
    folder = tmp_path_factory.mktemp("bots")
    limits = Limits(bot_seconds=600.0, messages_per_second=1e6, messages_per_address=1e6, requests_per_second=1e6)
    warming = new_warming("connect_four", extra=(kuhn.GAME, pennies.GAME))
    database = f"sqlite:///{folder / 'site.sqlite3'}"
    with House(database, warming, limits, program_place=("127.0.0.1", 0)) as running:
        running.database = database
        wait_until(lambda: warming.is_complete("connect_four") and warming.ready["kuhn"] and warming.ready["pennies"])
        yield running


class Bot:
    """A program in this process, over TCP."""

    def __init__(self, place, hello):
        self.socket = socket.create_connection(("127.0.0.1", place), timeout=PATIENCE)
        self.lines = self.socket.makefile("rb")
        self.seen = []
        if hello is not None:
            self.send({**HELLO, **hello})

    def send(self, message):
        self.write(json.dumps(message).encode() + b"\n")

    def write(self, data):
        self.socket.sendall(data)

    def receive(self):
        line = self.lines.readline()
        if not line:
            return None
        self.seen.append(json.loads(line))
        return self.seen[-1]

    def wait(self, *kinds):
        while (message := self.receive()) is not None and message["type"] not in kinds:
            pass
        return message

    def close(self):
        self.lines.close()
        self.socket.close()


@contextlib.contextmanager
def bot(house, hello):
    found = Bot(house.services.program_port, hello)
    try:
        yield found
    finally:
        found.close()


def make_table(guest, game="connect_four", seats=("me", "link"), **more):
    """A table, and a token for its open seat."""
    name = guest.new_table(game, *seats, **more)
    answer = guest.post(f"/api/tables/{name}/seats/{seats.index('link')}/token")
    assert answer.status_code == 201, answer.text
    return name, answer.json()["token"]


def test_a_program_takes_its_seat_and_plays(port):
    anna = port.guest("Anna")
    name, token = make_table(anna)
    with bot(port, {"token": token}) as program, anna.sit(name) as chair:
        assert program.wait("welcome")["table"] == name
        chair.until(lambda table: table["seats"][1]["name"] == "Robby" and table["seats"][1]["connected"])
        assert chair.table["seats"][1]["program"] is True
        chair.play(3)
        start = program.wait("start")
        assert (start["seat"], start["seats"], start["game"]) == (1, 2, "connect_four")
        while True:
            turn = program.wait("turn", "end")
            if turn["type"] == "end":
                break
            assert [event["seat"] for event in turn["events"]] == ([0] if turn["ply"] == 1 else [1, 0])
            program.send({"type": "action", "id": turn["id"], "action": turn["actions"][0]})
            chair.until(lambda table: table["legal"] or table["result"])
            if not chair.table["result"]:
                chair.play(-1)
        assert turn["returns"] == chair.until(lambda table: table["result"])["result"]["returns"]
        assert program.receive() is None


def test_the_example_plays_over_websocket_and_tcp(port):
    anna = port.guest("Anna")
    commands = [
        lambda token: [sys.executable, EXAMPLE, f"127.0.0.1:{port.services.program_port}", token],
        lambda token: [
            *(sys.executable, "-m", "ludoteca", "bot", "run", f"{sys.executable} {EXAMPLE}", "--token", token),
            *("--site", f"http://127.0.0.1:{port.port}"),
        ],
    ]
    for command in commands:
        name, token = make_table(anna)
        with subprocess.Popen(command(token), stdout=subprocess.PIPE, text=True) as program, anna.sit(name) as chair:
            while not chair.my_turn()["result"]:
                chair.play(0)
            assert chair.table["result"]["code"] != "forfeited", chair.table["result"]
            assert program.wait(PATIENCE) == 0


def test_a_house_offers_a_program_as_a_level(port, monkeypatch):
    """Its command is told to nobody; what was played comes as events."""
    game = port.services.warming.games["connect_four"]
    monkeypatch.setattr(game, "info", game.info)
    monkeypatch.setattr("ludoteca.games.names", lambda: ["connect_four"])
    offer_program(f"Robby the bot={sys.executable} {EXAMPLE}")
    port.services.warming.agents.add(("connect_four", "program"))
    anna = port.guest("Anna")
    name = anna.new_table("connect_four", "me", "Robby the bot")
    with anna.sit(name) as chair:
        chair.play(3)
        chair.until(lambda table: table["ply"] >= 2)
        assert chair.table["seats"][1]["level"] == "Robby the bot"
        told = json.dumps([*chair.seen, anna.get("/api/games").json()])
        assert "bot.py" not in told
        chair.ask("resign")
    with pytest.raises(SetupError, match="already has a level"):
        offer_program(f"Robby the bot={sys.executable} {EXAMPLE}")
    for text, sentence in (("nonsense", "NAME=COMMAND"), ("a=true", "cannot be offered"), ("=x", "NAME=COMMAND")):
        with pytest.raises(SetupError, match=sentence):
            offer_program(text)


def test_a_program_is_told_the_clock_of_its_table(port):
    anna = port.guest("Anna")
    name, token = make_table(anna, clock={"kind": "fischer", "seconds": 600, "increment": 5})
    with bot(port, {"token": token}) as program, anna.sit(name) as chair:
        chair.play(3)
        turn = program.wait("turn")
        assert 0 < turn["clock"]["seconds"] <= 605
        assert len(turn["clock"]["left"]) == 2
        assert turn["clock"]["setup"]["increment"] == 5


def test_a_token_is_hashed_scoped_and_revocable(port):
    anna, bert = port.guest("Anna"), port.guest("Bert")
    name, token = make_table(anna)
    assert bert.post(f"/api/tables/{name}/seats/1/token").json()["error"]["code"] == "not_maker"
    assert anna.post(f"/api/tables/{name}/seats/0/token").json()["error"]["code"] == "taken"
    kept = Path(port.database.removeprefix("sqlite:///"))
    texts = b"".join(path.read_bytes() for path in kept.parent.glob(f"{kept.name}*"))
    assert token.encode() not in texts
    assert token.split("_", 2)[2].encode() not in texts
    _, second = make_table(anna)
    assert anna.http.delete(f"/api/tables/{name}/seats/1/token").status_code == 204
    refused = {
        "revoked": {"token": token},
        "bad_token": {"token": second[:-1] + ("x" if second[-1] != "x" else "y")},
        "message": {"token": 5},
        "protocol": {"protocol": 2, "token": second},
    }
    for code, hello in refused.items():
        with bot(port, hello) as program:
            told = program.receive()
            assert (told["type"], told["code"], told["fatal"]) == ("error", code, True), told
            assert program.receive() is None


def test_tokens_by_command(port):
    anna = port.guest("Anna")
    made = json.loads(run_command("bot", "token", "Deep Four", "--database", port.database, "--json").stdout)
    name = anna.new_table("connect_four", "me", "link")
    link = anna.table(name)["links"]["join"][0]["path"]
    with bot(port, {"token": made["token"]}) as program:
        assert program.receive()["code"] == "no_seat"
    with bot(port, {"token": made["token"], "join": link}) as program:
        assert program.wait("welcome", "error")["table"] == name
        assert anna.table(name)["seats"][1]["name"] == "Deep Four"
    listed = json.loads(run_command("bot", "tokens", "--database", port.database, "--json").stdout)
    assert listed[0]["id"] == made["id"]
    assert listed[0]["used"] is not None
    assert "hash" not in listed[0]
    assert run_command("bot", "revoke", made["id"], "--database", port.database).returncode == 0
    with bot(port, {"token": made["token"], "join": link}) as program:
        assert program.receive()["code"] == "revoked"
    assert run_command("bot", "token", "x", "--scope", "all", "--database", port.database).returncode == 2
    assert "Deep Four" in run_command("bot", "tokens", "--database", port.database).stdout


def test_a_token_for_tests_only_practises(port):
    made = json.loads(
        run_command("bot", "token", "Pupil", "--scope", "test", "--database", port.database, "--json").stdout
    )
    anna = port.guest("Anna")
    name = anna.new_table("connect_four", "me", "link")
    link = anna.table(name)["links"]["join"][0]["path"]
    with bot(port, {"token": made["token"], "join": link}) as program:
        assert program.receive()["code"] == "no_game"
    with bot(port, {"token": made["token"], "game": "connect_four", "against": "random"}) as program:
        welcome = program.wait("welcome")
        assert welcome["scope"] == "test"
        while (turn := program.wait("turn", "end"))["type"] == "turn":
            program.send({"type": "action", "id": turn["id"], "action": turn["actions"][-1]})
    told = anna.table(welcome["table"])
    assert [seat["kind"] for seat in told["seats"]] == ["person", "agent"]
    assert told["result"]["returns"] == turn["returns"]


@pytest.mark.parametrize("how", ["hangs", "leaves", "lies", "floods"])
def test_a_program_that_misbehaves_loses_its_seat_and_nobody_else_anything(port, how, monkeypatch):
    anna, bert = port.guest("Anna"), port.guest("Bert")
    name, token = make_table(anna)
    other = bert.new_table("connect_four", "me", "me")
    with bot(port, {"token": token}) as program, anna.sit(name) as chair, bert.sit(other) as elsewhere:
        elsewhere.play(0)
        chair.play(3)
        turn = program.wait("turn")
        if how in ("hangs", "leaves"):
            monkeypatch.setattr(port.services, "limits", replace(port.services.limits, bot_seconds=0.5))
        if how == "leaves":
            program.close()
        elif how == "lies":
            program.send({"type": "action", "id": turn["id"], "action": 77})
        elif how == "floods":
            for _ in range(MOST_BAD):
                program.send({"type": "action", "id": turn["id"] + 5, "action": 0})
        reasons = {"lies": "not legal", "floods": "could not be used"}
        result = chair.until(lambda table: table["result"])["result"]
        assert result["code"] == "forfeited"
        assert result["winner"] == 0
        assert reasons.get(how, "did not answer within 0.5 s") in result["reason"]
        if how in ("lies", "floods"):
            assert program.wait("error")
        elsewhere.play(1)
        assert elsewhere.table["ply"] == 2


def test_a_program_comes_back_to_its_seat(port):
    anna = port.guest("Anna")
    name, token = make_table(anna)
    with bot(port, {"token": token}) as program:
        program.wait("welcome")
    with anna.sit(name) as chair:
        chair.play(2)
        with bot(port, {"token": token}) as program:
            turn = program.wait("turn")
            assert [event["name"] for event in turn["events"]] == [chair.table["moves"][0]["name"]]
            program.send({"type": "action", "id": turn["id"] - 1, "action": 0})
            assert program.wait("error")["code"] == "stale"
            program.send({"type": "ping"})
            assert program.receive() == {"type": "pong"}
            program.send({"type": "action", "id": turn["id"], "action": turn["actions"][0]})
            chair.until(lambda table: table["ply"] == 2)


def test_lines_that_cannot_be_read_are_answered(port):
    anna = port.guest("Anna")
    _, token = make_table(anna)
    with bot(port, {"token": token}) as program:
        program.wait("welcome")
        for line in (b"{", b"[" * 5000, b"\xff\xfe", b'{"type":"action","id":1e99}', b"x" * (LONGEST_LINE + 10)):
            program.write(line + b"\n")
            assert program.wait("error")["fatal"] is False
    with bot(port, None) as silent:
        silent.write(b"GET / HTTP/1.1\n")
        assert silent.receive()["fatal"] is True


def test_programs_from_one_address_are_limited(port):
    place = port.services.program_port
    most = port.services.limits.bot_connections_per_address
    opened = [Bot(place, None) for _ in range(most)]
    try:
        wait_until(lambda: port.services.program_connections._by_client.total() == most)
        with bot(port, None) as late:
            assert late.receive()["code"] == "too_many_connections"
    finally:
        for item in opened:
            item.close()
    wait_until(lambda: port.services.program_connections._by_client.total() == 0)


def test_nothing_hidden_reaches_a_program(port):
    """Every byte that a program at a table of cards gets before the end is the same whatever the other holds."""
    anna = port.guest("Anna")
    told = {}
    for _ in range(40):
        name, token = make_table(anna, "kuhn")
        with bot(port, {"token": token, "want": ["state"]}) as program, anna.sit(name) as chair:
            program.wait("welcome")
            cards = [int(card) for card in port.services.tables.live[name].table.state.card]
            chair.my_turn()
            chair.play(1)
            program.wait("turn")
            heard = json.dumps([line for line in program.seen if line["type"] in ("start", "turn")])
            told.setdefault(cards[1], {}).setdefault(heard, set()).add(cards[0])
        if len(told) == 3 and all(set.union(*seen.values()) == {0, 1, 2} - {own} for own, seen in told.items()):
            break
    assert all(len(seen) == 1 for seen in told.values()), told
    assert len({text for seen in told.values() for text in seen}) == 3  # its own card it does see


def test_a_pick_that_is_pending_is_not_told(port):
    anna = port.guest("Anna")
    heard = set()
    for action in (0, 1):
        name, token = make_table(anna, "pennies")
        with bot(port, {"token": token, "want": ["state"]}) as program, anna.sit(name) as chair:
            chair.play(action)
            program.wait("turn")
            heard.add(json.dumps([line for line in program.seen if line["type"] in ("start", "turn")]))
    assert len(heard) == 1


def test_a_websocket_without_text_or_token_is_sent_away(port):
    with connect(f"ws://127.0.0.1:{port.port}/api/bots/ws") as channel:
        channel.send(b"\x00\x01")
        assert json.loads(channel.recv(timeout=PATIENCE))["fatal"] is True
    with connect(f"ws://127.0.0.1:{port.port}/api/bots/ws") as channel:
        channel.send(json.dumps(HELLO))
        assert json.loads(channel.recv(timeout=PATIENCE))["code"] == "bad_token"


def test_malformed_lines_from_many_programs_leave_other_tables_alone(port):
    """The short form of `python tests/site/trials bots`."""
    sys.path.insert(0, str(Path(__file__).parent / "trials"))
    try:
        from bots import pester
    finally:
        sys.path.pop(0)
    anna, bert, place = port.guest("Anna"), port.guest("Bert"), port.services.program_port
    other = bert.new_table("connect_four", "me", "me")
    with bert.sit(other) as chair:
        answered = []

        def new_token():
            return make_table(anna)[1]

        threads = [
            threading.Thread(target=lambda seed=seed: answered.append(pester(place, new_token, 300, seed)))
            for seed in range(3)
        ]
        for thread in threads:
            thread.start()
        for _ in range(6):
            chair.play(0)
        for thread in threads:
            thread.join()
        assert len(answered) == 3
        assert sum(answered) > 0
        assert chair.table["ply"] == 6
        assert chair.table["result"] is None
    with bot(port, {"token": new_token()}) as program:  # the port still works
        assert program.wait("welcome", "error")["type"] == "welcome"
