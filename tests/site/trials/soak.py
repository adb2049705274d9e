"""Games begun, ended and expired by the thousand over one server: memory and file handles must stay flat."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

from server import Person, count_files, hear, serving

AT_ONCE = 8
SAMPLES = 10
GAME = (3, 2, 3, 2, 3, 2, 3)  # columns: the first player has four in a line
KEPT = 5.0  # seconds until a finished game expires


async def play_game(person: Person) -> None:
    table = await asyncio.to_thread(person.new_table, "me", "me")
    async with person.sit(table) as place:
        for ply, column in enumerate(GAME):
            await place.send(json.dumps({"type": "play", "id": ply, "ply": ply, "action": column}))
            told = await hear(place, ply)
            assert told["type"] == "ack", told


def read_memory(process: int) -> int:
    """Kilobytes that are resident."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


async def soak(port: int, process: int, games: int) -> dict[str, Any]:
    people = [Person(port, f"127.0.0.{2 + i}") for i in range(AT_ONCE)]
    samples, begun = [], time.perf_counter()
    for sample in range(SAMPLES):
        for _ in range(games // SAMPLES // AT_ONCE):
            await asyncio.gather(*(play_game(person) for person in people))
        samples.append(
            {
                "games": (sample + 1) * (games // SAMPLES // AT_ONCE) * AT_ONCE,
                "MB": round(read_memory(process) / 1024, 1),
                "files": count_files(process),
                "left": sum(len(person.ask("GET", "/api/mine")) for person in people),
            }
        )
        print(json.dumps(samples[-1]), flush=True)
    return {"samples": samples, "games a second": round(samples[-1]["games"] / (time.perf_counter() - begun), 1)}


def run(port: int, games: int) -> dict[str, Any]:
    day = 86_400.0
    unlimited = [f"{name}=1e9" for name in ("tables_per_hour", "newcomers_per_minute", "connections_per_minute")]
    expiring = [f"finished_days={KEPT / day}", "requests_per_second=1e6", "messages_per_second=1e6", "live_tables=50"]
    with serving(port, *unlimited, *expiring) as process:
        return asyncio.run(soak(port, process, games))
