"""What is found out about a game: the bar while it runs; the analysis, the deal and other lines once it is over."""

import asyncio
from dataclasses import asdict
from types import SimpleNamespace

import pytest
from house import PATIENCE, wait_until
from test_variations import finish as finish_game

from ludoteca import games
from ludoteca.site.background import Background
from ludoteca.site.fair_queue import Owner
from ludoteca.site.game_analyses import GameAnalyses
from ludoteca.site.limits import Limits
from ludoteca.site.store import Store
from ludoteca.site.thinking import Thinking

BLUNDER = [3, 3, 3, 3, 2, 0, 4]  # X has three in a row with both ends open; O took a corner instead of stopping it


def finish(guest, moves=(*BLUNDER, 0, 1)):
    """A game of connect four that one person played on both sides: the last move of O loses at once."""
    name = guest.new_table("connect_four", "me", "me")
    with guest.sit(name) as chair:
        for action in moves:  # every column is open all the time
            chair.my_turn()
            chair.play(action)
        chair.until(lambda table: table["result"])
    return name


@pytest.fixture(scope="module")
def played(house):
    guest = house.guest("Carla")
    return guest, finish(guest)


@pytest.fixture(scope="module")
def analysed(played):
    guest, name = played
    assert guest.get(f"/api/tables/{name}/analysis").json() == {"state": "none"}
    assert guest.post(f"/api/tables/{name}/analysis").json()["state"] in ("running", "done")
    wait_until(lambda: guest.get(f"/api/tables/{name}/analysis").json()["state"] == "done", 5 * PATIENCE)
    return guest.get(f"/api/tables/{name}/analysis").json()["found"]


def test_every_decision_is_judged_and_the_blunder_is_named(analysed):
    assert [item["number"] for item in analysed["decisions"]] == list(range(1, 10))
    assert analysed["scale"]["kind"] == "win"
    assert analysed["opposed"]
    wrong = [item for item in analysed["decisions"] if item["verdict"] == "blunder"]
    assert 6 in [item["number"] for item in wrong], analysed["decisions"]
    corner = next(item for item in wrong if item["number"] == 6)
    assert corner["best"]["name"] != corner["name"]
    assert corner["best"]["line"][0] == corner["best"]["name"]
    assert corner["best"]["reason"]["code"]
    assert corner["loss"] == pytest.approx(corner["before"] - corner["after"], abs=1e-3)
    assert analysed["seats"][0]["accuracy"] > analysed["seats"][1]["accuracy"]


def test_one_analysis_is_shared_and_kept(house, played, analysed, anna):
    _, name = played
    assert anna.post(f"/api/tables/{name}/analysis").json() == {"state": "done", "found": analysed}


def test_whoever_asked_for_it_can_stop_it(anna, bert):
    name = finish(anna)
    asked = f"/api/tables/{name}/analysis"
    if anna.post(asked).json()["state"] == "running":
        bert.http.delete(asked)  # not his
        anna.http.delete(asked)
    wait_until(lambda: anna.get(asked).json()["state"] in ("none", "done"))


def test_nothing_is_found_out_about_a_running_game(anna):
    name = anna.new_table("connect_four", "me", "me")
    asked = [
        anna.get(f"/api/tables/{name}/analysis"),
        anna.post(f"/api/tables/{name}/analysis"),
        anna.get(f"/api/tables/{name}/decisions/1"),
        anna.post(f"/api/tables/{name}/decisions/1", {"action": 3}),
        anna.post(f"/api/tables/{name}/value", {"from": 0, "actions": []}),
        anna.post(f"/api/tables/{name}/variation", {"from": 0, "actions": []}),
        anna.post(f"/api/tables/{name}/continue", {"from": 0, "seats": [{"kind": "me"}, {"kind": "me"}]}),
        anna.get(f"/api/tables/{name}/deal"),
    ]
    assert {answer.status_code for answer in asked} == {409}
    assert {answer.json()["error"]["code"] for answer in asked} == {"still_running"}


