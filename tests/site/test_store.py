"""The store: every event is there again, in order, whoever else writes; SQLite and PostgreSQL."""

import asyncio
import threading
import time

import pytest
from house import PREPARING, House, new_warming, wait_until

from ludoteca.core.errors import StoreError
from ludoteca.site.database import hide_password
from ludoteca.site.events import Event, Summary
from ludoteca.site.store import Store

SUMMARY = Summary({"seats": [], "ply": 0}, "person", ("anna",))


@pytest.fixture
def store(database):
    opened = Store(database)
    yield opened
    opened.close()


async def add(store, name, maker="anna"):
    await store.add_table(name, maker, {"game": "g"}, SUMMARY)


def test_tables_and_events_come_back_in_order(store, database):
    async def run():
        await add(store, "t")
        for number in range(30):
            await store.append("t", number, [Event("play", {"action": number, "name": "ü'\""})], SUMMARY)
        return await store.load("t")

    maker, head, events = asyncio.run(run())
    assert (maker, head) == ("anna", {"game": "g"})
    assert [event.data["action"] for event in events] == list(range(30))
    again = Store(database)
    assert asyncio.run(again.load("t")) == (maker, head, events)
    assert again.secret == store.secret  # cookies outlive a restart
    again.close()


def test_a_number_that_is_taken_is_refused_and_others_in_the_batch_are_kept(store):
    async def run():
        await asyncio.gather(*(add(store, f"t{i}") for i in range(20)))
        await store.append("t3", 0, [Event("play", {})], SUMMARY)
        work = [store.append(f"t{i}", 0, [Event("play", {})], SUMMARY) for i in range(20)]
        answers = await asyncio.gather(*work, return_exceptions=True)
        loaded = [await store.load(f"t{i}") for i in range(20)]
        return answers, loaded

    answers, loaded = asyncio.run(run())
    assert [i for i, answer in enumerate(answers) if answer is not None] == [3]
    assert isinstance(answers[3], StoreError)
    assert all(len(found[2]) == 1 for found in loaded)


def test_lists(store):
    async def run():
        await add(store, "one")
        await add(store, "two", maker="bert")
        await store.append("two", 0, [Event("play", {})], Summary({}, "agent", ()), seated=())
        await store.name_person("anna", "Anna")
        await store.name_person("anna", "Anna B.")
        return (
            [row[0] for row in await store.list_of("anna")],
            await store.list_waiting(),
            await store.count_open("anna"),
            await store.find_names({"anna", "nobody"}),
            await store.load("three"),
        )

    assert asyncio.run(run()) == (["two", "one"], ["two"], 1, {"anna": "Anna B."}, None)


def test_many_tables_share_a_commit(store, monkeypatch):
    """Hundreds of events at once take far fewer commits than events."""

    async def run():
        await asyncio.gather(*(add(store, f"t{i}") for i in range(300)))
        started = time.monotonic()
        await asyncio.gather(*(store.append(f"t{i}", 0, [Event("play", {})], SUMMARY) for i in range(300)))
        return time.monotonic() - started

    commits, execute = [], store.writer.execute
    monkeypatch.setattr(store.writer, "execute", lambda batch: commits.append(len(batch)) or execute(batch))
    asyncio.run(run())
    assert sum(commits) == 600
    assert len(commits) < 120


def test_a_store_that_closes_lets_who_reads_finish(database):
    """Otherwise a connection would be left open."""
    store = Store(database)
    begun, ended = threading.Event(), []

    def read(transaction):
        begun.set()
        time.sleep(0.3)
        ended.append(transaction.first("SELECT 1"))

    async def run():
        reading = asyncio.ensure_future(store._read(read))
        await asyncio.to_thread(begun.wait)
        await asyncio.to_thread(store.close)
        assert ended == [(1,)]
        await reading
        with pytest.raises(StoreError, match="closed"):
            await store.load("t")

    asyncio.run(run())
    assert store.database._idle == []


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite://", "postgresql://nobody@127.0.0.1:1/none"])
def test_databases_that_cannot_be_used_are_named(url):
    with pytest.raises(StoreError, match="database"):
        Store(url)


def test_a_database_of_another_version_is_refused(tmp_path):
    url = f"sqlite:///{tmp_path / 'site.sqlite3'}"
    store = Store(url)
    with store.database.transaction() as transaction:
        transaction.run("UPDATE meta SET value = '99' WHERE name = 'schema'")
    store.close()
    with pytest.raises(StoreError, match="version 99"):
        Store(url)


