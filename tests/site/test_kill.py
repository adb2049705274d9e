"""`kill -9` of the server in the middle of a hundred games with clocks: after the restart no acknowledged move is
missing, and no clock is wrong by a second."""

import asyncio
import contextlib
import json
import random
import time
from pathlib import Path

import pytest
from house import Program
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ludoteca.site.database import Database
from ludoteca.site.following import apply_change

TABLES = 100
GAMES = (("connect_four", ("me", "me")), ("checkers", ("me", "me")), ("connect_four", ("me", "Easy")))
ONLY = ("--only", "checkers", "--only", "connect_four")  # the others need not be loaded
CLOCK = {"kind": "fischer", "seconds": 1_800, "increment": 3}
SECOND = 1_000  # milliseconds
THOUGHTFUL = 5  # every other table stops after so many moves, and its clock runs on
MOVES_BEFORE = 900  # acknowledged in all, before the server is killed


class Player:
    """Plays at random and writes down what was acknowledged."""

    def __init__(self, port, table, cookie, seed, most=10**6):
        self.url = f"ws://127.0.0.1:{port}/api/tables/{table}/ws"
        self.table, self.cookie, self.rng = table, cookie, random.Random(seed)
        self.acknowledged = {}
        self.waiting = None  # (ply, action) sent, and not acknowledged yet
        self.over = False
        self.most = most  # moves, then it thinks about the next one

    async def play(self, counter):
        headers = {"Cookie": f"ludoteca={self.cookie}"}
        with contextlib.suppress(ConnectionClosed, OSError):
            async with connect(self.url, additional_headers=headers, compression=None) as socket:
                if self.waiting is not None:
                    await self.send(socket)
                async for text in socket:
                    await self.hear(socket, json.loads(text), counter)

    async def hear(self, socket, message, counter):
        if message["type"] == "ack" and self.waiting is not None and message["id"] == self.waiting[0]:
            self.acknowledged[self.waiting[0]] = self.waiting[1]
            self.waiting = None
            counter.append(1)
        elif message["type"] in ("table", "change"):
            if message["type"] == "table":
                self.table_seen = message
            else:
                apply_change(self.table_seen, message)
            seen = self.table_seen
            self.over = seen["result"] is not None
            is_new = seen["ply"] not in self.acknowledged and len(self.acknowledged) < self.most
            if seen["legal"] and self.waiting is None and is_new:
                self.waiting = seen["ply"], self.rng.choice(seen["legal"])["action"]
                await self.send(socket)
        elif message["type"] == "error":
            raise AssertionError(message)

    async def send(self, socket):
        ply, action = self.waiting
        await socket.send(json.dumps({"type": "play", "id": ply, "ply": ply, "action": action}))


async def play_until(players, enough, kill):
    """Let everybody play until so many moves are acknowledged (or all games are over), then kill."""
    counter = []
    tasks = [asyncio.create_task(player.play(counter)) for player in players]
    while len(counter) < enough and not all(player.over for player in players):
        await asyncio.sleep(0.02)
        for task in tasks:
            if task.done():
                task.result()
    kill()
    await asyncio.gather(*tasks)
    return len(counter)


def clock_error(now, before, died):
    """By how many milliseconds the clock of the seat to act is wrong; None where it was not told what came last."""
    same = now["ply"] == before["ply"] and before["clocks"]["at"] is not None and not now["result"]
    if not same or now["clocks"]["at"] is not None:  # an agent's clock runs on at once
        return None
    expected = before["clocks"]["left"][before["mover"]] - (died * SECOND - before["clocks"]["at"])
    return abs(now["clocks"]["left"][now["mover"]] - expected)


