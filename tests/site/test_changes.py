"""Changes: whoever follows them has exactly the table that somebody who comes later is sent whole."""

import copy
import json
from dataclasses import asdict
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca import games
from ludoteca.protocol import CHANCE
from ludoteca.site.changes import write_change
from ludoteca.site.events import Event
from ludoteca.site.following import Gap, apply_change
from ludoteca.site.live import KEPT, Connection, Live
from ludoteca.site.moves import TAIL, tell_moves
from ludoteca.site.patches import apply_patch, find_patch
from ludoteca.site.replays import tell_replay
from ludoteca.site.table import Table
from ludoteca.site.table_setup import Seat, TableSetup
from ludoteca.site.views import Frame, tell_table
from tiny import dice_race, kuhn, pennies

ROW = ("number", "ply", "seat", "name", "action", "chance", "events")
GAMES = {game.info.name: game for game in (kuhn.GAME, pennies.GAME, dice_race.GAME)}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


def new_table(game, *clients, options=None):
    seats = tuple(asdict(Seat("person", client)) for client in clients)
    full = game.format_setup(game.parse_setup(options or {}))
    return Table("t", clients[0], TableSetup(game.info.name, game.info.version, full, 1, seats), game)


def play_at_random(table, seed, most, undo=False):
    """Tables one after another: by single actions, by moves with their chance, and now and then one is taken back."""
    rng = np.random.default_rng(seed)
    yield table
    while table.result is None and table.log.count < most:
        if table.mover == CHANCE:
            event = table.next_chance()
        elif undo and table.ply > 3 and rng.integers(6) == 0:
            event = Event("undo", {"to": int(table.ply - rng.integers(1, 4))})
        else:
            legal = table.legal_actions()
            event = Event("play", {"action": legal[rng.integers(len(legal))]})
        table = table.fork(event)
        if rng.integers(2):
            table.draw_chance()
        yield table
    if table.result is None:
        yield table.fork(Event("resign", {"seat": 0}))


def frames_of(tables):
    return [
        Frame(version, table, {}, frozenset({"a"} if version % 3 else set())) for version, table in enumerate(tables)
    ]


def plain(table):
    """Without what rows of changes have more, and what was known before the tail of a whole table."""
    told = copy.deepcopy(table)
    rows = [{key: row[key] for key in ROW if key in row} for row in told["moves"]][-TAIL:]
    last = told["last"] and {key: value for key, value in told["last"].items() if key != "steps"}
    return told | {"moves": rows, "moves_from": told["count"] - len(rows), "last": last}


@pytest.mark.parametrize("name", [*GAMES, "connect_four", "checkers", "hanabi", "contest", "dicewars"])
@pytest.mark.parametrize("shared", [False, True])
def test_who_follows_changes_has_the_whole_table(name, shared):
    game = GAMES.get(name) or games.load(name)
    seats = game.seats(game.start())
    clients = ["a"] * seats if shared else list("abcdefgh"[:seats])
    for seed in range(2):
        undo = game.info.allows_undo
        frames = frames_of(play_at_random(new_table(game, *clients), seed, TAIL + 20, undo))
        for client in {*clients, "watcher"}:
            held = tell_table(frames[0], client)
            for before, after in pairwise(frames):
                apply_change(held, json.loads(write_change(before, after, client)))
                assert plain(held) == plain(tell_table(after, client)), (name, client, seed, after.version)


def test_a_gap_is_noticed():
    frames = frames_of(play_at_random(new_table(games.load("connect_four"), "a", "b"), 1, 5))
    held = tell_table(frames[0], "a")
    with pytest.raises(Gap):
        apply_change(held, json.loads(write_change(frames[1], frames[2], "a")))


@given(JSON, JSON)
@settings(max_examples=300, deadline=None)
def test_a_patch_makes_the_new_value_out_of_the_old(before, after):
    before, after = {"x": before}, {"x": after}
    assert json.dumps(apply_patch(copy.deepcopy(before), find_patch(before, after)), sort_keys=True) == json.dumps(
        after, sort_keys=True
    )
    assert find_patch(after, after) == []


