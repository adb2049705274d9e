"""People on the site: chat, the lobby, somebody to play with, another device, ratings, thumbnails; and their limits."""

import json

import pytest
from house import GENEROUS, House, new_warming, wait_until
from test_leaks import HANABI, deal_hands, new_table

from ludoteca.core.errors import Refusal
from ludoteca.site import devices
from ludoteca.site.chat import KEPT, LONGEST, clean_line
from ludoteca.site.devices import DeviceCodes
from ludoteca.site.limits import Limits
from ludoteca.site.lobby import draw_picture
from ludoteca.site.ratings import NEW, Rating, rate
from tiny import kuhn

FISCHER = {"kind": "fischer", "seconds": 300, "increment": 3}
FEW = {**GENEROUS, "chat_per_minute": 10, "chat_per_address": 10, "codes_per_minute": 3, "pictures_per_second": 1}


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A site whose limits for people are low."""
    warming = new_warming("connect_four")
    file = tmp_path_factory.mktemp("people") / "site.sqlite3"
    with House(f"sqlite:///{file}", warming, Limits(**FEW)) as house:
        wait_until(lambda: warming.ready["connect_four"], 900)
        yield house


def seat_two(anna, bert, game="connect_four", **more):
    name = anna.new_table(game, "me", "link", **more)
    bert.join(anna, name)
    return name


def said(chair):
    return [line["text"] for message in chair.seen if message["type"] == "chat" for line in message["lines"]]


def wait_for_line(chair, text):
    if text not in said(chair):
        chair.wait(lambda message: message["type"] == "chat" and text in [line["text"] for line in message["lines"]])


# --- chat ------------------------------------------------------------------------------------------------------------


def hear(chair, **how):
    """Listen; what was said so far."""
    chair.send("listen", **how)
    told = chair.wait(lambda message: message["type"] == "chat" and message["whole"])
    return [line["text"] for line in told["lines"]]


def test_a_line_reaches_who_listens_and_nobody_who_muted_its_speaker(house, anna, bert):
    name = seat_two(anna, bert)
    walter = house.guest("Walter")
    with anna.sit(name) as first, bert.sit(name) as second, walter.sit(name) as watcher:
        assert hear(first) == []
        assert hear(second, muted=[0]) == []
        assert second.ask("chat", text="  hello\n\u202ethere  ")["type"] == "ack"
        wait_for_line(first, "hello there")
        assert first.ask("chat", text="secret of Anna")["type"] == "ack"
        assert watcher.ask("chat", text="me too")["code"] == "not_seated"
        assert second.ask("chat", text="bye")["type"] == "ack"
        wait_for_line(first, "bye")
        assert "secret of Anna" not in json.dumps(second.seen)  # muted, live
        assert said(watcher) == []  # who did not ask hears nothing
        assert hear(watcher, muted=[1]) == ["secret of Anna"]  # muted, in what was said before
        second.ask("listen", on=False)
        first.ask("chat", text="still there?")
        second.ask("ping")
        assert "still there?" not in json.dumps(second.seen)


def test_chat_is_where_people_are_and_where_it_is_wanted(anna, bert):
    alone = anna.new_table("connect_four", "me", "Easy")
    with anna.sit(alone) as chair:
        assert chair.ask("chat", text="hello")["code"] == "no_chat"
    silent = seat_two(anna, bert, chat=False)
    with anna.sit(silent) as chair:
        assert chair.table["chat"] is False
        assert chair.ask("chat", text="hello")["code"] == "no_chat"


@pytest.mark.parametrize(
    ("text", "code"), [("", "chat_empty"), (" \n\u200b\x00 ", "chat_empty"), ("x" * 301, "chat_long")]
)
def test_lines_that_cannot_be_shown_are_refused(text, code):
    with pytest.raises(Refusal) as refused:
        clean_line(text)
    assert refused.value.code == code


def test_a_line_is_plain_text():
    assert clean_line("<b>bold</b>\ttab\r\nline \u2066x\u2069") == "<b>bold</b> tab line x"
    assert len(clean_line("x" * LONGEST)) == LONGEST


def test_only_so_many_lines_are_kept_and_they_survive(tmp_path):
    url = f"sqlite:///{tmp_path / 'site.sqlite3'}"
    many = Limits(**GENEROUS, chat_per_minute=1e6, chat_per_address=1e6)
    warming = new_warming("connect_four")
    with House(url, warming, many) as house:
        wait_until(lambda: warming.ready["connect_four"], 900)
        anna, bert = house.guest("Anna"), house.guest("Bert")
        name = seat_two(anna, bert)
        with anna.sit(name) as chair:
            for i in range(KEPT + 7):
                chair.send("chat", text=f"line {i}")
            assert chair.ask("ping")["type"] == "pong"
    warming = new_warming("connect_four")
    with House(url, warming, many) as house:
        wait_until(lambda: warming.ready["connect_four"], 900)
        with house.guest().sit(name) as chair:
            chair.send("listen")
            lines = chair.wait(lambda message: message["type"] == "chat")["lines"]
        assert [line["text"] for line in lines] == [f"line {i}" for i in range(7, KEPT + 7)]
        assert [line["number"] for line in lines] == list(range(8, KEPT + 8))


def test_chat_is_limited_by_person_and_by_address(strict):
    anna, bert = strict.guest("Anna"), strict.guest("Bert")
    name = seat_two(anna, bert)
    with anna.sit(name) as first, bert.sit(name) as second:
        answers = [first.ask("chat", text="x").get("code") for _ in range(4)]
        assert answers == [None, None, "chat_fast", "chat_fast"]
        assert second.ask("chat", text="x")["code"] == "chat_fast"  # from the same address
        assert first.play()["type"] == "ack"  # which takes nothing else away


# --- the lobby -------------------------------------------------------------------------------------------------------


def listed(guest, kind):
    return {row["table"]: row for row in guest.get("/api/lobby").json()[kind]}


def test_the_lobby_lists_what_is_public_and_nothing_else(house, anna, bert):
    walter = house.guest("Walter")
    private = anna.new_table("connect_four", "me", "link")
    public = anna.new_table("connect_four", "me", "link", public=True, clock=FISCHER)
    shown = listed(walter, "open")
    assert private not in shown
    assert [seat["kind"] for seat in shown[public]["seats"]] == ["person", "open"]
    assert shown[public]["clock"] == FISCHER
    key = anna.table(public)["links"]["join"][0]["path"].partition("join=")[2]
    told = json.dumps(walter.get("/api/lobby").json())
    assert key not in told
    assert not any(guest.cookie in told for guest in (anna, bert))
    assert walter.post(f"/api/tables/{private}/sit").json()["error"]["code"] == "bad_link"
    assert bert.post(f"/api/tables/{public}/sit").status_code == 200
    assert public not in listed(walter, "open")
    assert public in listed(walter, "running")
    assert walter.post(f"/api/tables/{public}/sit").json()["error"]["code"] == "taken"
    with anna.sit(public) as chair:
        chair.ask("resign")
    assert public not in listed(walter, "running")


def test_two_who_want_the_same_meet(house):
    anna, bert, carla = (house.guest(name) for name in ("Anna", "Bert", "Carla"))
    wish = {"game": "connect_four", "clock": {**FISCHER, "increment": 7}}
    first = anna.post("/api/match", wish).json()["table"]
    assert bert.post("/api/match", wish).json()["table"] != first  # Anna has left: she is not connected
    with anna.sit(first):
        other = carla.post("/api/match", {"game": "connect_four"}).json()["table"]
        assert other != first  # without a clock
        assert anna.post("/api/match", wish).json()["table"] != first  # not with herself
        assert carla.post("/api/match", wish).json()["table"] == first
        assert len(carla.table(first)["you"]) == 1
    slow = {"game": "connect_four", "clock": {"kind": "days", "days": 9}}
    waiting = anna.post("/api/match", slow).json()["table"]
    assert carla.post("/api/match", slow).json()["table"] == waiting  # with days, nobody has to wait there


def test_a_thumbnail_shows_what_everybody_may_see():
    hands = ("r1 y2 g1 w2 b2", "r5 g5 w5 b5 y5"), ("r1 b2 y1 y2 w2", "g4 g4 w4 b4 y4")
    pictures = {json.dumps(draw_picture(new_table(HANABI, *deal_hands(*pair)))) for pair in hands}
    assert len(pictures) == 1
    deals = {json.dumps(draw_picture(new_table(kuhn.GAME, a, b))) for a in range(3) for b in range(3) if a != b}
    assert len(deals) == 1
    over = {json.dumps(draw_picture(new_table(kuhn.GAME, a, 1, 0, 0))) for a in (0, 2)}
    assert len(over) == 2  # then everything is told


def test_a_thumbnail_is_the_same_for_everybody(anna, bert):
    name = seat_two(anna, bert, "kuhn")
    pictures = {guest.get(f"/api/tables/{name}/picture").text for guest in (anna, bert)}
    assert len(pictures) == 1
    assert "card=[-2 -2]" in pictures.pop().replace("[ ", "[").replace("  ", " ")


def test_thumbnails_are_limited_by_address(strict):
    guest = strict.guest()
    name = guest.new_table("connect_four", "me", "me")
    codes = [guest.get(f"/api/tables/{name}/picture").status_code for _ in range(8)]
    assert codes[:4] == [200] * 4
    assert 429 in codes


# --- another device --------------------------------------------------------------------------------------------------


def test_seats_move_to_another_device_by_a_code_that_works_once(house):
    anna, phone, thief = house.guest("Anna"), house.guest(), house.guest()
    name = anna.new_table("kuhn", "me", "me")
    code = anna.post("/api/me/code").json()["code"]
    assert phone.post("/api/me/move", {"code": "AAAA-AAAA"}).json()["error"]["code"] == "bad_code"
    moved = phone.post("/api/me/move", {"code": code.lower().replace("-", " ")})
    assert moved.json()["nickname"] == "Anna"
    assert phone.table(name)["you"] == [0, 1]
    with phone.sit(name) as chair:
        chair.my_turn()
        assert chair.play()["type"] == "ack"
    assert thief.post("/api/me/move", {"code": code}).json()["error"]["code"] == "bad_code"
    assert thief.table(name)["you"] == []


def test_nobody_loses_running_games_by_accident(house):
    anna, bert = house.guest("Anna"), house.guest("Bert")
    name = bert.new_table("connect_four", "me", "me")
    code = anna.post("/api/me/code").json()["code"]
    assert bert.post("/api/me/move", {"code": code}).json()["error"]["code"] == "has_games"
    assert bert.table(name)["you"] == [0, 1]
    assert bert.post("/api/me/move", {"code": code, "replace": True}).status_code == 200
    assert bert.get("/api/me").json()["nickname"] == "Anna"


def test_codes_are_digests_short_lived_and_hard_to_guess(monkeypatch):
    codes = DeviceCodes("secret", Limits(codes_per_minute=5))
    code = codes.issue("anna", "1.1.1.1")
    assert code.replace("-", "") not in repr(codes._kept)
    newer = codes.issue("anna", "1.1.1.1")
    with pytest.raises(Refusal, match="does not work"):
        codes.redeem(code, "2.2.2.2")  # a newer one took its place
    monkeypatch.setattr(devices.time, "monotonic", lambda: 10**9)
    with pytest.raises(Refusal, match="too old"):
        codes.redeem(newer, "2.2.2.2")


def test_guesses_are_limited_by_address_and_in_all():
    codes = DeviceCodes("secret", Limits(codes_per_minute=5))
    refused = []
    for i in range(300):
        with pytest.raises(Refusal) as error:
            codes.redeem(f"{i:08d}", f"10.0.0.{i % 100}")
        refused.append(error.value.code)
    assert refused.count("bad_code") <= devices.GUESSES_IN_ALL + 5
    assert refused[-1] == "code_fast"


def test_codes_are_limited_over_http(strict):
    guest = strict.guest()
    statuses = [guest.post("/api/me/code").status_code for _ in range(5)]
    assert statuses == [200] * 3 + [429] * 2
    tries = [guest.post("/api/me/move", {"code": "x"}).json()["error"]["code"] for _ in range(5)]
    assert tries == ["bad_code"] * 3 + ["code_fast"] * 2


# --- ratings ---------------------------------------------------------------------------------------------------------


def test_ratings_move_with_results_and_grow_surer():
    first, second = rate([NEW, NEW], [1.0, -1.0])
    assert first.mean > NEW.mean > second.mean
    assert first.deviation < NEW.deviation
    assert NEW.tell() == {"rating": 1500, "low": 520, "high": 2480, "games": 0}
    drawn = rate([first, second], [0.0, 0.0])
    assert drawn[0].mean < first.mean
    assert drawn[1].mean > second.mean
    three = rate([NEW] * 3, [1.0, 0.0, 0.0])
    assert three[1] == three[2] or abs(three[1].mean - three[2].mean) < 0.5
    assert Rating(25.0, 1.0, 9).tell()["games"] == 9


def test_a_rated_game_is_rated_once_and_only_for_its_players(house):
    anna, bert, carla = (house.guest(name) for name in ("Anna Rated", "Bert Rated", "Carla"))
    name = seat_two(anna, bert, rated=True)
    with anna.sit(name) as chair, bert.sit(name):
        assert chair.table["rated"] is True
        chair.ask("resign")
    wait_until(lambda: anna.get("/api/me/ratings").json())
    mine, theirs = anna.get("/api/me/ratings").json()[0], bert.get("/api/me/ratings").json()[0]
    assert mine["game"] == "connect_four"
    assert mine["low"] < mine["rating"] < 1500 < theirs["rating"] < theirs["high"]
    assert carla.get("/api/me/ratings").json() == []
    names = [row["name"] for row in carla.get("/api/games/connect_four/ratings").json()]
    assert names.index("Bert Rated") < names.index("Anna Rated")
    plain = seat_two(anna, bert)
    with anna.sit(plain) as chair:
        chair.ask("resign")
    assert anna.get("/api/me/ratings").json()[0]["games"] == 1
    assert anna.http.delete("/api/me/ratings").status_code == 204
    assert anna.get("/api/me/ratings").json() == []


def test_what_was_not_rated_when_the_server_died_is_rated_later(tmp_path):
    url = f"sqlite:///{tmp_path / 'site.sqlite3'}"
    warming = new_warming("connect_four")
    with House(url, warming, Limits(**GENEROUS)) as house:
        wait_until(lambda: warming.ready["connect_four"], 900)
        house.services.tables.when_over.clear()  # as if it had died at that moment
        anna, bert = house.guest("Anna"), house.guest("Bert")
        name = seat_two(anna, bert, rated=True)
        with anna.sit(name) as chair:
            chair.ask("resign")
        assert anna.get("/api/me/ratings").json() == []
    warming = new_warming("connect_four")
    with House(url, warming, Limits(**GENEROUS)) as house:
        guest = house.guest()
        wait_until(lambda: len(guest.get("/api/games/connect_four/ratings").json()) == 2, 900)


def test_a_game_with_a_program_from_outside_is_not_rated(house, anna, bert, monkeypatch):
    monkeypatch.setattr("ludoteca.site.ratings.is_program", lambda client: True)
    name = seat_two(anna, bert, rated=True)
    with anna.sit(name) as chair:
        chair.ask("resign")
    ratings = house.services.ratings
    wait_until(lambda: not ratings._tasks)
    assert anna.get("/api/me/ratings").json() == []


@pytest.mark.parametrize(
    ("game", "seats", "more", "code"),
    [
        ("connect_four", ("me", "Easy"), {}, "rated_people"),
        ("connect_four", ("me", "me"), {}, "rated_people"),
        ("connect_four", ("me", "link"), {"think": True}, "rated_plain"),
        ("connect_four", ("me", "link"), {"seed": 3}, "rated_plain"),
        ("connect_four", ("me", "link"), {"actions": [3]}, "rated_plain"),
    ],
)
def test_a_rated_game_is_between_people_and_plain(anna, game, seats, more, code):
    wishes = [{"kind": seat} if seat in ("me", "link") else {"kind": "agent", "agent": seat} for seat in seats]
    answer = anna.post("/api/tables", {"game": game, "seats": wishes, "rated": True, **more})
    assert answer.json()["error"]["code"] == code