def test_every_kind_of_event_comes_back_after_a_restart(database):
    """Play, undo, offers, answers, joining, levels, resigning, rematch: told alike before and after."""
    warming = new_warming("connect_four")
    with House(database, warming) as first:
        wait_until(lambda: warming.ready["connect_four"], PREPARING)
        anna, bert = first.guest("Anna"), first.guest("Bert")
        people = anna.new_table("connect_four", "me", "link")
        bert.join(anna, people)
        with anna.sit(people) as white, bert.sit(people) as black:
            white.play()
            black.my_turn()
            black.play()
            white.my_turn()
            white.ask("undo")
            black.until(lambda table: table["offer"])
            black.ask("answer", kind="undo", accept=True)
            white.until(lambda table: table["ply"] == 0)
            white.play(4)
            black.until(lambda table: table["ply"] == 1)
            black.ask("offer", kind="draw")
        level = anna.new_table("connect_four", "me", "Easy")
        anna.put(f"/api/tables/{level}/seats/1", {"agent": "Intermediate"})
        with anna.sit(level) as chair:
            chair.play()
            chair.my_turn()
            chair.ask("undo")
            chair.until(lambda table: table["ply"] == 0)
            chair.ask("resign")
        rematch = anna.post(f"/api/tables/{level}/rematch").json()["table"]
        names = (people, level, rematch)
        wait_until(lambda: anna.table(rematch)["ply"] == 1)  # the agent begins
        before = {name: anna.table(name) for name in names}
        cookie = anna.cookie
        mine = anna.get("/api/mine").json()
    assert before[people]["offer"] == {"kind": "draw", "seat": 1}
    warming = new_warming("connect_four")
    with House(database, warming) as second:
        wait_until(lambda: warming.ready["connect_four"], PREPARING)
        guest = second.guest()
        guest.http.cookies.set("ludoteca", cookie, domain="127.0.0.1", path="/")
        guest.http.headers["cookie"] = f"ludoteca={cookie}"
        for name in names:
            after = guest.table(name)
            assert after["version"] > before[name]["version"]
            assert {**after, "version": 0} == {**before[name], "version": 0}
        assert guest.get("/api/mine").json() == mine


def test_a_table_that_another_process_has_moved_on_is_loaded_anew(tmp_path):
    """Two servers on one database cannot both write an event: the second is refused and sees what happened."""
    url = f"sqlite:///{tmp_path / 'site.sqlite3'}"
    one, two = new_warming("connect_four"), new_warming("connect_four")
    with House(url, one) as first, House(url, two) as second:
        wait_until(lambda: one.ready["connect_four"] and two.ready["connect_four"], PREPARING)
        anna = first.guest("Anna")
        name = anna.new_table("connect_four", "me", "me")
        twin = second.guest()
        twin.http.headers["cookie"] = f"ludoteca={anna.cookie}"
        assert twin.table(name)["ply"] == 0
        with anna.sit(name) as chair:
            chair.play(3)
        from house import Chair
        from websockets.sync.client import connect

        headers = {"Cookie": f"ludoteca={anna.cookie}"}
        with connect(f"ws://127.0.0.1:{second.port}/api/tables/{name}/ws", additional_headers=headers) as socket:
            late = Chair(socket)
            assert late.ask("play", ply=0, action=5)["code"] == "lab/store"
            assert late.until(lambda table: table["ply"] == 1)["moves"][0]["action"] == 3
            assert late.ask("play", ply=1, action=5)["type"] == "ack"


def test_a_server_that_ended_its_connections_is_asked_anew(postgres):
    store = Store(postgres.new_database())

    async def run():
        await add(store, "t")
        with store.database.transaction() as transaction:
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            transaction.all(f"{others} AND usename = current_user AND datname = current_database()")
        await store.append("t", 0, [Event("play", {})], SUMMARY)
        return await store.load("t")

    assert asyncio.run(run())[2] == [Event("play", {})]
    store.close()


def test_passwords_are_not_told():
    assert hide_password("postgresql://anna:s3cret@host/db") == "postgresql://anna:***@host/db"
    with pytest.raises(StoreError) as refused:
        Store("postgresql://nobody:s3cret@127.0.0.1:1/none")
    assert "s3cret" not in str(refused.value)
