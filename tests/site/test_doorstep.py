"""New connections of one address come in one after another; nobody else waits for them."""

import asyncio
import socket

import uvicorn

from ludoteca.site.doorstep import LONGEST_WAIT, Queue, guard_doorstep
from ludoteca.site.limits import Limits

CROWD, OTHER = "127.0.0.5", "127.0.0.6"
LIMITS = Limits(arrivals_per_second=1.0, arrivals_at_once=4.0)
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_some_come_in_at_once_the_others_one_after_another():
    queue = Queue(rate=2.0, burst=3.0)
    assert [queue.wait_of("a", 100.0) for _ in range(6)] == [0.0, 0.0, 0.0, 0.5, 1.0, 1.5]
    assert queue.wait_of("b", 100.0) == 0.0
    assert queue.wait_of("a", 200.0) == 0.0


def test_who_would_wait_too_long_is_sent_away_and_does_not_lengthen_the_queue():
    queue = Queue(rate=2.0, burst=1.0)
    waits = [queue.wait_of("a", 50.0) for _ in range(1000)]
    assert sum(wait is not None for wait in waits) == 1 + 2 * LONGEST_WAIT
    assert queue.wait_of("a", 50.5) == LONGEST_WAIT


def test_people_behind_a_proxy_are_not_one_address():
    queue = Queue(rate=1.0, burst=1.0)
    assert {queue.wait_of("127.0.0.1", 0.0) for _ in range(50)} == {0.0}


def test_addresses_are_forgotten(monkeypatch):
    monkeypatch.setattr("ludoteca.site.doorstep.FORGET_AT", 100)
    queue = Queue(rate=1.0, burst=2.0)
    for i in range(1000):
        queue.wait_of(str(i), 10.0 * i)
    assert len(queue._turns) <= 101


async def answer(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"here"})


async def ask(port, address):
    """What comes back; nothing where the connection is closed."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    except OSError:
        return b""
    try:
        writer.write(REQUEST)
        return await reader.read(1000)
    except OSError:
        return b""
    finally:
        writer.transport.abort()


def test_a_flood_waits_and_another_address_does_not():
    async def run():
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            config = uvicorn.Config(answer, http=guard_doorstep(LIMITS), lifespan="off", log_level="critical")
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve([place]))
            port = place.getsockname()[1]
            while not server.started:
                await asyncio.sleep(0.01)
            flood = [asyncio.create_task(ask(port, CROWD)) for _ in range(60)]
            await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)
            waiting = sum(not task.done() for task in flood)
            assert b"here" in await ask(port, OTHER)
            answers = [await asyncio.wait_for(task, 60) for task in flood]
            server.should_exit = True
            await serving
            return waiting, answers

    waiting, answers = asyncio.run(run())
    let_in = sum(b"here" in found for found in answers)
    assert waiting > 0
    assert 4 <= let_in <= 4 + LONGEST_WAIT + 5, "the burst, and who waited"
    assert answers.count(b"") == 60 - let_in, "the others were sent away unread"
