"""What happened is told in both languages, once everybody may know it."""

from dataclasses import asdict

from ludoteca import games
from ludoteca.core.rng import new_rng
from ludoteca.site.events import Event
from ludoteca.site.replays import tell_replay
from ludoteca.site.table import Table
from ludoteca.site.table_setup import Seat, TableSetup
from ludoteca.site.views import Frame, tell_table


def play_a_turn():
    """A contest until the first turn is over; yields what a rival is told after each action."""
    game, rng = games.load("contest"), new_rng(5)
    options = game.format_setup(game.parse_setup({}))
    seats = tuple(asdict(Seat("person", client)) for client in "abcd")
    table = Table("t", "a", TableSetup("contest", game.info.version, options, 1, seats), game)
    while not any(entry.events for entry in table.log):
        action = game.draw_chance(table.state, rng) if table.mover < 0 else game.legal_actions(table.state)[0]
        picks = table.mover >= 0
        table.apply(Event("play", {"action": action}))
        yield table, picks


def test_a_turn_is_told_when_all_have_picked():
    picked = 0
    for table, picks in play_a_turn():
        picked += picks
        told = tell_table(Frame(1, table, {}, frozenset()), "d")
        if picked < 4:
            assert not any("events" in move for move in told["moves"]), "a pick was told before all had picked"
    events = [move["events"] for move in told["moves"] if "events" in move][-1]
    assert len(events["en"]) == len(events["it"]) >= 1
    assert events["en"] != events["it"]
    steps = tell_replay(table, "d", {})["positions"]
    assert steps[-1]["events"] == events
    assert "events" not in steps[0]
