"""HTTP: games, people, tables, texts; and that every refusal says why."""

import re
from collections import Counter
from pathlib import Path

import pytest

import ludoteca.site
from ludoteca import games
from ludoteca.core.plugins import load_plugin
from ludoteca.lab.record import parse_record
from ludoteca.site.patches import apply_patch


def error_of(answer):
    assert 400 <= answer.status_code < 500, answer.text
    error = answer.json()["error"]
    assert error["message"]
    return answer.status_code, error["code"]


def finish(guest, name):
    """Play a table of one's own to the end, always the last legal action."""
    with guest.sit(name) as chair:
        while chair.my_turn()["result"] is None:
            assert chair.play(-1)["type"] == "ack"
        return chair.table


# --- games -----------------------------------------------------------------------------------------------------------


def test_games_are_listed_with_levels_agents_and_options(anna):
    told = {game["name"]: game for game in anna.get("/api/games").json()}
    checkers = told["checkers"]
    assert [level["name"] for level in checkers["levels"]][1:6:2] == ["Easy", "Intermediate", "Hard"]
    assert "checkers_hub" not in {agent["name"] for agent in checkers["agents"]}  # drives a program outside
    assert checkers["formats"] == ["pdn", "fen"]
    assert checkers["ready"]
    assert checkers["undo"]
    assert checkers["options"][0]["choices"][:2] == ["unisa", "english"]
    assert told["kuhn"]["kind"]["hidden"]
    assert not told["kuhn"]["undo"]
    assert told["kuhn"]["seat_names"] == ["seat 0", "seat 1"]


def test_the_status_tells_how_far_each_game_is(anna):
    told = anna.get("/api/status").json()
    assert told["ready"]
    assert 0 < told["games"]["checkers"]["done"] <= told["games"]["checkers"]["total"]


def test_a_position_can_be_previewed(anna):
    wish = {"options": {"rules": "english"}, "import": {"format": "fen", "text": "W:W22:B18,1"}}
    told = anna.post("/api/games/checkers/position", wish).json()
    assert told["position"]["pieces"] == {"1": "b", "18": "b", "22": "w"}
    assert told["legal"][0]["path"] == [22, 15]
    assert told["options"]["fen"] == "W:W22:B1,18"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"import": {"format": "fen", "text": "W:W99:B1"}}, "position/invalid"),
        ({"import": {"format": "pdn", "text": "1. 1-2"}}, "transcript/unreadable"),
        ({"import": {"format": "sgf", "text": "x"}}, "name/unknown"),
        ({"options": {"rules": "klingon"}}, "name/unknown"),
        ({"options": {"speed": 3}}, "name/unknown"),
        ({"options": {"quiet_moves": 99}}, "setup/invalid"),
        ({"options": []}, "request"),
        ({"import": {"format": "fen"}}, "request"),
    ],
)
def test_a_bad_set_up_is_refused_with_the_reason(anna, wish, code):
    assert error_of(anna.post("/api/games/checkers/position", wish)) == (422, code)


# --- people ----------------------------------------------------------------------------------------------------------


def test_a_nickname_is_kept_and_cleaned(anna):
    assert anna.put("/api/me", {"nickname": "  An\u202ena\t\n the  cat "}).json()["nickname"] == "Anna the cat"
    assert anna.get("/api/me").json()["nickname"] == "Anna the cat"
    assert error_of(anna.put("/api/me", {"nickname": "x" * 25})) == (422, "nickname_long")
    assert error_of(anna.put("/api/me", {"nickname": 5})) == (422, "request")


def test_a_new_nickname_is_seen_at_the_table(house):
    guest = house.guest("Old")
    name = guest.new_table("connect_four", "me", "Easy")
    with guest.sit(name) as chair:
        guest.put("/api/me", {"nickname": "New"})
        assert chair.until(lambda table: table["seats"][0]["name"] == "New")


