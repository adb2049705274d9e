"""A table by itself: no store behind it, legality computed once a position, and what agents reported."""

import json
import subprocess
import sys
from dataclasses import asdict

import pytest

from ludoteca import games
from ludoteca.lab.record import SearchInfo, parse_record
from ludoteca.site import actions
from ludoteca.site.events import Event
from ludoteca.site.replays import export, tell_replay
from ludoteca.site.table import Table, load_table
from ludoteca.site.table_setup import Seat, TableSetup
from ludoteca.site.views import Frame, write_table
from tiny import kuhn

INFO = {"value": 0.25, "depth": 7, "nodes": 1234, "seconds": 0.5}
BET, PASS = 1, 0


def new_table(game, *clients):
    seats = tuple(asdict(Seat("person", client)) for client in clients)
    options = game.format_setup(game.parse_setup({}))
    return Table("t", clients[0], TableSetup(game.info.name, game.info.version, options, 1, seats), game)


def test_a_table_needs_no_database():
    code = "import sys, ludoteca.site.table, ludoteca.site.views; sys.exit('sqlite3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_legal_actions_are_computed_once_a_position(monkeypatch):
    game = games.load("connect_four")
    asked = []
    original = game.legal_actions
    monkeypatch.setattr(game, "legal_actions", lambda s: asked.append(s.tobytes()) or original(s))
    table = new_table(game, "anna", "bert")
    for ply in range(6):
        client = ("anna", "bert")[ply % 2]
        for looker in ("anna", "bert", "walter"):
            write_table(Frame(1, table, {}, frozenset()), looker)
        table = table.fork(actions.play(table, client, ply, ply % 3, None))
    assert len(asked) == len(set(asked)) == 6


def test_an_illegal_action_in_the_store_is_refused():
    game = games.load("connect_four")
    table = new_table(game, "anna", "bert")
    kept = asdict(table.setup)
    with pytest.raises(Exception, match="not legal here"):
        load_table("t", "anna", kept, [Event("play", {"action": 9})], game)


def test_what_an_agent_reported_is_kept_shown_and_exported():
    game = games.load("connect_four")
    table = new_table(game, "anna", "bert")
    events = [Event("play", {"action": 3}), Event("play", {"action": 3, "evaluation": -0.25, "info": INFO})]
    stored = [Event(kind, json.loads(json.dumps(data))) for kind, data in events]
    table = load_table("t", "anna", asdict(table.setup), stored, game)
    told = tell_replay(table, "anna", {})["positions"]
    assert [step["info"] for step in told] == [None, None, INFO]
    record = parse_record(export(table, "record", {}), game)
    assert record.infos == (None, SearchInfo(**INFO))


def test_what_an_agent_reported_stays_hidden_while_the_game_runs():
    table = new_table(kuhn.GAME, "anna", "bert")
    for action in (0, 1):  # the deal
        table.apply(Event("play", {"action": table.legal_actions()[action]}))
    table.apply(Event("play", {"action": BET, "info": INFO}))
    for client in ("anna", "bert", "walter"):
        seen = json.dumps(tell_replay(table, client, {})) + write_table(Frame(1, table, {}, frozenset()), client)
        assert "1234" not in seen
    table.apply(Event("play", {"action": PASS}))
    assert table.result is not None
    assert [step["info"] for step in tell_replay(table, "bert", {})["positions"]] == [None, INFO, None]