@pytest.mark.slow
def test_no_acknowledged_move_is_missing_after_kill_9(database):
    many = ("--limit", "tables_per_client=1000", "--limit", "connections_per_client=1000")
    program = Program(database, *ONLY, *many)
    program.start().wait_for("checkers", "connect_four")
    try:
        guest = program.guest("Anna")
        players = []
        for i in range(TABLES):
            game, seats = GAMES[i % len(GAMES)]
            table = guest.new_table(game, *seats, clock=CLOCK)
            players.append(Player(program.port, table, guest.cookie, i, 10**6 if i % 2 else THOUGHTFUL))
        died = []
        played = asyncio.run(play_until(players, MOVES_BEFORE, lambda: (died.append(time.time()), program.kill())))
        assert played >= MOVES_BEFORE
        assert sum(not player.over for player in players) > TABLES // 2  # it was killed in the middle

        program.start().wait_for("checkers", "connect_four")
        acknowledged = 0
        for player in players:
            moves = guest.table(player.table)["moves"]
            assert [move["ply"] for move in moves] == list(range(len(moves)))
            for ply, action in player.acknowledged.items():
                assert moves[ply]["action"] == action
                acknowledged += 1
        assert acknowledged == played
        wrong = [clock_error(guest.table(player.table), player.table_seen, died[0]) for player in players]
        compared = [error for error in wrong if error is not None]
        assert len(compared) > TABLES // 3
        assert max(compared) < SECOND, sorted(compared)[-5:]
        for player in players:
            player.most = 10**6
        again = asyncio.run(play_until(players, 200, program.stop))  # clients resend what was not acknowledged
        assert again >= 200
    finally:
        program.stop()


@pytest.mark.slow
def test_agents_go_on_after_kill_9(tmp_path):
    """Where an agent was thinking, it is asked again, also if nobody looks."""
    program = Program(f"sqlite:///{tmp_path / 'site.sqlite3'}", *ONLY).start().wait_for("connect_four")
    try:
        guest = program.guest("Anna")
        names = []
        for _ in range(3):
            name = guest.new_table("connect_four", "me", "alphabeta:seconds=3")
            with guest.sit(name) as chair:
                chair.play()
            names.append(name)
        program.kill()
        program.start().wait_for("connect_four")
        guest.http.close()
        watcher = program.guest()
        from house import wait_until

        wait_until(lambda: all(watcher.table(name)["ply"] == 2 for name in names), 60)
    finally:
        program.stop()


OLD = json.loads((Path(__file__).parent / "data" / "site-0.1.0.json").read_text())
"""The rows of a database that a server of version 0.1.0 has written, with twelve games under way."""


OLD_TABLES = """
CREATE TABLE meta (name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name));
CREATE TABLE people (client TEXT NOT NULL, nickname TEXT NOT NULL, PRIMARY KEY (client));
CREATE TABLE tables (id TEXT NOT NULL, maker TEXT NOT NULL, head TEXT NOT NULL, summary TEXT NOT NULL,
    waiting TEXT NOT NULL, updated DOUBLE PRECISION NOT NULL, PRIMARY KEY (id));
CREATE INDEX ix_tables_maker ON tables (maker);
CREATE INDEX ix_tables_waiting ON tables (waiting);
CREATE TABLE events (table_id TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL, PRIMARY KEY (table_id, number), FOREIGN KEY(table_id) REFERENCES tables (id));
CREATE TABLE sittings (client TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (client, table_id),
    FOREIGN KEY(table_id) REFERENCES tables (id))
"""


def write_old(url):
    """Such a database, of either kind, with the tables that version 0.1.0 made."""
    database = Database(url)
    with database.transaction() as transaction:
        for statement in OLD_TABLES.split(";"):
            transaction.run(statement)
        for name, rows in OLD["rows"].items():
            columns = list(rows[0])
            places = ", ".join(f":{column}" for column in columns)
            transaction.execute(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})", rows)
    database.close()


@pytest.mark.slow
def test_a_database_of_version_0_1_0_survives_kill_9_while_it_is_taken_over(database):
    """The first start over the old database is killed, the second in the middle of moves: all of the old moves and
    every acknowledged new one are there."""
    write_old(database)
    program = Program(database, "--only", "connect_four", "--limit", "connections_per_client=1000")
    program.start()
    program.kill()  # whatever it was doing with the database
    try:
        program.start().wait_for("connect_four")
        cookie = OLD["cookie"]
        players = [Player(program.port, table, cookie, i) for i, table in enumerate(OLD["acknowledged"])]
        played = asyncio.run(play_until(players, 60, program.kill))
        assert played >= 60
        program.start().wait_for("connect_four")
        guest = program.guest()
        for player in players:
            moves = [move["action"] for move in guest.table(player.table)["moves"]]
            old = OLD["acknowledged"][player.table]
            assert moves[: len(old)] == old
            assert all(moves[ply] == action for ply, action in player.acknowledged.items())
        timed = guest.new_table("connect_four", "me", "me", clock=CLOCK)  # what the old database had no place for
        assert guest.table(timed)["clocks"]["left"] == [CLOCK["seconds"] * SECOND] * 2
    finally:
        program.stop()
