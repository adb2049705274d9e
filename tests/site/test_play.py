"""Playing over the WebSocket: turns, repeats, undo, offers, hints, analyses, watchers."""

import json

import pytest
from house import PREPARING, wait_until


def test_a_whole_game_against_an_agent(anna):
    name = anna.new_table("connect_four", "Easy", "me", seed=7)
    with anna.sit(name) as chair:
        while chair.my_turn()["result"] is None:
            assert chair.play()["type"] == "ack"
        result = chair.table["result"]
        assert result["code"] in ("four_in_line", "full")
        assert result["winner"] in (0, 1, None)
        assert chair.table["mover"] == -2
        assert [move["seat"] for move in chair.table["moves"]] == [i % 2 for i in range(chair.table["ply"])]


def test_equal_seeds_play_equal_games(anna):
    lines = []
    for _ in range(2):
        name = anna.new_table("checkers", "me", "mcts:iterations=200", seed=11, options={"rules": "italian"})
        with anna.sit(name) as chair:
            for _ in range(4):
                chair.play()
                chair.my_turn()
            lines.append([move["action"] for move in chair.table["moves"]])
    assert lines[0] == lines[1]
    assert len(lines[0]) == 8


def test_moves_can_be_typed(anna):
    name = anna.new_table("checkers", "me", "me", options={"rules": "english"})
    with anna.sit(name) as chair:
        assert chair.ask("play", ply=0, text="11-15")["type"] == "ack"
        assert chair.until(lambda table: table["ply"] == 1)["last"]["path"] == [11, 15]
        assert chair.ask("play", ply=1, text="hello")["code"] == "notation/unreadable"
        answer = chair.ask("play", ply=1, text="1-5")
        assert (answer["code"], "legal: " in answer["message"]) == ("illegal", True)


def test_the_same_play_twice_is_one_play(anna):
    name = anna.new_table("connect_four", "me", "me")
    with anna.sit(name) as chair:
        assert chair.ask("play", ply=0, action=3)["type"] == "ack"
        assert chair.ask("play", ply=0, action=3)["type"] == "ack"
        assert chair.ask("play", ply=0, text="d")["type"] == "ack"
        assert chair.ask("play", ply=0, action=4)["code"] == "stale"
        assert chair.ask("play", ply=2, action=4)["code"] == "ahead"
        assert anna.table(name)["ply"] == 1


def test_a_dropped_connection_resumes_without_loss_or_repeat(anna):
    name = anna.new_table("connect_four", "me", "me")
    with anna.sit(name) as chair:
        chair.send("play", ply=0, action=3)  # and gone, before the ack
    wait_until(lambda: anna.table(name)["ply"] == 1)
    with anna.sit(name) as chair:
        assert chair.ask("play", ply=0, action=3)["type"] == "ack"  # the client cannot know, and sends again
        assert chair.table["ply"] == 1
        assert chair.ask("play", ply=1, action=3)["type"] == "ack"


def test_out_of_turn_for_anothers_seat_and_after_the_end(house, anna, bert):
    name = anna.new_table("connect_four", "me", "link")
    bert.join(anna, name)
    watcher = house.guest("Walter")
    with anna.sit(name) as white, bert.sit(name) as black, watcher.sit(name) as outside:
        assert black.ask("play", ply=0, action=3)["code"] == "not_your_turn"
        assert black.table["legal"] == []
        assert outside.ask("play", ply=0, action=3)["code"] == "not_seated"
        assert outside.ask("resign")["code"] == "not_seated"
        assert outside.ask("undo")["code"] == "not_seated"
        assert (outside.table["you"], outside.table["viewpoint"]) == ([], -1)
        assert white.ask("play", ply=0, action=3)["type"] == "ack"
        assert white.ask("play", ply=1, action=3)["code"] == "not_your_turn"
        assert outside.until(lambda table: table["ply"] == 1)["last"]["column"] == 3
        assert black.ask("resign")["type"] == "ack"
        result = outside.until(lambda table: table["result"])["result"]
        assert (result["code"], result["winner"], result["seat"]) == ("resigned", 0, 1)
        for chair in (white, black):
            assert chair.ask("play", ply=1, action=3)["code"] == "game_over"
            assert chair.ask("resign")["code"] == "game_over"
            assert chair.ask("offer", kind="draw")["code"] == "game_over"


