"""Nobody gets anything beyond what their seat may know: not in positions, moves, replays, texts or analyses."""

import json
from dataclasses import asdict
from itertools import pairwise

import pytest
from house import wait_until

from ludoteca import games
from ludoteca.core.errors import Refusal
from ludoteca.protocol import CHANCE
from ludoteca.site import actions
from ludoteca.site.advice import tell_analysis, tell_hint
from ludoteca.site.changes import write_change
from ludoteca.site.events import Event
from ludoteca.site.messages import NewTable
from ludoteca.site.moves import tell_moves
from ludoteca.site.replays import export, tell_replay
from ludoteca.site.setup import plan
from ludoteca.site.table import Table
from ludoteca.site.table_setup import Seat, TableSetup
from ludoteca.site.thinking import Job, Thinking
from ludoteca.site.views import Frame, tell_table
from tiny import kuhn, pennies

CLIENTS = ("anna", "bert", "walter")  # seat 0, seat 1, a watcher
JACK, QUEEN, KING = 0, 1, 2
PASS, BET = 0, 1
HANABI = games.load("hanabi")


def new_table(game, *actions, **options):
    seats = tuple(asdict(Seat("person", client)) for client in CLIENTS[:2])
    full = game.format_setup(game.parse_setup(options))
    table = Table("t", "anna", TableSetup(game.info.name, game.info.version, full, 1, seats), game)
    for action in actions:
        table.apply(Event("play", {"action": action}))
    return table


def frame(table, version=1):
    return Frame(version, table, {}, frozenset(CLIENTS))


def everything(table, client):
    """All that the server would ever tell a client about a table as it stands, as one text."""
    told = [tell_table(frame(table), client), tell_replay(table, client, {}), tell_moves(table, client, 0, 500)]
    told.append(table.summarise().content["mover"])
    try:
        told.append(export(table, "record", {}))
    except Refusal as refusal:
        told.append(refusal.code)
    told.append(actions.explain(table, client, {"from": 1}))
    told.append(advise(table, client))
    return json.dumps(told)


def advise(table, client):
    try:
        view = actions.require_analysis(table, client)
    except Refusal as refusal:
        return refusal.code
    job = Job("t", table.game, "ismcts:iterations=50,snapshot=20", view, 1, 5.0)
    thinking = Thinking(1, 1)
    try:
        thinking.decisions.put(job)
        decision = job.answer.result(30)
        tree = job.watch.snapshot(20)
    finally:
        thinking.close()
    decision = type(decision)(decision.action, type(decision.analysis)(**{**vars(decision.analysis), "seconds": 0.0}))
    return [
        tell_hint(table.game, view, table.mover, table.ply, decision),
        tell_analysis(table.game, view, table.ply, "ismcts", decision.analysis, tree, 1.0),
    ]


def stream(game, actions, client, together):
    """Every message that a client gets who was there from the beginning, so many actions at a time."""
    frames = [frame(new_table(game, *actions[:ply]), ply) for ply in range(0, len(actions) + 1, together)]
    sent = [tell_table(frames[0], client)]
    return json.dumps(sent + [json.loads(write_change(*pair, client)) for pair in pairwise(frames)])


def same_for(client, game, *worlds):
    told = {everything(new_table(game, *actions), client) for actions in worlds}
    streams = {tuple(stream(game, actions, client, together) for together in (1, 2, 3)) for actions in worlds}
    return len(told) == len(streams) == 1


@pytest.mark.parametrize("bets", [(), (PASS,), (BET,), (PASS, BET)])
def test_hidden_cards_change_nothing_that_others_are_told(bets):
    game = kuhn.GAME
    assert same_for("anna", game, (JACK, QUEEN, *bets), (JACK, KING, *bets))
    assert same_for("bert", game, (JACK, QUEEN, *bets), (KING, QUEEN, *bets))
    deals = [(a, b, *bets) for a in range(3) for b in range(3) if a != b]
    assert same_for("walter", game, *deals)
    assert not same_for("anna", game, (JACK, QUEEN, *bets), (KING, QUEEN, *bets))  # the test can tell cards apart


def deal_hands(annas, berts, *moves):
    """Deals of hanabi, and moves by name: of players, or of chance."""
    s = HANABI.start()
    actions = []
    for name in [*annas.split(), *berts.split(), *moves]:
        actions.append(HANABI.parse_action(s, name))
        HANABI.play(s, actions[-1])
    return actions


