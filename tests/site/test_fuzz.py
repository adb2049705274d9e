"""Nonsense does not bring the server down: whatever the API is sent, and a hundred thousand broken messages."""

import asyncio
import json
import random

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from websockets.asyncio.client import connect

MESSAGES = 100_000
SENDERS = 8


def test_no_request_fails_the_server(house, anna):
    """Requests made up from the OpenAPI description: none is answered by a 5xx."""
    name = anna.new_table("connect_four", "me", "me")
    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{house.port}/api/openapi.json")
    asked = 0

    @settings(max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    def probe(case):
        nonlocal asked
        if "name" in case.path_parameters and asked % 2:
            case.path_parameters["name"] = name
        answer = case.call(headers={"Cookie": f"ludoteca={anna.cookie}"})
        asked += 1
        assert answer.status_code < 500, (case.method, case.path, answer.text)

    operations = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        operations += 1
        given(case=operation.as_strategy())(probe)()
    assert operations >= 13
    assert asked > 200
    assert anna.table(name)["table"] == name


def broken(rng):
    """One message that is not as it should be."""
    kinds = [
        lambda: "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(40))),
        lambda: json.dumps(rng.choice([None, 5, [], {}, "play", {"type": None}, {"type": "playy"}, [[[]]]])),
        lambda: json.dumps({"type": "play", "ply": rng.choice([-1, 1e9, "0", None, True, 0.5]), "action": 1}),
        lambda: json.dumps({"type": "play", "ply": 0, "action": rng.choice(["3", 1e300, [], {}, False, 2**70])}),
        lambda: json.dumps({"type": "play", "ply": 0, "action": rng.choice([99, -7, 2**40])}),
        lambda: json.dumps({"type": "play", "ply": 0, "text": rng.choice(["", "zz", "x" * 150, "\u0000"])}),
        lambda: json.dumps({"type": "why", "attempt": rng.choice([None, 3, {"column": "x" * 50}, {"from": []}])}),
        lambda: json.dumps({"type": "answer", "kind": "draw", "accept": rng.choice([1, "yes", None])}),
        lambda: json.dumps({"type": rng.choice(["think", "offer"]), "agent": {}, "kind": 7}),
        lambda: '{"type":"play","ply":0,"action":' + "[" * rng.randrange(1, 300),
        lambda: '{"type":"play","ply":0,"ply":' + "9" * rng.randrange(1, 400) + "}",
        lambda: json.dumps({"type": "play", "ply": 0, "action": 3})[: rng.randrange(1, 30)],
        lambda: bytes(rng.randrange(256) for _ in range(20)),
        lambda: json.dumps({"type": "think", "agent": "mcts:" + "a=b," * rng.randrange(1, 20)}),
        lambda: '{"type":"play","ply":NaN,"action":Infinity}',
        lambda: json.dumps({"id": rng.choice(["x" * 100, [], 2**80, {}]), "type": "ping"}),
    ]
    return rng.choice(kinds)()


async def pester(port, cookie, name, seed, count):
    """Send broken messages as fast as they are answered; returns how many errors came back."""
    rng = random.Random(seed)
    url = f"ws://127.0.0.1:{port}/api/tables/{name}/ws"
    errors = 0
    async with connect(url, additional_headers={"Cookie": f"ludoteca={cookie}"}, compression=None) as socket:
        assert json.loads(await socket.recv())["type"] == "table"
        for start in range(0, count, 50):
            batch = min(50, count - start)
            for _ in range(batch):
                await socket.send(broken(rng))
            answered = 0
            while answered < batch:
                message = json.loads(await socket.recv())
                answered += message["type"] != "table"
                errors += message["type"] in ("error", "why")
    return errors


@pytest.mark.slow
def test_a_hundred_thousand_broken_messages(house, anna, bert):
    quiet = bert.new_table("connect_four", "me", "me")
    names = [anna.new_table("connect_four", "me", "me") for _ in range(SENDERS)]

    async def run():
        share = MESSAGES // SENDERS
        return await asyncio.gather(*(pester(house.port, anna.cookie, name, i, share) for i, name in enumerate(names)))

    with bert.sit(quiet) as chair:
        assert sum(asyncio.run(run())) == MESSAGES
        assert chair.play()["type"] == "ack"
        assert [message["type"] for message in chair.seen] == ["table", "ack", "change"]
    for name in names:
        with anna.sit(name) as chair:
            assert chair.table["ply"] == 0
            assert chair.play()["type"] == "ack"