def test_illegal_actions_are_refused_and_change_nothing(anna):
    name = anna.new_table("connect_four", "me", "me")
    with anna.sit(name) as chair:
        for action in (7, -1, 2**31, -(2**53), 2**53):
            assert chair.ask("play", ply=0, action=action)["code"] == "illegal"
        assert chair.ask("play", ply=0, action=2**60)["code"] == "message"
        assert chair.ask("play", ply=0)["code"] == "message"
        assert anna.table(name)["ply"] == 0


def test_a_refused_attempt_is_explained(anna, bert):
    name = anna.new_table("checkers", "me", "Easy", options={"rules": "italian"})
    with anna.sit(name) as chair, bert.sit(name) as watcher:
        assert chair.ask("why", attempt={"from": 22, "to": 26})["code"] in ("backward", "occupied")
        assert chair.ask("why", attempt={"from": 1})["code"] == "not_yours"
        assert watcher.ask("why", attempt={"from": 1})["code"] == "not_seated"


# --- taking back -----------------------------------------------------------------------------------------------------


def test_undo_is_free_against_agents_and_goes_back_to_ones_own_decision(anna):
    name = anna.new_table("connect_four", "me", "Easy")
    with anna.sit(name) as chair:
        assert chair.ask("undo")["code"] == "nothing_to_undo"
        for _ in range(2):
            chair.play()
            chair.my_turn()
        assert chair.table["ply"] == 4
        assert chair.table["undo"]
        assert chair.ask("undo")["type"] == "ack"
        assert chair.until(lambda table: table["ply"] == 2)["mover"] == 0
        assert chair.ask("undo")["type"] == "ack"
        chair.until(lambda table: table["ply"] == 0)


def test_undo_while_the_agent_thinks_takes_its_turn_away(anna):
    name = anna.new_table("connect_four", "me", "mcts:seconds=8")
    with anna.sit(name) as chair:
        chair.play()
        thought = chair.wait(lambda message: message["type"] == "thinking")
        assert thought["seat"] == 1
        assert 0.0 <= thought["fraction"] <= 1.0
        assert chair.ask("undo")["type"] == "ack"
        table = chair.until(lambda table: table["ply"] == 0 and table["legal"])
        assert table["mover"] == 0
        chair.play(3)
        assert chair.until(lambda table: table["ply"] == 1)["mover"] == 1
        chair.ask("resign")
        seen = [message["ply"] for message in chair.seen if "ply" in message]
        assert max(seen) == 1  # the agent never moved


def test_undo_between_people_needs_consent(anna, bert):
    name = anna.new_table("connect_four", "me", "link")
    bert.join(anna, name)
    with anna.sit(name) as white, bert.sit(name) as black:
        white.play()
        black.until(lambda table: table["legal"])
        assert white.ask("undo")["type"] == "ack"
        assert black.until(lambda table: table["offer"])["offer"] == {"kind": "undo", "seat": 0}
        assert white.ask("answer", kind="undo", accept=True)["code"] == "own_offer"
        assert white.ask("undo")["code"] == "offer_open"
        assert black.ask("answer", kind="draw", accept=True)["code"] == "no_offer"
        assert black.ask("answer", kind="undo", accept=False)["type"] == "ack"
        assert white.ask("undo")["code"] == "offered"  # once a turn is enough
        black.play()
        white.until(lambda table: table["legal"] and table["ply"] == 2)
        white.ask("undo")
        black.until(lambda table: table["offer"])
        assert black.ask("answer", kind="undo", accept=True)["type"] == "ack"
        assert white.until(lambda table: table["ply"] == 0)["offer"] is None


def test_nothing_is_taken_back_where_something_was_drawn(anna):
    name = anna.new_table("dice_race", "me", "me")
    with anna.sit(name) as chair:
        chair.my_turn()
        chair.play()
        assert chair.ask("undo")["code"] == "nothing_to_undo"


# --- draws -----------------------------------------------------------------------------------------------------------