def test_nobody_is_told_their_own_cards():
    """Anna holds other cards, of the same ranks; what she is told is the same, hints, plays and draws included. Bert
    tells them apart."""
    rest = "r2 b1 w1 r2 y1", "tell-1-red", "tell-0-1", "play-1", "g3", "play-2", "b2"
    worlds = [deal_hands(annas, *rest) for annas in ("r1 y2 g1 w2 b2", "r1 b2 y1 y2 w2", "r1 g2 w1 b2 y2")]
    assert same_for("anna", HANABI, *worlds)
    assert not same_for("bert", HANABI, *worlds[:2])
    drawn = [deal_hands("r1 y2 g1 w2 b2", *rest[:-3], card, *rest[-2:]) for card in ("g3", "w4")]
    assert same_for("anna", HANABI, *drawn)
    assert same_for("walter", HANABI, *drawn)
    assert not same_for("bert", HANABI, *drawn)


def test_steps_and_news_of_hanabi_tell_the_same_of_every_hidden_hand():
    """Clues about both kinds, a discard and a misplay: cards that stay in Anna's hand may be any that fit."""
    moves = "tell-1-1", "tell-0-2", "discard-2", "g4", "discard-1", "w3", "tell-1-blue", "tell-0-yellow"
    hands = ("r1 y2 y1 w2 b2", "b1 y2 y4 w2 g2", "g3 y2 y3 r2 g2")
    worlds = [deal_hands(annas, "r3 b1 w1 r4 y1", *moves) for annas in hands]
    assert same_for("anna", HANABI, *worlds)
    assert not same_for("bert", HANABI, *worlds[:2])
    told = tell_table(frame(new_table(HANABI, *worlds[0])), "anna")
    assert told["last"]["steps"][0]["slots"] == [1]
    assert [action["kind"] for action in told["position"]["recent"]] == ["tell_colour", "tell_colour"]


def test_between_people_nobody_may_give_the_deck():
    """Everybody at a table is told its options."""
    wish = {"game": "hanabi", "options": {"deck": "r1 r1 r1"}, "seats": [{"kind": "me"}, {"kind": "link"}]}
    with pytest.raises(Refusal, match="drawn at random") as refused:
        plan(None, HANABI, NewTable.model_validate(wish), "anna")
    assert refused.value.code == "given_away"
    wish["seats"] = [{"kind": "me"}, {"kind": "me"}]
    assert plan(None, HANABI, NewTable.model_validate(wish), "anna").options["deck"] == "r1 r1 r1"


def test_what_players_of_hanabi_do_is_told_and_what_is_dealt_is_not():
    table = new_table(HANABI, *deal_hands("r1 y2 g1 w2 b2", "r2 b1 w1 r2 y1", "tell-1-red", "play-2", "g3"))
    for client in CLIENTS:
        told = tell_table(frame(table), client)
        assert [move["name"] for move in told["moves"]] == ["tell-1-red", "play-2"]
        assert not any("chance" in move for move in told["moves"])
        assert told["position"]["last"]["built"] is True
    seen = {client: tell_table(frame(table), client)["position"]["hands"] for client in CLIENTS}
    hidden = {client: [hand[0]["colour"] is None for hand in hands] for client, hands in seen.items()}
    assert hidden == {"anna": [True, False], "bert": [False, True], "walter": [True, True]}


def test_a_game_of_hanabi_goes_to_hanab_live_only_once_it_is_over():
    moves = ("play-2", "g4", "play-1", "g3", "play-3")  # three cards that do not fit
    table = new_table(HANABI, *deal_hands("r1 y2 g1 w2 b2", "r2 b1 w1 r2 y1", *moves[:-1]))
    with pytest.raises(Refusal, match="once it is over"):
        export(table, "hanab.live", {})
    table = new_table(HANABI, *deal_hands("r1 y2 g1 w2 b2", "r2 b1 w1 r2 y1", *moves))
    assert table.result["code"] == "struck_out"
    assert json.loads(export(table, "hanab.live", {"anna": "Anna"}))["players"][0] == "Anna"
    told = tell_table(frame(table), "anna")
    assert told["result"]["score"] == 0
    assert all(card["colour"] is not None for hand in told["position"]["hands"] for card in hand)


