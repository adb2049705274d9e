"""The types of the wire: those of the pages are written from the server's, and what is sent is of these types."""

import importlib.util
import json
from pathlib import Path

import pytest
from pydantic import ConfigDict, TypeAdapter, ValidationError

from ludoteca.site import wire

TOOL = Path(__file__).parents[2] / "tools" / "wire" / "write_types.py"


def load_tool():
    spec = importlib.util.spec_from_file_location("write_types", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", autouse=True)
def closed_types():
    """Nothing beside what a type names, but where games add their own."""
    for kind in wire.SENT:
        kind.__pydantic_config__ = ConfigDict(extra="allow" if kind in wire.OPEN else "forbid")
    yield
    for kind in wire.SENT:
        del kind.__pydantic_config__


def check(kind, told):
    TypeAdapter(kind).validate_json(json.dumps(told), strict=True)


def test_the_types_of_the_pages_are_current():
    tool = load_tool()
    assert tool.TARGET.read_text("utf-8") == tool.write(), "run python tools/wire/write_types.py"


def test_a_type_that_pages_cannot_have_is_an_error():
    with pytest.raises(TypeError, match="no name in TypeScript"):
        load_tool().name_type(set[int])


@pytest.mark.parametrize("game", ["connect_four", "checkers", "kuhn", "dice_race"])
def test_what_is_sent_is_of_its_type(anna, game):
    open_game = game != "kuhn"
    name = anna.new_table(game, "me", "me" if game != "connect_four" else "Easy")
    with anna.sit(name) as chair:
        chair.my_turn()
        if open_game:
            chair.send("hint")
            check(wire.Hint, chair.wait(lambda message: message["type"] == "hint"))
        for _ in range(3):
            if chair.my_turn()["result"] is None:
                chair.play()
        if game == "connect_four":
            chair.my_turn()
            chair.ask("think", agent="mcts:iterations=300")
            check(wire.Analysis, chair.wait(lambda message: message["type"] == "analysis" and message["done"]))
            chair.ask("undo")
        chair.ask("resign")
        chair.until(lambda table: table["result"])
        kinds = {"table": wire.Table, "change": wire.Change}
        seen = [message for message in chair.seen if message["type"] in kinds]
        assert {message["type"] for message in seen} == set(kinds)
        for message in seen:
            check(kinds[message["type"]], message)
    check(wire.Replay, anna.get(f"/api/tables/{name}/replay").json())
    check(wire.MovesPage, anna.get(f"/api/tables/{name}/moves").json())


def test_lists_are_of_their_types(anna):
    anna.new_table("connect_four", "me", "link")
    for row in anna.get("/api/mine").json():
        check(wire.MyGame, row)
    for card in anna.get("/api/games").json():
        check(wire.GameCard, card)
    check(wire.Status, anna.get("/api/status").json())
    check(wire.Refusal, anna.get("/api/tables/nowhere").json()["error"])


def test_the_check_can_fail():
    for told in ({"code": "x"}, {"code": "x", "message": "y", "more": 1}, {"code": 1, "message": "y"}):
        with pytest.raises(ValidationError):
            check(wire.Refusal, told)
