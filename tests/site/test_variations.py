"""What if, in finished games; and games that were played elsewhere, to be watched."""

import json
from dataclasses import asdict

import pytest

from ludoteca import games
from ludoteca.core.errors import LudotecaError, Refusal
from ludoteca.protocol import CHANCE
from ludoteca.site.events import Event
from ludoteca.site.messages import PastGame, Variation
from ludoteca.site.replays import tell_replay
from ludoteca.site.setup import plan_past
from ludoteca.site.table import Table
from ludoteca.site.table_setup import Seat, TableSetup
from ludoteca.site.variations import tell_variation
from tiny import dice_race

HANABI = games.load("hanabi")


def finish(game, seed=1, until=None, **options):
    """A table where a random game was played."""
    full = game.format_setup(game.parse_setup(options))
    seats = tuple(asdict(Seat("person", client)) for client in "abcdefgh"[: game.seats(game.start(full))])
    table = Table("t", "a", TableSetup(game.info.name, game.info.version, full, seed, seats), game)
    while table.result is None and table.ply != until:
        legal = game.legal_actions(table.state)
        event = table.next_chance() if table.mover == CHANCE else Event("play", {"action": legal[len(legal) // 2]})
        table.apply(event)
    return table


def vary(table, start, *actions, **more):
    return tell_variation(table, Variation.model_validate({"from": start, "actions": list(actions), **more}))


@pytest.mark.parametrize("game", [HANABI, dice_race.GAME], ids=["hanabi", "dice_race"])
def test_the_games_own_actions_lead_where_the_game_went(game):
    table = finish(game)
    own = [table.log[table.log.start_of(number)].action for number in range(1, table.log.count + 1)]
    for start in (0, 1, len(own) // 2, len(own)):
        told = vary(table, start, *own[start:])
        assert told["position"] == json.loads(json.dumps(game.show(table.state)))
        assert told["result"]["returns"] == table.result["returns"]
        assert [move["action"] for move in told["moves"]] == own[start:]
        assert told["legal"] == []
        assert told["mover"] < 0


def test_the_deck_stays_as_it_was():
    """Another action, and the next player draws the card that came next in the game, not another one."""
    table = finish(HANABI, players=2)
    drawn = [(ply, entry.action) for ply, entry in enumerate(table.log) if entry.seat < 0]
    deck = [HANABI.format_action(table.state_at(ply), card) for ply, card in drawn]
    told = vary(table, 0)
    assert told["last"] is None
    play = next(move["action"] for move in told["legal"] if move["name"] == "play-5")
    told = vary(table, 0, play)
    assert told["moves"][0]["chance"] == [deck[10]]
    assert told["moves"][0]["events"]["it"][0].startswith("Giocatore 1 ha giocato")
    assert told["last"]["kind"] == "play"
    assert told["position"]["hands"][0][-1]["order"] == 10
    told = vary(table, 0, play, next(move["action"] for move in told["legal"] if move["name"] == "play-1"))
    assert told["moves"][1]["chance"] == [deck[11]]


def test_a_running_game_has_no_what_if():
    for ply in (11, 13):
        table = finish(HANABI, until=ply)
        assert table.result is None
        with pytest.raises(Refusal) as refused:
            vary(table, 0)
        assert refused.value.code == "still_running"


def test_what_is_wrong_is_said():
    table = finish(HANABI)
    with pytest.raises(Refusal, match="decisions"):
        vary(table, table.log.count + 1)
    with pytest.raises(LudotecaError):
        vary(table, 0, 10**6)
    with pytest.raises(Refusal, match="over here"):
        vary(table, table.log.count, 0)
    with pytest.raises(ValueError, match="at most 200"):
        vary(table, 0, *[0] * 201)
    assert vary(table, 0, attempt={"kind": "discard", "slot": 0})["why"]["code"] == "tokens_full"


# --- games from elsewhere ------------------------------------------------------------------------------------------


def test_a_game_of_hanab_live_has_its_players_and_its_end():
    table = finish(HANABI, players=3)
    names = "Ann", "Bob", "A very long name indeed, isn't it"
    text = HANABI.export_game("hanab.live", table.setup.options, [entry.action for entry in table.log], names)
    watched = Table("t", "a", plan_past(HANABI, PastGame.model_validate(past(text))), HANABI)
    assert [seat.name for seat in watched.seats] == ["Ann", "Bob", "A very long name indeed,"]
    assert watched.result == table.result
    told = tell_replay(watched, "anybody", {})["positions"]
    assert len(told) == table.log.count + 1
    assert all(card["colour"] is not None for hand in told[0]["position"]["hands"] for card in hand)


def test_a_past_game_is_a_table_that_is_over(anna):
    """Half a game, as text: it is watched, and listed among the games of who brought it."""
    made = anna.post(
        "/api/replays", {"game": "checkers", "import": {"format": "pdn", "text": "1. 11-15 23-19 2. 8-11 *"}}
    )
    assert made.status_code == 201, made.text
    name = made.json()["table"]
    told = anna.get(f"/api/tables/{name}/replay").json()
    assert told["result"]["code"] == "aborted"
    assert told["table"]["count"] == 3
    assert name in [mine["table"] for mine in anna.get("/api/mine").json()]
    tried = anna.post(f"/api/tables/{name}/variation", {"from": 1, "actions": []}).json()
    assert len(tried["legal"]) > 3
    assert anna.post(f"/api/tables/{name}/variation", {"from": -1}).status_code == 422


def test_half_a_game_is_watched_and_cannot_be_played():
    table = finish(HANABI)
    text = HANABI.export_game("hanab.live", table.setup.options, [entry.action for entry in table.log][:14])
    chosen = plan_past(HANABI, PastGame.model_validate(past(text)))
    assert Table("t", "a", chosen, HANABI).people() == set()


def past(text, form="hanab.live"):
    return {"game": "hanabi", "import": {"format": form, "text": text}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{}", "two to five names"),
        ("[" * 40_000, "not JSON"),
        ('{"players": ["a", "b"], "deck": [{"suitIndex": 9, "rank": 1}], "actions": []}', "no suit 9"),
        ("215abc,01,0", "the deck has 3 cards"),
        ("a,b,c", "compact form"),
    ],
)
def test_a_text_that_is_no_game_is_refused_with_what_would_be_right(text, words):
    with pytest.raises(LudotecaError, match=words):
        plan_past(HANABI, PastGame.model_validate(past(text)))


def test_too_long_a_text_is_refused_before_it_is_read(anna):
    refused = anna.post("/api/replays", past("x" * 50_001))
    assert refused.status_code == 422
    assert "50" in refused.json()["error"]["message"]
    assert anna.post("/api/replays", past("{}", form="pgn")).status_code >= 400
