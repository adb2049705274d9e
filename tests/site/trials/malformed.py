"""Broken messages as fast as the server answers them; people at other tables must not notice."""

import asyncio
import json
import random
import time
from typing import Any

from broken import make_broken
from server import Person, Players, percentile, serving

SENDERS = 8
BATCH = 50


async def pester(person: Person, table: str, count: int, seed: int) -> int:
    """How many broken messages were answered by an error."""
    rng, errors = random.Random(seed), 0
    async with person.sit(table) as place:
        await place.recv()
        for start in range(0, count, BATCH):
            batch = min(BATCH, count - start)
            for _ in range(batch):
                await place.send(make_broken(rng))
            answered = 0
            while answered < batch:
                told = json.loads(await place.recv())["type"]
                answered += told in ("error", "why")
            errors += answered
    return errors


async def storm(port: int, messages: int) -> dict[str, Any]:
    sender = Person(port)
    tables = [sender.new_table("me", "me") for _ in range(SENDERS)]
    players = Players(port, "127.0.0.2", "127.0.0.3")
    begun = time.perf_counter()
    share = messages // SENDERS
    errors = await asyncio.gather(*(pester(sender, table, share, i) for i, table in enumerate(tables)))
    seconds = time.perf_counter() - begun
    played = await asyncio.to_thread(players.end)
    untouched = all(sender.ask("GET", f"/api/tables/{table}")["ply"] == 0 for table in tables)
    return {
        "messages": share * SENDERS,
        "answered by errors": sum(errors),
        "a second": round(share * SENDERS / seconds),
        "moves of others meanwhile": len(played.waits),
        "p99 of a move, ms": round(percentile(played, 0.99), 1),
        "tables untouched": untouched,
    }


def run(port: int, messages: int) -> dict[str, Any]:
    unlimited = [f"{name}=1e9" for name in ("messages_per_second", "messages_per_address", "bytes_per_address")]
    with serving(port, *unlimited):
        return asyncio.run(storm(port, messages))
