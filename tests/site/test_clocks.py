"""Clocks: kept by the server, right after a restart, claimed by the server, budgets for agents."""

import time
from dataclasses import asdict

import pytest
from house import GENEROUS, House, new_warming, wait_until

from ludoteca import games
from ludoteca.site.clock import AWAY, Clock, open_clock, running_seat
from ludoteca.site.database import Database
from ludoteca.site.events import Event
from ludoteca.site.limits import Limits
from ludoteca.site.table import Table, load_table
from ludoteca.site.table_setup import Seat, TableSetup
from tiny import dice_race, kuhn

FISCHER = {"kind": "fischer", "seconds": 60, "increment": 5}
DAYS = {"kind": "days", "days": 3}
DAY = 86_400_000
FOUR = games.load("connect_four")
HANABI = games.load("hanabi")


def new_table(clock, game=FOUR, seats=None, **options):
    seats = seats or (Seat("person", "anna"), Seat("person", "bert"))
    full = game.format_setup(game.parse_setup(options))
    kept = tuple(asdict(seat) for seat in seats)
    return Table("t", "anna", TableSetup(game.info.name, game.info.version, full, 1, kept, clock=clock), game)


def step(table, clock, event, now, is_present=True):
    """What `TableService.commit` does."""
    event = clock.stamp(event, now)
    after = table.fork(event)
    return after, clock.follow(after, event, is_present, now)


def play(action):
    return Event("play", {"action": action})


# --- one clock -------------------------------------------------------------------------------------------------------


def test_time_runs_from_the_first_move_and_each_move_adds_the_increment():
    table = new_table(FISCHER)
    clock = open_clock(table, None, 0.0)
    assert clock.seat == -1
    table, clock = step(table, clock, play(3), 100.0)
    assert (clock.seat, clock.left) == (1, (60_000, 60_000))  # the first move is free
    assert clock.due() == 160.0
    table, clock = step(table, clock, play(3), 110.0)
    assert (clock.seat, clock.left) == (0, (60_000, 55_000))
    table, clock = step(table, clock, Event("offer", {"kind": "draw", "seat": 0}), 115.0)
    assert clock.remaining(118.0) == 52_000  # an offer does not stop it
    table, clock = step(table, clock, play(3), 120.0)
    assert clock.left == (55_000, 55_000)
    assert table.clocks == [55_000, 55_000]


def test_days_are_given_anew_for_each_move():
    table = new_table(DAYS)
    clock = open_clock(table, None, 0.0).look(True, 0.0)
    assert clock.seat == 0  # it is somebody's turn from the beginning
    table, clock = step(table, clock, play(3), 90_000.0)
    assert clock.left == (3 * DAY, 3 * DAY)
    assert clock.budget(90_000.0) == float("inf")
    assert clock.look(False, 90_001.0) is clock  # days run on, whoever is there


def test_nobodys_time_runs_while_a_seat_is_open():
    seats = Seat("person", "anna"), Seat("open", key="k")
    table = new_table(DAYS, seats=seats)
    clock = open_clock(table, None, 0.0).look(True, 0.0)
    assert running_seat(table) == -1
    table, clock = step(table, clock, Event("join", {"seat": 1, "client": "bert"}), 50.0)
    assert (clock.seat, clock.anchor) == (0, 50.0)


def test_a_lost_connection_stops_the_clock_for_so_long_and_no_longer():
    table = new_table(FISCHER)
    table, clock = step(table, open_clock(table, None, 0.0), play(3), 0.0)
    clock = clock.look(False, 10.0)
    assert clock.anchor is None
    assert clock.told == {"left": [60_000, 50_000], "at": None}
    assert clock.due() == 10.0 + AWAY
    back = clock.look(True, 22.0)
    assert (back.remaining(22.0), back.away[1]) == (50_000, AWAY - 12)
    gone = back.look(False, 30.0)
    assert gone.look(False, 30.0 + AWAY - 12.1).anchor is None
    late = gone.look(False, 30.0 + AWAY - 12)
    assert late.anchor == 30.0 + AWAY - 12  # it goes on, although nobody is there
    assert late.look(False, 99.0) is late
    assert late.is_out(late.anchor + 43)


