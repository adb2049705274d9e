"""Contests: what a seat is told, hints, analyses, search trees and advice included, never depends on picks that it may
not know: those of this turn, and for good those of a contestant who was too nervous to perform."""

import json
from dataclasses import asdict, replace
from itertools import pairwise

import pytest
from house import PREPARING, House, new_warming, wait_until

from ludoteca.games import load
from ludoteca.games.contest.levels import THESIS
from ludoteca.site import actions, adviser, messages, setup
from ludoteca.site.advice import tell_analysis, tell_hint
from ludoteca.site.changes import write_change
from ludoteca.site.events import Event
from ludoteca.site.moves import tell_moves
from ludoteca.site.replays import tell_replay
from ludoteca.site.table import Table
from ludoteca.site.table_setup import Seat, TableSetup
from ludoteca.site.thinking import Job, Thinking
from ludoteca.site.views import Frame, tell_table

GAME = load("contest")
CLIENTS = ("anna", "bert", "carl", "dora", "walter")  # four seats, and a watcher
SPECS = {
    "the page's adviser": "mcts:reward=win,chance=open,exploration=0.5,iterations=150,snapshot=200",
    "the thesis's program": f"{THESIS},iterations=150,snapshot=60",
    "information sets": "ismcts:iterations=100,snapshot=60",
}
ATTRACT = 0  # Macy's move that makes others nervous


def new_table(played):
    """People at all seats who agreed to think."""
    seats = tuple(asdict(Seat("person", client)) for client in CLIENTS[:4])
    options = GAME.format_setup(GAME.parse_setup({"mode": "game"}))
    table = Table("t", "anna", TableSetup("contest", GAME.info.version, options, 1, seats, (), True), GAME)
    for action in played:
        table.apply(Event("play", {"action": action}))
    return table


def list_frames(played):
    """The table before the first action and after each."""
    table, frames = new_table([]), []
    for version, action in enumerate([*played, None]):
        frames.append(Frame(version, table, {}, frozenset(CLIENTS)))
        table = table if action is None else table.fork(Event("play", {"action": action}))
    return frames


def everything(played, client):
    """All that a client gets: the table whole, as changes, its moves, its replay, reasons."""
    frames = list_frames(played)
    table = frames[-1].table
    told = [tell_table(frames[-1], client), tell_replay(table, client, {}), tell_moves(table, client, 0, 500)]
    told += [json.loads(write_change(*pair, client)) for pair in pairwise(frames)]
    return json.dumps([*told, actions.explain(table, client, {"place": 1})])


def think(played, spec):
    """Hint, analysis and tree of the seat that is to pick."""
    table = new_table(played)
    view = actions.require_analysis(table, CLIENTS[table.mover])
    job = Job("t", GAME, spec, view, 1, 30.0)
    thinking = Thinking(1, 1)
    try:
        thinking.decisions.put(job)
        decision = job.answer.result(60)
        tree = job.watch.snapshot(200)
    finally:
        thinking.close()
    decision = replace(decision, analysis=replace(decision.analysis, seconds=0.0))
    hint = tell_hint(GAME, view, table.mover, table.ply, decision)
    return json.dumps([hint, tell_analysis(GAME, view, table.ply, spec, decision.analysis, tree, 1.0)])


def same(tell, *worlds):
    return len({tell(world) for world in worlds}) == 1


def nervous_turn(plumys_pick):
    """A turn in which Macy makes Plumy nervous, so that Plumy's pick is never shown."""
    played = [2, 1, ATTRACT, plumys_pick]
    s = GAME.start(mode="game")
    for action in played:
        GAME.play(s, action)
    while GAME.mover(s) < 0:
        shown = {action: GAME.show_action(s, action) for action in GAME.legal_actions(s)}
        played.append(next((action for action, told in shown.items() if told.get("nervous") == [3]), min(shown)))
        GAME.play(s, played[-1])
    return played


@pytest.mark.parametrize("client", ["bert", "walter"])
def test_picks_of_this_turn_are_secret(client):
    assert same(lambda world: everything(world, client), [0], [1], [3])
    assert not same(lambda world: everything(world, "anna"), [0], [1]), "the test can tell picks apart"


@pytest.mark.parametrize("client", ["anna", "walter"])
def test_what_a_nervous_contestant_had_picked_stays_secret(client):
    worlds = [nervous_turn(pick) for pick in (0, 1, 3)]
    assert same(lambda world: everything(world, client), *worlds)
    assert same(lambda world: everything([*world, 1], client), *worlds)
    assert not same(lambda world: everything(world, "dora"), *worlds[:2])


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_searches_know_no_more_than_their_seat(spec):
    assert same(lambda world: think(world, spec), [0, 2, 1], [3, 2, 1], [0, 1, 3])
    assert same(lambda world: think(world, spec), *(nervous_turn(pick) for pick in (0, 3)))
    assert not same(lambda world: think(world, spec), nervous_turn(0), [0, 2, 1])


def test_the_adviser_knows_no_more_than_its_seat():
    """It has no tables: what was entered of the others' picks must change nothing for one's own seat."""

    def view_of(seat):
        return lambda played: adviser.view_of(
            GAME, messages.Advice(options={"mode": "game"}, actions=played, seat=seat)
        ).tobytes()

    assert same(view_of(3), [], [0, 2, 1], [3, 1, 0])
    assert same(view_of(1), *(nervous_turn(pick) for pick in (0, 1, 3)))


# --- over the wire ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    file = tmp_path_factory.mktemp("contest") / "site.sqlite3"
    warming = new_warming("contest")
    with House(f"sqlite:///{file}", warming) as running:
        wait_until(lambda: warming.is_complete("contest"), PREPARING)
        yield running


def test_over_the_wire_an_analysis_is_the_same_whatever_another_person_picked(house, monkeypatch):
    monkeypatch.setattr(setup, "_draw_seed", lambda game: 7)
    anna, bert = house.guest("Anna"), house.guest("Bert")
    answers = []
    for pick in (0, 3):
        name = anna.new_table("contest", "me", "link", "Console", "Console", think=True)
        bert.join(anna, name)
        with anna.sit(name) as first, bert.sit(name) as second:
            first.my_turn()
            first.play(pick)
            second.my_turn()
            assert second.ask("think", agent=SPECS["the page's adviser"])["type"] == "ack"
            told = second.wait(lambda message: message["type"] == "analysis" and message["done"])
            named = first.table["moves"][0]["name"]
            assert named in {"Counter", "Destiny Bond"}
            rows = [row for seen in second.seen for row in seen.get("moves", []) if row["seat"] == 0]
            assert rows
            assert all(row["name"] is None and row["action"] is None for row in rows)
            answers.append(json.dumps(told))
    assert answers[0] == answers[1]