# --- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}]}, 404, "name/unknown"),
        ({"game": "checkers", "seats": [{"kind": "me"}]}, 422, "setup/invalid"),
        ({"game": "checkers", "seats": []}, 422, "request"),
        ({"game": "checkers", "seats": [{"kind": "me"}, {"kind": "agent"}]}, 422, "no_agent"),
        ({"game": "checkers", "seats": [{"kind": "me"}, {"kind": "robot"}]}, 422, "request"),
        ({"game": "checkers", "seats": [{"kind": "me"}, {"kind": "me"}], "seed": -1}, 422, "request"),
        ({"game": "checkers", "seats": [{"kind": "me"}, {"kind": "me"}], "actions": [1, 2]}, 422, "action/illegal"),
        ({"game": "checkers", "seats": [{"kind": "me"}, {"kind": "me"}], "colour": "red"}, 422, "request"),
    ],
)
def test_a_table_that_cannot_be_made_is_refused_with_the_reason(anna, wish, status, code):
    assert error_of(anna.post("/api/tables", wish)) == (status, code)


@pytest.mark.parametrize(
    ("agent", "code"),
    [
        ("Impossible", "name/unknown"),
        ("checkers_hub", "agent_outside"),
        ("ismcts:seconds=11", "agent_seconds"),
        ("alphabeta:table=28", "agent_setting"),
        ("mcts:threads=64", "agent_setting"),
        ("mcts:max_nodes=2000000000", "agent_setting"),
        ("checkers_engine:endgame_file=/etc/passwd", "agent_setting"),
        ("alphabeta:depth=0", "agent/settings"),
        ("mcts:iterations=none", "agent/budget"),
        ("bot", "agent_unfit"),
    ],
)
def test_agents_that_strangers_may_not_start_are_refused(anna, agent, code):
    wish = {"game": "checkers", "seats": [{"kind": "me"}, {"kind": "agent", "agent": agent}]}
    assert error_of(anna.post("/api/tables", wish)) == (422, code)


def test_a_table_can_start_from_an_imported_game(anna):
    transcript = {"format": "pdn", "text": "1. 11-15 23-19 2. 8-11 22-17"}
    name = anna.new_table("checkers", "me", "me", options={"rules": "english"}, **{"import": transcript})
    table = anna.table(name)
    assert [move["name"] for move in table["moves"]] == ["11-15", "23-19", "8-11", "22-17"]
    assert not table["undo"]  # nobody at this table has played yet


def test_a_table_can_start_from_a_record_of_the_site(anna):
    first = anna.new_table("checkers", "me", "me", options={"rules": "italian"})
    with anna.sit(first) as chair:
        for _ in range(3):
            chair.play()
        moves = chair.table["moves"]
    transcript = {"format": "record", "text": anna.get(f"/api/tables/{first}/export?format=record").text}
    told = anna.post("/api/games/checkers/position", {"import": transcript}).json()
    assert (told["options"]["rules"], told["actions"]) == ("italian", [move["action"] for move in moves])
    table = anna.table(anna.new_table("checkers", "me", "me", **{"import": transcript}))
    assert table["options"]["rules"] == "italian"
    assert [move["name"] for move in table["moves"]] == [move["name"] for move in moves]


