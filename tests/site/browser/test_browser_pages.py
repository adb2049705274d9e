"""The start page, languages, the replay, my games, a game without a page of its own, a phone."""

import json
import re

import pytest

COUNT_SOUNDS = """
window.sounds = 0;
window.AudioContext = class extends AudioContext { constructor() { super(); window.sounds += 1; } };
"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def watch_traffic(hand):
    """What the page asks for: bytes of answers as they were sent, by address; pages of other packages left out."""
    sizes = {}

    def count(request):
        if not re.search("/games/(runners|kuhn|pennies)/", request.url):
            sizes[request.url] = request.sizes()["responseBodySize"] + request.sizes()["responseHeadersSize"]

    hand.page.on("requestfinished", count)
    return sizes


def test_the_first_page_is_small(hand):
    sizes = watch_traffic(hand)
    hand.open("/")
    hand.button("Play Checkers").wait_for()
    hand.page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) < 200_000, sizes
    assert len(sizes) <= 15, sizes
    assert all(re.search("/(static|api|texts)/|/$", url) for url in sizes)


def test_nothing_is_asked_for_twice(hand):
    """What the first page has loaded the next one has already."""
    hand.open("/")
    hand.button("Play Checkers").wait_for()
    again = []
    hand.page.on("response", lambda answer: again.append(answer.url) if is_sent(answer) else None)
    hand.open("/mine")
    hand.page.get_by_role("heading", name="My games").wait_for()
    files = [url for url in again if "/static/" in url]
    assert len(files) <= 1, files  # the page's own name for its script


def is_sent(answer):
    return not answer.from_service_worker and answer.request.sizes()["responseBodySize"] > 0


def test_games_become_ready_one_by_one(hand):
    """The server is still compiling: the page shows how far it is."""

    def unready(route):
        games = [game | {"ready": game["name"] != "checkers"} for game in route.fetch().json()]
        route.fulfill(json=games)

    progress = [{"ready": False, "done": 3, "total": 7}, {"ready": True, "done": 7, "total": 7}]

    def status(route):
        games = {"checkers": progress[0] if len(progress) == 1 else progress.pop(0)}
        route.fulfill(body=json.dumps({"version": "1", "ready": False, "games": games}))

    hand.page.route("**/api/games", unready)
    hand.page.route("**/api/status", status)
    hand.open("/")
    hand.page.get_by_role("progressbar", name=re.compile("Checkers: Getting ready")).wait_for()
    assert hand.button("Play Checkers").count() == 0
    hand.button("Play Checkers").wait_for()


def test_the_italian_switch(hand):
    hand.open("/")
    hand.button("Italiano").click()
    hand.page.get_by_role("heading", name="A che cosa giochiamo?").wait_for()
    assert hand.page.locator("html").get_attribute("lang") == "it"
    hand.press("Gioca Dama")
    hand.page.get_by_role("radio", name=re.compile("^Difficile")).check()
    hand.press("Comincia la partita")
    hand.page.get_by_role("button", name="casella 22, pedina bianca, può muovere").click()
    hand.page.get_by_role("button", name="casella 18, vuota, una mossa arriva qui").click()
    hand.wait_for_ply(2)
    typed = hand.page.get_by_role("textbox", name="Scrivi una mossa")
    hand.sees("Tocca a te (Bianco).")
    typed.fill("xyz")
    typed.press("Enter")
    hand.sees("Non si legge come una mossa.")


def test_a_theme_is_kept(hand):
    hand.open("/")
    hand.press("Settings")
    hand.choose("High contrast")
    hand.open("/mine")
    assert hand.page.locator("html").get_attribute("data-theme") == "contrast"


def test_sounds_are_off_until_somebody_turns_them_on(hand):
    hand.page.add_init_script(COUNT_SOUNDS)
    hand.make_table("connect_four", ["me", "me"])
    hand.column("d").click()
    hand.wait_for_ply(1)
    assert hand.page.evaluate("window.sounds") == 0
    hand.press("Settings")
    hand.page.get_by_role("checkbox", name="Sounds").check()
    hand.page.keyboard.press("Escape")
    hand.column("d").click()
    hand.wait_for_ply(2)
    assert hand.page.evaluate("window.sounds") == 1


def test_the_replay_has_a_link_for_every_position(hand):
    table = hand.make_table("connect_four", ["me", "me"], actions=[3, 3, 2, 2, 1, 1, 0])
    hand.sees("Red won.")
    hand.open(f"/replay/{table}#3")
    hand.sees("Move 3 of 7. Red: c")
    hand.page.keyboard.press("ArrowRight")
    hand.sees("Move 4 of 7. Yellow: c")
    assert hand.page.url.endswith("#4")
    assert hand.page.get_by_role("textbox", name="Link to this position").input_value().endswith("#4")
    slider = hand.page.get_by_role("slider", name="Move to show")
    slider.fill("0")
    hand.sees("Move 0 of 7. Start")
    assert hand.page.get_by_role("button", name=re.compile("empty")).count() == 42
    slider.fill("2")
    hand.page.locator("summary", has_text="Play on from here").click()
    hand.press("Play on")
    hand.page.wait_for_url("**/table/*")
    hand.wait_for_ply(2)


def test_the_replay_tells_what_an_agent_reported(hand):
    table = hand.make_table("connect_four", ["me", "Easy"])
    hand.column("d").click()
    hand.wait_for_ply(2)
    hand.open(f"/replay/{table}#2")
    hand.sees(re.compile(r"Value .* · Depth 2 · Nodes \d+"))
    hand.page.keyboard.press("ArrowLeft")
    hand.sees(re.compile("^Move 1 of 2"))
    assert hand.page.get_by_text(re.compile(r"Depth \d")).count() == 0  # of a person's move there is nothing to tell


def test_my_games_are_listed(hand):
    hand.make_table("checkers", ["me", "Hard"])
    hand.open("/mine")
    hand.page.get_by_role("link", name=re.compile("Checkers.*against Hard.*Your turn", re.S)).click()
    hand.sees("Your turn (White).")
    hand.open("/")
    hand.page.get_by_role("heading", name="Continue playing").wait_for()


def test_a_game_without_a_page_of_its_own_can_be_played(hand):
    hand.open("/")
    hand.press("Play Dice race")
    hand.choose("Friend, here")
    hand.start()
    actions = hand.page.get_by_role("group", name="Legal actions").get_by_role("button")
    for _ in range(60):
        hand.wait_until(lambda: actions.count() > 0 or hand.table()["result"] is not None)
        if hand.table()["result"]:
            break
        before = hand.table()["version"]
        actions.first.click()
        hand.wait_until(lambda version=before: hand.table()["version"] > version)
    hand.page.get_by_role("button", name="Rematch").wait_for()


def test_a_game_for_several_begins_with_as_many_as_it_usually_has(hand):
    hand.open("/")
    hand.press("Play Runners")
    sides = hand.page.get_by_role("group", name="You play").get_by_role("radio")
    sides.first.wait_for()
    assert sides.count() == 3 + 1  # and a random one
    hand.choose("4")
    assert sides.count() == 4 + 1
    hand.choose("Friend, here")
    hand.start()
    assert len(hand.table()["seats"]) == hand.table()["options"]["players"] == 4


def test_a_game_on_a_phone(visit):
    hand = visit(**PHONE)
    hand.open("/")
    hand.page.get_by_role("button", name="Play Connect four").tap()
    hand.page.get_by_text("Friend, here").tap()
    hand.page.get_by_role("button", name="Start the game").tap()
    hand.page.wait_for_url("**/table/*")
    for ply, letter in enumerate("abababa"):
        hand.column(letter).tap()
        hand.wait_for_ply(ply + 1)
    hand.sees("Red won.")
    width = hand.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["viewport"]["width"], "nothing sticks out"
    assert hand.page.get_by_role("button", name=re.compile("^column a, row 6")).bounding_box()["height"] >= 40


def test_a_table_that_is_not_there_is_told(hand):
    hand.open("/table/nowhere")
    hand.sees("there is no such table")


# --- pages of other packages -----------------------------------------------------------------------------------------


def test_a_game_of_another_package_brings_its_page_in_both_languages(visit):
    hand = visit(locale="it-IT")
    hand.open("/table/" + hand.ask_for_table("runners", ["me", "me", "me"], options={"players": 3}))
    hand.page.get_by_role("group", name="Pista").wait_for()
    hand.page.get_by_role("button", name="run", exact=True).click()
    hand.wait_for_ply(1)
    assert "Corridori" in hand.page.title()
    assert hand.page.get_by_role("note").count() == 0


@pytest.mark.parametrize(
    ("game", "package", "cure"),
    [("kuhn", "outside_kuhn", "exports mountBoard"), ("pennies", "outside_pennies", "page/index.js must export")],
)
def test_a_broken_page_is_named_and_the_game_stays_playable(hand, game, package, cure):
    hand.make_table(game, ["me", "me"])
    notice = hand.page.get_by_role("note")
    notice.wait_for()
    assert package in notice.inner_text()
    assert cure in notice.inner_text()
    actions = hand.page.get_by_role("group", name="Legal actions")
    actions.get_by_role("button").first.click()
    hand.wait_until(lambda: any(move["seat"] >= 0 for move in hand.table()["moves"]))
