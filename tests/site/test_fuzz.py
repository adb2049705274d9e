"""Nonsense does not bring the server down: whatever the API is sent, and a hundred thousand broken messages."""

import asyncio
import json
import random

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from trials.broken import make_broken
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
                await socket.send(make_broken(rng))
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