def test_a_record_that_cannot_be_played_is_refused_with_the_reason(anna):
    four = anna.new_table("connect_four", "me", "me")
    with anna.sit(four) as chair:
        chair.play()
    text = anna.get(f"/api/tables/{four}/export?format=record").text
    for wrong in (text, text.replace("connect_four", "checkers"), text[: len(text) // 2], "{}", "[]"):
        answer = anna.post("/api/games/checkers/position", {"import": {"format": "record", "text": wrong}})
        assert error_of(answer) == (422, "record/invalid")
    edited = text.replace('"setup": {"variant": "standard"}', '"setup": {"variant": ["standard"]}')
    answer = anna.post("/api/games/connect_four/position", {"import": {"format": "record", "text": edited}})
    assert edited != text
    assert error_of(answer) == (422, "record/invalid")
    name = anna.new_table("kuhn", "me", "me")
    finish(anna, name)
    text = anna.get(f"/api/tables/{name}/export").text
    wish = {"game": "kuhn", "seats": [{"kind": "me"}] * 2, "import": {"format": "record", "text": text}}
    assert error_of(anna.post("/api/tables", wish)) == (422, "no_opening")


def test_joining_takes_the_seat_once(house, anna, bert):
    name = anna.new_table("connect_four", "me", "link")
    key = anna.table(name)["links"]["join"][0]["path"].partition("join=")[2]
    assert bert.table(name)["links"]["join"] == []  # only the maker sees the link
    assert error_of(bert.post(f"/api/tables/{name}/join", {"key": "guess"})) == (403, "bad_link")
    told = bert.post(f"/api/tables/{name}/join", {"key": key}).json()
    assert told["you"] == [1]
    assert told["seats"][1]["name"] == "Bert"
    assert bert.post(f"/api/tables/{name}/join", {"key": key}).json()["you"] == [1]
    assert error_of(house.guest().post(f"/api/tables/{name}/join", {"key": key})) == (409, "taken")
    assert anna.table(name)["links"]["join"] == []


def test_a_rematch_turns_the_seats_and_is_one_table(anna, bert):
    name = anna.new_table("connect_four", "me", "link")
    bert.join(anna, name)
    assert error_of(anna.post(f"/api/tables/{name}/rematch")) == (409, "still_running")
    with bert.sit(name) as chair:
        chair.ask("resign")
    first = anna.post(f"/api/tables/{name}/rematch").json()["table"]
    assert bert.post(f"/api/tables/{name}/rematch").json()["table"] == first
    assert bert.table(name)["rematch"] == first
    assert [seat["name"] for seat in bert.table(first)["seats"]] == ["Bert", "Anna"]


def test_a_level_can_be_switched_by_a_person_at_the_table(anna, bert):
    name = anna.new_table("checkers", "me", "Easy")
    told = anna.put(f"/api/tables/{name}/seats/1", {"agent": "Hard"}).json()
    assert (told["seats"][1]["level"], told["seats"][1]["name"]) == ("Hard", "Hard")
    assert error_of(bert.put(f"/api/tables/{name}/seats/1", {"agent": "Easy"})) == (403, "not_seated")
    assert error_of(anna.put(f"/api/tables/{name}/seats/0", {"agent": "Easy"})) == (409, "not_an_agent")
    assert error_of(anna.put(f"/api/tables/{name}/seats/7", {"agent": "Easy"})) == (404, "no_seat")
    assert error_of(anna.put(f"/api/tables/{name}/seats/1", {"agent": "checkers_hub"})) == (422, "agent_outside")


def test_my_games_are_listed_newest_first(house):
    guest, other = house.guest("Me"), house.guest("Other")
    first = guest.new_table("connect_four", "me", "Easy")
    second = other.new_table("checkers", "link", "me", options={"rules": "english"})
    guest.join(other, second)
    mine = guest.get("/api/mine").json()
    assert [row["table"] for row in mine] == [second, first]
    assert mine[0]["your_turn"] is False  # Black begins in the English game
    assert mine[1]["your_turn"] is True
    assert [seat["you"] for seat in mine[0]["seats"]] == [True, False]
    assert house.guest().get("/api/mine").json() == []


def test_a_finished_game_can_be_replayed_and_taken_home(anna):
    name = anna.new_table("connect_four", "me", "me")
    table = finish(anna, name)
    told = anna.get(f"/api/tables/{name}/replay").json()
    assert [row["number"] for row in told["positions"]] == list(range(table["count"] + 1))
    position = told["positions"][0]["position"]
    assert position["cells"][5] == [None] * 7
    for row in told["positions"][1:]:
        apply_patch(position, row["patch"])
    assert position == table["position"]
    assert told["result"] == table["result"]
    answer = anna.get(f"/api/tables/{name}/export?format=record")
    assert 'filename="connect_four-' in answer.headers["content-disposition"]
    record = parse_record(answer.text)
    assert list(record.actions) == [move["action"] for move in table["moves"]]
    assert record.seats[0]["name"] == "Anna"


def test_games_that_ended_by_consent_or_resignation_make_good_records(anna):
    for wish in ("resign", "draw"):
        name = anna.new_table("checkers", "me", "me", options={"rules": "english"})
        with anna.sit(name) as chair:
            chair.play()
            chair.ask("resign") if wish == "resign" else chair.ask("offer", kind="draw")
            result = chair.until(lambda table: table["result"])["result"]
        record = parse_record(anna.get(f"/api/tables/{name}/export").text)
        assert record.result.returns == tuple(result["returns"])
        pdn = anna.get(f"/api/tables/{name}/export?format=pdn").text
        # White is to move after Black's first move, so it is White who resigns
        assert ('[Result "0-1"]' if wish == "resign" else '[Result "1/2-1/2"]') in pdn


def test_a_running_game_can_be_copied_as_text(anna):
    name = anna.new_table("checkers", "me", "me", options={"rules": "english"})
    with anna.sit(name) as chair:
        chair.play()
    assert anna.get(f"/api/tables/{name}/export?format=fen").text.startswith("W:W21")
    assert "1. 9-" in anna.get(f"/api/tables/{name}/export?format=pdn").text
    assert error_of(anna.get(f"/api/tables/{name}/export?format=sgf")) == (422, "name/unknown")


def test_unknown_tables_and_paths_are_told(anna):
    for path in ("", "/replay", "/export"):
        assert error_of(anna.get(f"/api/tables/nowhere{path}")) == (404, "no_table")
    assert error_of(anna.get("/api/nothing")) == (404, "not_found")
    assert error_of(anna.post("/api/games")) == (405, "method")


# --- pages -----------------------------------------------------------------------------------------------------------


def test_pages_and_files_are_served(anna):
    answer = anna.get("/")
    assert "<title>Ludoteca" in answer.text
    assert anna.get("/static/app.js").headers["content-type"].startswith("text/javascript")
    assert anna.get("/static/app.js").headers["cache-control"] == "no-cache"
    assert anna.get("/static/app.js").headers["etag"]
    assert error_of(anna.get("/table/anything")) == (404, "no_page")  # this test's folder has no such page
    assert anna.get("/static/../../../etc/passwd").status_code == 404
    assert anna.get("/static/%2e%2e/%2e%2e/etc/passwd").status_code == 404


def test_the_reference_page_needs_nothing_from_elsewhere(anna):
    page = anna.get("/api/docs").text
    assert "POST /api/tables" in page
    assert "://" not in page
    assert anna.get("/api/docs.css").headers["content-type"].startswith("text/css")
    assert anna.get("/api/openapi.json").json()["info"]["title"] == "Ludoteca"


SITE = Path(ludoteca.site.__file__).parent
OWN_WORDS = ("crowned", "stone", "firework", "clue", "fen", "pdn", "hanab.live", "damiera", "contestant")
"""What only one game speaks of, besides what its declaration and its plugin name."""


def list_words():
    """The words that belong to one game: names of games, of their agents, formats and levels."""
    loaded = {name: games.load(name) for name in games.names()}
    owners = Counter(word for game in loaded.values() for word in {level.name for level in game.info.levels})
    levels = {level for level, count in owners.items() if count == 1}
    formats = {form for game in loaded.values() for form in game.formats}
    own_agents = {agent for name in games.names() for agent in load_plugin(name).agents}
    return {*loaded, *levels, *formats, *own_agents, *OWN_WORDS}


def test_the_words_of_games_are_known():
    assert {"checkers", "checkers_engine", "warlord", "hanab.live", "fen", "Hat", "Grandmaster"} <= list_words()
    assert "Easy" not in list_words()


@pytest.mark.parametrize(
    "file", sorted(file for kind in ("py", "js", "css", "html") for file in SITE.rglob(f"*.{kind}"))
)
def test_nothing_in_the_site_names_a_game(file):
    text = file.read_text()
    assert [word for word in list_words() if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)] == []