def test_a_draw_between_people(anna, bert):
    name = anna.new_table("checkers", "me", "link")
    bert.join(anna, name)
    with anna.sit(name) as white, bert.sit(name) as black:
        assert white.ask("offer", kind="draw")["type"] == "ack"
        black.until(lambda table: table["offer"])
        assert black.ask("answer", kind="draw", accept=True)["type"] == "ack"
        result = white.until(lambda table: table["result"])["result"]
        assert (result["code"], result["winner"], result["returns"]) == ("agreed", None, [0.0, 0.0])


def test_an_offer_lapses_with_the_next_move(anna, bert):
    name = anna.new_table("connect_four", "me", "link")
    bert.join(anna, name)
    with anna.sit(name) as white, bert.sit(name) as black:
        black.ask("offer", kind="draw")
        white.until(lambda table: table["offer"])
        white.play()
        assert black.until(lambda table: table["ply"] == 1)["offer"] is None


def test_an_agent_declines_an_early_draw(anna):
    name = anna.new_table("checkers", "me", "Easy")
    with anna.sit(name) as chair:
        assert chair.ask("offer", kind="draw")["type"] == "ack"
        assert chair.until(lambda table: table["offer"] is None)["result"] is None


# --- advice ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["checkers", "connect_four"])
def test_a_hint_names_a_legal_action_and_a_reason(anna, game):
    name = anna.new_table(game, "me", "Hard")
    with anna.sit(name) as chair:
        chair.send("hint", id="please")
        hint = chair.wait(lambda message: message["type"] == "hint")
        assert hint["action"] in [row["action"] for row in chair.table["legal"]]
        assert hint["line"][0] == hint["name"]
        assert hint["reason"]["code"] in ("best", "gains", "loses_least", "wins", "saves")


def test_reasons_of_hints(anna):
    cases = {
        "W:W22:B18": "wins",
        "W:W22,30:B18,1,2,3": "only_move",
        "W:W24,32:B19,10,1,2,3,4": "only_move",
    }
    for fen, code in cases.items():
        transcript = {"format": "fen", "text": fen}
        name = anna.new_table("checkers", "me", "Easy", options={"rules": "english"}, **{"import": transcript})
        with anna.sit(name) as chair:
            chair.send("hint")
            hint = chair.wait(lambda message: message["type"] == "hint")
            assert hint["reason"]["code"] == ("only_move" if len(chair.table["legal"]) == 1 else code)


def test_a_column_that_saves_is_called_so(anna):
    name = anna.new_table("connect_four", "me", "me", actions=[5, 5, 3, 0, 5, 2, 1, 1, 0, 2, 0, 6, 0])
    with anna.sit(name) as chair:
        chair.send("hint")
        hint = chair.wait(lambda message: message["type"] == "hint")
        assert (hint["name"], hint["reason"]["code"]) == ("a", "saves")


def test_no_hints_and_no_analysis_between_people(house, anna, bert):
    name = anna.new_table("connect_four", "me", "link")
    bert.join(anna, name)
    with anna.sit(name) as white, house.guest().sit(name) as outside:
        assert not white.table["think"]
        for chair in (white, outside):
            assert chair.ask("hint")["code"] == "between_people"
            assert chair.ask("think", agent="alphabeta")["code"] == "between_people"
    agreed = anna.new_table("connect_four", "me", "link", think=True)
    with anna.sit(agreed) as white:
        assert white.ask("think", agent="alphabeta:depth=3")["type"] == "ack"


@pytest.mark.parametrize("agent", ["alphabeta:seconds=1.5", "mcts:seconds=1.5"])
def test_an_analysis_streams_while_it_searches(house, anna, agent):
    game = "connect_four"
    wait_until(lambda: house.services.warming.has_agent(house.services.warming.game(game), agent), PREPARING)
    name = anna.new_table(game, "me", "Easy")
    with anna.sit(name) as chair:
        assert chair.ask("think", agent=agent)["type"] == "ack"
        chair.wait(lambda message: message["type"] == "analysis" and message["done"])
        stream = [message for message in chair.seen if message["type"] == "analysis"]
        assert len(stream) >= 4
        running = [message for message in stream[:-1] if message["actions"]]
        assert running
        for message in stream[-1:] + running:
            assert message["ply"] == 0
            assert message["line"][0]["name"] in "abcdefg"
            assert message["line"][0]["show"]["row"] == 5
            assert {row["action"] for row in message["actions"]} <= set(range(7))
        assert stream[-1]["nodes"] > running[0]["nodes"]
        if agent.startswith("mcts"):
            tree = stream[-1]["tree"]
            assert tree["visits"] > 100
            assert {child["name"] for child in tree["children"]} <= set("abcdefg")
            assert tree["children"][0]["children"][0]["name"] in "abcdefg"
        else:
            assert stream[-1]["depth"] > running[0]["depth"] or running[0]["depth"] > 8
            assert stream[-1]["tree"] is None