def test_what_is_taken_back_does_not_give_time_back():
    table = new_table(FISCHER)
    table, clock = step(table, open_clock(table, None, 0.0), play(3), 0.0)
    table, clock = step(table, clock, play(3), 20.0)
    table, clock = step(table, clock, Event("undo", {"to": 1}), 30.0)
    assert (clock.seat, clock.left) == (1, (50_000, 45_000))


def test_an_agent_gets_a_share_of_what_is_left():
    clock = Clock(FISCHER, (60_000, 60_000), 1, 0.0)
    assert clock.budget(0.0) == pytest.approx(60 / 20 + 4)
    assert clock.budget(59.9) == pytest.approx(0.05)
    assert Clock({**FISCHER, "increment": 0}, (60_000, 1_000), 1, 0.0).budget(0.0) == pytest.approx(0.05)


# --- who runs out ----------------------------------------------------------------------------------------------------


def test_who_runs_out_loses_by_the_rule_of_the_game():
    table = new_table(FISCHER).fork(play(3)).fork(Event("timeout", {"seat": 1, "clocks": [60_000, 0]}))
    assert table.result["winner"] == 0
    assert (table.result["code"], table.result["seat"], table.result["returns"]) == ("timeout", 1, [1.0, -1.0])
    race = new_table(FISCHER, dice_race.GAME)
    race.draw_chance()
    race = race.fork(Event("timeout", {"seat": race.mover, "clocks": [1, 1]}))
    assert race.result["code"] == "timeout"


def test_a_team_that_runs_out_keeps_its_score():
    table = new_table(FISCHER, HANABI, deck="r1 r1 r2 y1 g1 b1 w1 r2 y1 g2")
    table.draw_chance()
    table = table.fork(Event("play", {"action": HANABI.parse_action(table.view(0), "play-1")}))
    score = HANABI.returns(table.state)[0]
    assert score > 0
    table = table.fork(Event("timeout", {"seat": 1, "clocks": [1, 0]}))
    assert table.result["score"] == score
    assert table.result["winner"] is None


def test_a_game_may_say_otherwise():
    class Strict(type(kuhn.GAME)):
        def out_of_time(self, s, seat):
            return [0.0, 0.0]

    game = Strict.__new__(Strict)
    game.__dict__.update(kuhn.GAME.__dict__)
    table = new_table(FISCHER, game)
    table.apply(Event("timeout", {"seat": 0, "clocks": [0, 1]}))
    assert table.result["returns"] == [0.0, 0.0]


def test_a_table_from_the_store_has_the_same_clocks():
    table = new_table(FISCHER)
    events = [play(3), Event("play", {"action": 3, "clocks": [60_000, 41_000]})]
    loaded = load_table("t", "anna", asdict(table.setup), events, FOUR)
    assert loaded.clocks == [60_000, 41_000]
    old = {key: value for key, value in asdict(table.setup).items() if key not in ("clock", "public", "chat", "rated")}
    assert load_table("t", "anna", old, [play(3)], FOUR).clocks is None  # a table of version 0.1.0


# --- on a server -----------------------------------------------------------------------------------------------------


@pytest.fixture
def short(monkeypatch):
    """Clocks of a second, which nobody may ask for."""

    def shorten(seconds):
        clock = {"kind": "fischer", "seconds": seconds, "increment": 0}
        monkeypatch.setattr("ludoteca.site.setup._plan_clock", lambda wish: clock)

    return shorten


def test_the_server_claims_the_time(anna, bert, short):
    short(1)
    name = anna.new_table("connect_four", "me", "link")
    bert.join(anna, name)
    with anna.sit(name) as first, bert.sit(name) as second:
        assert first.table["clock"] == {"kind": "fischer", "seconds": 1, "increment": 0}
        assert first.table["clocks"] == {"left": [1_000, 1_000], "at": None}
        first.play(3)
        assert "clocks" in first.seen[-1]
        second.my_turn()
        final = second.until(lambda table: table["result"])
        assert (final["result"]["code"], final["result"]["seat"]) == ("timeout", 1)
        assert final["clocks"] == {"left": [1_000, 0], "at": None}
        assert second.ask("play", ply=1, action=3)["code"] == "game_over"


def test_nothing_is_said_of_clocks_where_there_is_none(anna):
    name = anna.new_table("connect_four", "me", "me")
    with anna.sit(name) as chair:
        chair.play()
        assert all("clock" not in word for message in chair.seen for word in message)