def test_another_answer_is_judged(played, analysed):
    guest, name = played
    place = f"/api/tables/{name}/decisions/6"
    told = guest.get(place).json()
    assert told["seat"] == 1
    assert [move["action"] for move in told["legal"]] == list(range(7))
    best = next(item for item in analysed["decisions"] if item["number"] == 6)["best"]["action"]
    assert guest.post(place, {"action": best}).json()["verdict"] == "right"
    again = guest.post(place, {"action": 0}).json()
    assert again["verdict"] == "wrong"
    assert again["class"] == "blunder"
    assert guest.post(place, {"action": 99}).status_code == 422
    assert guest.get(f"/api/tables/{name}/decisions/10").status_code == 422
    assert "why" in guest.post(place, {"attempt": {"column": 3}}).json()


def test_a_variation_has_a_value_and_can_be_played_on(played):
    guest, name = played
    told = guest.post(f"/api/tables/{name}/value", {"from": 8, "actions": []}).json()
    assert told["seat"] == 0
    assert told["value"] == 1.0  # X wins with the next move
    wish = {"from": 5, "actions": [1], "seats": [{"kind": "me"}, {"kind": "agent", "agent": "Easy"}]}
    made = guest.post(f"/api/tables/{name}/continue", wish)
    assert made.status_code == 201, made.text
    table = guest.table(made.json()["table"])
    assert table["count"] == 6
    assert table["legal"]
    over = {"from": 9, "actions": [], "seats": wish["seats"]}
    assert guest.post(f"/api/tables/{name}/continue", over).json()["error"]["code"] == "game_over"


def test_nothing_was_dealt_in_a_game_without_chance(played):
    guest, name = played
    assert guest.get(f"/api/tables/{name}/deal").json()["error"]["code"] == "no_deal"


def test_the_bar_shows_the_judges_value_where_that_is_fair(anna, bert):
    name = anna.new_table("connect_four", "me", "Easy")
    with anna.sit(name) as chair:
        chair.send("evaluate")
        told = chair.wait(lambda message: message["type"] == "evaluation")
        assert told["seat"] == 0
        assert 0.3 < told["value"] < 0.9
        assert told["scale"]["kind"] == "win"
    name = anna.new_table("connect_four", "me", "link")
    bert.join(anna, name)
    with anna.sit(name) as chair:
        assert chair.ask("evaluate")["code"] == "between_people"


def test_a_hint_is_the_same_when_asked_twice(anna):
    name = anna.new_table("checkers", "me", "Easy")
    with anna.sit(name) as chair:
        chair.my_turn()
        told = []
        for _ in range(2):
            chair.send("hint")
            told.append(chair.wait(lambda message: message["type"] == "hint"))
        assert told[0] == told[1]


async def compare(table, folder):
    """The deal of a table as the levels play it; looked at again by somebody else."""
    store, thinking, limits = Store(f"sqlite:///{folder / 'site.sqlite3'}"), Thinking(1, 1), Limits()
    judging = SimpleNamespace(wait_for=lambda game, specs: asyncio.sleep(0))
    try:
        analyses = GameAnalyses(Background(store, limits), judging, thinking, limits)
        await store.add_table(table.name, table.maker, asdict(table.setup), table.summarise())
        assert await analyses.look_at_deal(table, "a") == {"state": "none"}
        await analyses.begin_deal(table, Owner("a"))
        while (told := await analyses.look_at_deal(table, "a"))["state"] == "running":
            assert told["yours"]
            await asyncio.sleep(0.05)
        return told, await analyses.look_at_deal(table, "b")
    finally:
        thinking.close()
        store.close()


def test_the_levels_play_the_same_deck_and_a_result_stands_among_theirs(tmp_path, monkeypatch):
    monkeypatch.setattr("ludoteca.site.game_analyses.GAMES", 2)
    table = finish_game(games.load("hanabi"), players=2)
    told, again = asyncio.run(compare(table, tmp_path))
    assert told["state"] == "done", told
    found = told["found"]
    assert [row["level"] for row in found["levels"]] == [level.name for level in table.game.info.levels]
    assert all(len(row["results"]) == 2 and row["low"] <= row["mean"] <= row["high"] for row in found["levels"])
    assert found["own"] == table.result["returns"][0]
    assert 0 <= found["rank"] <= 1
    assert again["found"]["levels"] == found["levels"]  # it is the whole team's