def test_an_analysis_can_be_stopped_and_ends_with_a_move(anna):
    name = anna.new_table("connect_four", "me", "me")
    with anna.sit(name) as chair:
        for end in ("think_stop", "play"):
            ply = chair.table["ply"]
            chair.ask("think", agent="alphabeta:seconds=25")
            chair.wait(lambda message: message["type"] == "analysis")
            chair.ask("think_stop") if end == "think_stop" else chair.ask("play", ply=ply, action=3)
            told = chair.wait(
                lambda message: message["type"] == "analysis" and message["done"], 24
            )  # it has 25 seconds
            assert told["ply"] == ply


def test_agents_for_analysis_are_limited_too(anna):
    name = anna.new_table("connect_four", "me", "me")
    with anna.sit(name) as chair:
        assert chair.ask("think", agent="alphabeta:seconds=31")["code"] == "agent_seconds"
        assert chair.ask("think", agent="alphabeta:table=25")["code"] == "agent_setting"
        assert chair.ask("think", agent="nobody")["code"] == "name/unknown"


# --- seats -----------------------------------------------------------------------------------------------------------


def test_people_on_one_screen_see_from_the_seat_to_act(anna):
    name = anna.new_table("connect_four", "me", "me")
    with anna.sit(name) as chair:
        assert (chair.table["you"], chair.table["viewpoint"]) == ([0, 1], 0)
        chair.play()
        assert chair.until(lambda table: table["ply"] == 1)["viewpoint"] == 1


def test_who_is_connected_is_shown(anna, bert):
    name = anna.new_table("connect_four", "me", "link")
    bert.join(anna, name)
    with anna.sit(name) as white:
        assert [seat["connected"] for seat in white.table["seats"]] == [True, False]
        with bert.sit(name):
            white.until(lambda table: table["seats"][1]["connected"])
        white.until(lambda table: not table["seats"][1]["connected"])


def test_agents_among_themselves_play_while_somebody_watches(house, anna):
    name = anna.new_table("connect_four", "Easy", "Easy")
    live = house.services.tables.live[name]
    wait_until(lambda: live.driver.done())
    assert live.table.ply == 0
    with anna.sit(name) as chair:
        chair.until(lambda table: table["ply"] >= 2)
    wait_until(lambda: live.driver.done())
    assert live.table.result is None


def test_chance_acts_by_itself(anna):
    name = anna.new_table("dice_race", "me", "me", seed=3)
    with anna.sit(name) as chair:
        while chair.my_turn()["result"] is None:
            chair.play(1)
        table = chair.table
        assert all(move["seat"] >= 0 for move in table["moves"])  # chance is no move
        assert any(move.get("chance") for move in table["moves"])  # but belongs to the one that it follows
        assert len(table["moves"]) == table["count"] < table["ply"]
        assert [move["number"] for move in table["moves"]] == list(range(1, table["count"] + 1))


def test_an_agent_that_fails_forfeits_and_the_server_goes_on(house, anna, monkeypatch):
    from ludoteca.agents.alphabeta import AlphaBeta

    name = anna.new_table("connect_four", "me", "alphabeta:depth=3,window=0.03")
    with anna.sit(name) as chair, monkeypatch.context() as patched:
        patched.setattr(AlphaBeta, "choose", lambda *args: 1 / 0)
        chair.play()
        result = chair.until(lambda table: table["result"])["result"]
        assert (result["code"], result["winner"], result["seat"]) == ("forfeited", 0, 1)
        assert "division" not in json.dumps(result)


def test_ping(anna):
    name = anna.new_table("connect_four", "me", "me")
    with anna.sit(name) as chair:
        assert chair.ask("ping")["type"] == "pong"