def test_an_agent_plays_within_its_time(anna, short):
    short(2)
    name = anna.new_table("connect_four", "me", "mcts:seconds=8")
    with anna.sit(name) as chair:
        for _ in range(3):
            chair.my_turn()
            chair.play()
        table = chair.my_turn()
        assert table["result"] is None
        assert 0 < table["clocks"]["left"][1] < 2_000


def test_a_clock_stands_still_while_its_player_is_away(anna, bert):
    name = anna.new_table("connect_four", "me", "link", clock={"kind": "fischer", "seconds": 60, "increment": 0})
    bert.join(anna, name)
    with anna.sit(name) as first:
        first.play(3)
        assert first.table["clocks"]["at"] is None  # Bert is not there yet
        with bert.sit(name):
            first.until(lambda table: table["clocks"]["at"] is not None)
        left = first.until(lambda table: table["clocks"]["at"] is None)["clocks"]["left"][1]
        assert left < 60_000


@pytest.mark.parametrize(
    "wish",
    [
        {"kind": "sand"},
        {"kind": "fischer", "seconds": 1},
        {"kind": "fischer", "seconds": 10**9},
        {"kind": "fischer", "seconds": 60, "increment": -1},
        {"kind": "days", "days": 0},
        {"kind": "days", "days": 400},
        {"kind": "fischer", "seconds": 60.5},
        "5+3",
        [],
    ],
)
def test_clocks_that_nobody_may_have_are_refused(anna, wish):
    seats = [{"kind": "me"}, {"kind": "me"}]
    answer = anna.post("/api/tables", {"game": "connect_four", "seats": seats, "clock": wish})
    assert answer.status_code == 422
    agents = [{"kind": "agent", "agent": "Easy"}] * 2
    watched = anna.post("/api/tables", {"game": "connect_four", "seats": agents, "clock": DAYS})
    assert watched.json()["error"]["code"] == "clock_people"


def test_clocks_go_on_after_a_restart_from_where_they_stood(tmp_path):
    """The first server dies without a word; the second counts neither the time between nor what it took to start."""
    url = f"sqlite:///{tmp_path / 'site.sqlite3'}"
    warming = new_warming("connect_four")
    with House(url, warming, Limits(**GENEROUS)) as house:
        wait_until(lambda: warming.ready["connect_four"], 900)
        anna = house.guest("Anna")
        short = anna.new_table("connect_four", "me", "me", clock={"kind": "fischer", "seconds": 600, "increment": 0})
        long = anna.new_table("connect_four", "me", "me", clock=DAYS)
        cookie = anna.cookie
        for name in (short, long):
            with anna.sit(name) as chair:
                chair.play()
    died = time.time() - 5_000
    database = Database(url)
    with database.transaction() as transaction:  # as if it had died then, 100 s after the last moves
        rows = {"remaining": 500_000.0, "since": died - 100, "short": short, "long": long, "died": died}
        transaction.execute("UPDATE tables SET updated = :died", [rows])
        transaction.execute("UPDATE clocks SET remaining = :remaining, since = :since WHERE table_id = :short", [rows])
        transaction.execute("UPDATE clocks SET since = :since WHERE table_id = :long", [rows])
        transaction.execute("INSERT INTO meta VALUES ('alive', :alive) ON CONFLICT (name) DO UPDATE SET value = :alive",
                            [{"alive": repr(died)}])  # fmt: skip
    database.close()
    warming = new_warming("connect_four")
    with House(url, warming, Limits(**GENEROUS)) as house:
        wait_until(lambda: warming.ready["connect_four"], 900)
        guest = house.guest()
        guest.http.cookies.clear()
        guest.http.cookies.set("ludoteca", cookie)
        told = guest.table(short)["clocks"]
        assert told == {"left": [600_000, 400_000], "at": None}  # it waits for its player
        with guest.sit(short) as chair:
            assert chair.until(lambda table: table["clocks"]["at"] is not None)["clocks"]["left"][1] == 400_000
        kept = guest.table(long)["clocks"]
        assert kept["at"] is not None
        assert abs(kept["left"][1] - (3 * DAY - 100_000)) < 1_000 * 60
