"""Nothing that the site tells of a contest gives away a pick before it is performed: not positions, moves, stage, steps
or replays; the pick of a contestant that was too nervous is not told while the contest runs."""

import json
from dataclasses import asdict
from itertools import pairwise

import pytest

from ludoteca.games.contest.game import GAME
from ludoteca.protocol import CHANCE
from ludoteca.site.changes import write_change
from ludoteca.site.events import Event
from ludoteca.site.moves import tell_moves
from ludoteca.site.replays import tell_replay
from ludoteca.site.table import Table
from ludoteca.site.table_setup import Seat, TableSetup
from ludoteca.site.views import Frame, tell_table

CLIENTS = ("anna", "bert", "carla", "dora", "walter")  # four seats, and a watcher
LINEUP = "Betta, Speranza, Macy, Plumy"
ATTRACT = 0  # Macy's move that makes those behind nervous; Plumy performs last in the first turn


def new_table(actions):
    seats = tuple(asdict(Seat("person", client)) for client in CLIENTS[:4])
    options = GAME.format_setup(GAME.parse_setup({"contestants": LINEUP}))
    table = Table("t", "anna", TableSetup("contest", GAME.info.version, options, 1, seats), GAME)
    for action in actions:
        table.apply(Event("play", {"action": action}))
    return table


def frame(table, version=1):
    return Frame(version, table, {}, frozenset(CLIENTS))


def everything(actions, client):
    """The whole table, its replay, its moves, and what was sent move by move."""
    table = new_table(actions)
    frames = [frame(new_table(actions[:ply]), ply) for ply in range(len(actions) + 1)]
    sent = [json.loads(write_change(*pair, client)) for pair in pairwise(frames)]
    told = tell_table(frame(table), client), tell_replay(table, client, {}), tell_moves(table, client, 0, 500)
    return json.dumps([*told, sent])


def same_for(client, *worlds):
    return len({everything(actions, client) for actions in worlds}) == 1


@pytest.mark.parametrize("seat", range(3))
def test_a_pick_is_told_to_its_owner_only(seat):
    """Everybody has picked up to this seat; its pick differs. The fourth pick is performed at once."""
    worlds = [(*[2, 1, 1][:seat], pick) for pick in range(4)]
    for client in CLIENTS:
        assert same_for(client, *worlds) == (client != CLIENTS[seat])


def play_nervous(pick):
    """The first turn, in which Plumy picks `pick` and is too nervous to show it; then the picks of the next turn."""
    actions = [2, 2, ATTRACT, pick]
    s = GAME.start(contestants=LINEUP)
    for action in actions:
        GAME.play(s, action)
    while GAME.mover(s) == CHANCE:
        legal = GAME.legal_actions(s)
        actions.append(max(legal) if s.phase == 2 else legal[0])
        GAME.play(s, actions[-1])
    return actions


def test_what_a_nervous_contestant_had_picked_is_not_told():
    worlds = [play_nervous(pick) for pick in range(4)]
    table = new_table(worlds[0])
    assert any(step["type"] == "too_nervous" for entry in table.log for step in entry.steps)
    for client in CLIENTS:
        assert same_for(client, *worlds) == (client != "dora")


def test_what_was_performed_is_told_to_everybody():
    worlds = [[2, 1, 1, pick] for pick in (1, 2)]
    for client in CLIENTS:
        assert not same_for(client, *worlds)


def test_stage_and_steps_reach_every_client():
    table = new_table([2, 1, 1, 1])
    for client in CLIENTS:
        told = tell_table(frame(table), client)
        assert [who["name"] for who in told["stage"]["contestants"]] == LINEUP.split(", ")
        assert [step["type"] for step in told["last"]["steps"]].count("performs") == 4
        assert "moves" not in told["position"]["contestants"][0]  # the stage has them
