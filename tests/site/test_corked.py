"""Messages that are written at the same time leave in one packet."""

import asyncio

from ludoteca.site.corked import CorkedTransport


class Wire:
    def __init__(self):
        self.packets = []

    def write(self, data):
        self.packets.append(data)

    def close(self):
        self.packets.append("closed")

    def is_closing(self):
        return "closed" in self.packets


def run(work):
    async def inside():
        wire = Wire()
        await work(CorkedTransport(wire, asyncio.get_running_loop()), wire)
        return wire.packets

    return asyncio.run(inside())


def test_what_is_written_at_once_is_one_packet_in_order():
    async def write(corked, wire):
        corked.write(b"ack ")
        corked.write(b"change")
        assert wire.packets == []
        await asyncio.sleep(0)
        corked.write(b"later")
        await asyncio.sleep(0)

    assert run(write) == [b"ack change", b"later"]


def test_closing_sends_what_was_held_first():
    async def write(corked, wire):
        corked.write(b"goodbye")
        corked.close()
        assert corked.is_closing()
        await asyncio.sleep(0)

    assert run(write) == [b"goodbye", "closed"]