def test_half_a_deal_is_secret_too():
    assert same_for("walter", kuhn.GAME, (JACK,), (QUEEN,), (KING,))
    assert same_for("bert", kuhn.GAME, (JACK,), (QUEEN,), (KING,))


def test_a_pending_pick_is_secret():
    game = pennies.GAME
    assert same_for("bert", game, (0,), (1,))
    assert same_for("walter", game, (0,), (1,))
    assert not same_for("anna", game, (0,), (1,))


def test_once_it_is_over_everything_is_told():
    table = new_table(kuhn.GAME, JACK, KING, PASS, PASS)
    for client in CLIENTS:
        told = tell_table(frame(table), client)
        assert [move["name"] for move in told["moves"]] == ["pass", "pass"]
        assert tell_replay(table, client, {})["positions"][0]["chance"] == ["jack", "king"]
        assert "jack" in export(table, "record", {})


def test_a_guess_at_anothers_past_action_is_told_nothing():
    told = set()
    for card in (QUEEN, KING):
        table = new_table(kuhn.GAME, JACK, card, PASS)
        for ply in range(3):
            for text in ("pass", "bet", "jack", "queen", "king", "nonsense"):
                with pytest.raises(Refusal) as refused:
                    actions.play(table, "bert", ply, None, text)
                told.add((ply, text, str(refused.value)))
    assert {message for _, _, message in told} == {
        f"action {ply} was played already; the table is at 3" for ply in range(3)
    }


def test_analysis_is_only_for_the_seat_that_decides():
    table = new_table(kuhn.GAME, JACK, QUEEN)
    with pytest.raises(Refusal, match="people play here"):
        actions.require_analysis(table, "anna")
    alone = tuple(asdict(seat) for seat in (Seat("person", "anna"), Seat("agent", agent="random")))
    table = Table("t", "anna", TableSetup("kuhn", "1.0", {}, 1, alone), kuhn.GAME)
    for action in (JACK, QUEEN, PASS):
        table.apply(Event("play", {"action": action}))
    for client in CLIENTS:
        with pytest.raises(Refusal, match="your own seat"):
            actions.require_analysis(table, client)


def test_nothing_secret_goes_over_the_wire(house, anna, bert):
    """A real game of cards with a watcher: every byte that each of them gets is looked at."""
    walter = house.guest("Walter")
    name = anna.new_table("kuhn", "me", "link")
    refused = anna.post("/api/tables", {"game": "kuhn", "seats": [{"kind": "me"}, {"kind": "link"}], "seed": 5}).json()[
        "error"
    ]["code"]
    assert refused == "no_seed"  # who knows the seed knows the cards
    bert.join(anna, name)
    table = house.services.tables.live[name]
    wait_until(lambda: table.table.mover != CHANCE)
    cards = [int(card) for card in table.table.state.card]
    with anna.sit(name) as first, bert.sit(name) as second, walter.sit(name) as watcher:
        for chair in (first, second, watcher):
            assert chair.ask("think", agent="ismcts:iterations=100")["code"] == "between_people"
        for guest, chair, card in ((anna, first, cards[0]), (bert, second, cards[1]), (walter, watcher, None)):
            told = guest.get(f"/api/tables/{name}/replay").json()
            seen = [told["positions"][-1]["position"]["text"], chair.table["position"]["text"]]
            shown = {0: f"card=[{cards[0]} -2]", 1: f"card=[-2 {cards[1]}]"}.get(
                chair.table["viewpoint"], "card=[-2 -2]"
            )
            assert all(shown in text.replace("[ ", "[").replace("  ", " ") for text in seen), (seen, card)
            assert guest.get(f"/api/tables/{name}/export").json()["error"]["code"] == "not_yet"
            assert "chance" not in told["positions"][0]
        first.play(0)
        second.until(lambda told: told["ply"] == 3)
        assert second.table["moves"][-1]["name"] is None  # the default keeps every action of others secret
        second.my_turn()
        second.play(0)
        final = watcher.until(lambda told: told["result"])
        names = [("jack", "queen", "king")[card] for card in cards]
        assert [move["name"] for move in final["moves"]] == ["pass", "pass"]
        assert walter.get(f"/api/tables/{name}/replay").json()["positions"][0]["chance"] == names
        for chair in (first, second, watcher):
            running = [json.dumps(told) for told in chair.seen if told["type"] == "table" or not told.get("result")]
            assert not any(word in text for text in running for word in names)
