"""Games that are played elsewhere: where they stand, and advice that knows no more than its seat does."""

import json

from pydantic import TypeAdapter

from ludoteca.games import load
from ludoteca.site import adviser, messages, wire

LINEUP = {"mode": "game", "contestants": "Betta, Speranza, Trod, Plumy"}
CONTEST = load("contest")


def follow(actions, options=LINEUP):
    return adviser.follow(CONTEST, messages.Followed(options=options, actions=actions))


def check(kind, told):
    TypeAdapter(kind).validate_json(json.dumps(told), strict=True)


def test_a_contest_is_followed_with_its_chance():
    told = follow([0, 2, 1, 0])
    assert [(row["seat"], row["name"]) for row in told["log"]][:2] == [(0, "Counter"), (1, "Dazzling Gleam")]
    assert any(step["type"] == "performs" for step in told["log"][-1]["steps"])
    assert told["mover"] == -1, "two have as many hearts: the next order is drawn"
    assert all(sorted(outcome["order"]) == [0, 1, 2, 3] for outcome in told["legal"])
    check(wire.Followed, told)
    drawn = told["legal"][-1]
    told = follow([0, 2, 1, 0, drawn["action"]])
    assert (told["mover"], told["position"]["turn"], told["position"]["order"]) == (0, 2, drawn["order"])
    assert (told["log"][-1]["seat"], told["log"][-1]["show"]) == (-1, {"order": drawn["order"]})
    assert told["result"] is None


def test_what_cannot_have_been_played_is_refused(anna):
    answer = anna.post("/api/games/checkers/follow", {"actions": [10**6]})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "action/illegal"
    answer = anna.post("/api/games/kuhn/follow", {})
    assert answer.json()["error"]["code"] == "not_followed"
    over = anna.post("/api/games/connect_four/follow", {"actions": [0, 1, 0, 1, 0, 1, 0]}).json()
    assert (over["mover"], over["result"]["winner"], over["legal"]) == (-2, 0, [])


def test_advice_over_the_wire(anna):
    wish = {"actions": [3], "seat": 1, "agent": "mcts:iterations=50"}
    told = anna.post("/api/games/connect_four/advice", wish).json()
    assert told["done"]
    assert told["action"] in {row["action"] for row in told["actions"]}
    check(wire.Advice, told)
    for changed, code in (
        ({"seat": 0}, "not_your_turn"),
        ({"seat": 5}, "no_seat"),
        ({"agent": "mcts:seconds=9999"}, "agent_seconds"),
    ):
        answer = anna.post("/api/games/connect_four/advice", wish | changed)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