# --- who was away ----------------------------------------------------------------------------------------------------


def live_game(moves):
    table = new_table(games.load("connect_four"), "a", "b")
    live = Live(table, {})
    versions = [live.frame.version]
    for move in range(moves):
        if move % 6 == 0:
            live.table = live.table.fork(Event("play", {"action": live.table.legal_actions()[0]}))
        live.changed()
        versions.append(live.frame.version)
    return live, versions


def test_who_was_away_gets_the_changes_since_then_or_the_whole_table():
    live, versions = live_game(KEPT + 4)
    cases = {versions[-1]: [], versions[-2]: ["change"], versions[-4]: ["change"] * 3, versions[1]: ["table"]}
    for version, kinds in {**cases, 12: ["table"], versions[-1] + 5: ["table"]}.items():
        told = [json.loads(text)["type"] for text in live.write_news(Connection("a", "", version))]
        assert told == kinds
    connection = Connection("a")
    assert [json.loads(text)["type"] for text in live.write_news(connection)] == ["table"]
    assert live.write_news(connection) == []
    connection.go_back(versions[-3])
    assert len(live.write_news(connection)) == 2


def test_a_table_that_was_read_anew_is_sent_whole():
    live, versions = live_game(3)
    live.replace(new_table(live.table.game, "a", "b"))
    assert live.frame.version > versions[-1]
    (text,) = live.write_news(Connection("a", "", versions[-1]))
    assert json.loads(text)["type"] == "table"


# --- what does not grow with the game ---------------------------------------------------------------------------------


def long_game():
    *_, table = play_at_random(new_table(games.load("dicewars"), *"abcd"), 1, 2 * TAIL)
    assert table.log.count > TAIL
    return table


def test_a_move_sends_as_much_late_in_the_game_as_early():
    tables = list(play_at_random(new_table(games.load("dicewars"), *"abcd"), 1, 2 * TAIL))
    frames = frames_of(tables)
    sizes = [len(write_change(*pair, "watcher")) for pair in pairwise(frames)]
    half = len(sizes) // 2
    assert sum(sizes[half:]) < 2 * sum(sizes[:half])
    whole = [len(json.dumps(tell_table(frame, "watcher"))) for frame in frames[-3:]]
    assert max(whole) < 4 * len(json.dumps(tell_table(frames[TAIL], "watcher")))


def test_earlier_moves_and_positions_come_in_pages():
    table = long_game()
    count = table.log.count
    pages = [tell_moves(table, "a", start, 50) for start in range(0, count, 50)]
    rows = [row for page in pages for row in page["moves"]]
    assert [row["number"] for row in rows] == list(range(1, count + 1))
    assert tell_moves(table, "a", count + 7, 50)["moves"] == []
    whole, some = tell_replay(table, "a", {}, 0, 200), tell_replay(table, "a", {}, 60, 20)
    assert [step["number"] for step in some["positions"]] == list(range(60, 80))
    assert positions_of(whole)[60:80] == positions_of(some)
    assert tell_replay(table, "a", {}, count + 1, 5)["positions"] == []


def positions_of(replay):
    """Every position whole."""
    shown, positions = None, []
    for step in replay["positions"]:
        shown = step["position"] if "position" in step else apply_patch(copy.deepcopy(shown), step["patch"])
        positions.append(json.loads(json.dumps(shown)))
    return positions


def test_any_past_position_is_near_a_kept_one(monkeypatch):
    table = long_game()
    game, played = table.game, []
    original = game.play
    monkeypatch.setattr(game, "play", lambda *given: played.append(1) or original(*given))
    s = game.start(table.setup.options)
    for ply, entry in enumerate(table.log):
        if ply % 37 == 0:
            played.clear()
            assert table.state_at(ply).tobytes() == s.tobytes()
            assert len(played) < 32
        original(s, entry.action)
