"""People together: clocks, an invitation, chat, the lobby, watching, another device; with keys alone, too."""

import re

from test_browser_access import find_faults

FISCHER = {"kind": "fischer", "seconds": 300, "increment": 3}


def clock_of(hand, seat):
    return hand.page.get_by_role("timer", name=f"Clock of {seat}")


def invite(anna, game="connect_four", **more):
    """Anna's table with a seat for another; the link to it."""
    anna.api("GET", "/me")
    anna.api("PUT", "/me", {"nickname": "Anna"})
    table = anna.ask_for_table(game, ["me", "link"], seed=None, **more)
    return table, anna.api("GET", f"/tables/{table}")["links"]["join"][0]["path"]


def test_two_people_with_clocks_an_invitation_and_chat(visit):
    anna, bert = visit(), visit()
    table, link = invite(anna, clock=FISCHER)
    bert.open(link)
    bert.page.get_by_role("heading", name="Anna invites you: Connect four").wait_for()
    bert.sees("5 min + 3 s")
    bert.page.locator("dialog").get_by_label("Your nickname").fill("Bert")
    bert.press("Take the seat")
    bert.sees("Waiting for Red.")
    anna.sit(table)
    assert clock_of(anna, "Yellow").inner_text() == "5:00"
    anna.column("d").click()
    bert.sees("Your turn (Yellow).")
    assert bert.page.title().startswith("● Your turn")
    bert.page.locator(".clock[data-runs]").wait_for()
    bert.wait_until(lambda: clock_of(bert, "Yellow").inner_text() < "5:00")
    bert.column("c").click()
    anna.sees("Your turn (Red).")
    anna.page.get_by_role("region", name="Since your last turn").get_by_text("Yellow: c").wait_for()
    left = anna.table()["clocks"]["left"]
    assert left[0] == 300_000  # the first move was free
    assert left[1] != 300_000

    anna.page.get_by_role("textbox", name="Write to the others").fill("<i>good luck</i>")
    anna.press("Send")
    line = bert.page.locator(".chat-lines").get_by_text("<i>good luck</i>")
    line.wait_for()
    bert.press("Mute Anna")
    bert.wait_until(lambda: bert.page.locator(".chat-lines").get_by_text("good luck").count() == 0)
    anna.page.get_by_role("textbox", name="Write to the others").fill("do you hear me?")
    anna.press("Send")
    anna.page.locator(".chat-lines").get_by_text("do you hear me?").wait_for()
    bert.press("Hear Anna again")
    bert.page.locator(".chat-lines").get_by_text("do you hear me?").wait_for()
    bert.page.get_by_label("Show the chat").uncheck()
    assert bert.page.locator(".chat-lines").is_hidden()


def test_the_lobby_with_keys_alone(visit):
    """Play anyone, join, watch: nothing but Tab, Enter and arrows."""
    anna, bert, carla = visit(), visit(), visit()
    anna.open("/lobby")
    anna.page.get_by_role("heading", name="Open tables").wait_for()
    game = anna.page.get_by_role("combobox", name="Game")
    anna.tab_to(game)
    anna.page.keyboard.type("Connect")
    anna.tab_to(anna.page.get_by_role("combobox", name="Clock"))
    anna.page.keyboard.type("10 min")
    anna.tab_to(anna.button("Play anyone"))
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_url("**/table/*")
    anna.page.get_by_role("region", name="State of the game").wait_for()

    bert.open("/lobby")
    listed = f'[data-table="{anna.page.url.split("/table/")[1]}"]'
    join = bert.page.locator(listed).get_by_role("button", name=re.compile("^Join: Connect four"))
    join.wait_for()
    bert.tab_to(join)
    bert.page.keyboard.press("Enter")
    bert.page.wait_for_url("**/table/*")
    assert bert.page.url == anna.page.url
    bert.page.get_by_role("region", name="State of the game").wait_for()

    carla.open("/lobby")
    watch = carla.page.locator(listed).get_by_role("link", name=re.compile("^Watch: Connect four"))
    watch.wait_for()
    carla.page.locator(".thumbnail-frame svg, .thumbnail-frame button").first.wait_for(state="attached")
    carla.tab_to(watch)
    carla.page.keyboard.press("Enter")
    carla.page.wait_for_url(anna.page.url)
    assert carla.table()["you"] == []
    first = anna if anna.table()["mover"] in anna.table()["you"] else bert
    write = first.page.get_by_role("textbox", name="Write to the others")
    first.tab_to(write)
    first.page.keyboard.type("hello")
    first.page.keyboard.press("Enter")
    carla.page.locator(".chat-lines").get_by_text("hello").wait_for()
    assert carla.page.get_by_role("textbox", name="Write to the others").is_hidden()


def test_a_seat_moves_to_another_device(visit):
    desk, phone = visit(), visit(viewport={"width": 390, "height": 844})
    table = desk.make_table("connect_four", ["me", "me"])
    desk.press("Settings")
    desk.press("Use another device")
    desk.press("Make a code")
    shown = desk.page.locator(".devices-code")
    desk.wait_until(lambda: re.fullmatch(r"\w{4}-\w{4}", shown.inner_text()) is not None)
    phone.open("/")
    phone.press("Settings")
    phone.press("Use another device")
    phone.page.get_by_label("Code from the other device").fill("WRONG-00")
    phone.press("Move to this device")
    phone.sees("This code does not work")
    phone.page.get_by_label("Code from the other device").fill(shown.inner_text().lower())
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_url("**/mine")
    phone.page.get_by_role("link", name=re.compile("Connect four")).click()
    phone.page.wait_for_url(f"**/table/{table}")
    phone.column("d").click()
    desk.wait_until(lambda: desk.api("GET", f"/tables/{table}")["ply"] == 1)


def test_a_computers_moves_are_seen_one_by_one_for_as_long_as_one_likes(visit):
    """With a long pace the last of three answers comes late; without one, at once."""
    times = []
    for pace in ("1", "0"):
        hand = visit()
        hand.page.add_init_script(f"localStorage.setItem('ludoteca.pace', '{pace}')")
        hand.page.add_init_script(
            """window.seen = []; new MutationObserver(() => {
              const n = document.querySelectorAll('.move-list [data-ply]').length;
              if (seen.at(-1)?.[0] !== n) seen.push([n, performance.now()]);
            }).observe(document, {subtree: true, childList: true});"""
        )
        hand.make_table("hanabi", ["me", "Helpful", "Helpful", "Helpful"], options={"players": 4})
        typed = hand.page.get_by_role("textbox", name="Type a move")
        typed.fill(next(move["name"] for move in hand.table()["legal"] if "target" in move))
        typed.press("Enter")
        hand.wait_until(lambda hand=hand: hand.plies() >= 4)
        seen = dict(hand.page.evaluate("seen"))
        times.append(seen[4] - seen[1])
    assert times[0] > 1_500
    assert times[0] > times[1] + 1_000


def test_my_games_are_found_by_filters(hand):
    over = hand.make_table("connect_four", ["me", "me"], actions=[3, 3, 2, 2, 1, 1, 0])
    running = hand.make_table("hanabi", ["me", "Helpful"])
    hand.open("/mine")
    links = hand.page.locator(".my-game a")
    hand.wait_until(lambda: links.count() == 2)
    hand.sees("with Helpful")
    hand.page.locator(".my-games-filter select").first.select_option("over")
    hand.wait_until(lambda: links.count() == 1)
    assert over in links.first.get_attribute("href")
    hand.page.locator(".my-games-filter select").first.select_option("all")
    hand.page.locator(".my-games-filter select").last.select_option("hanabi")
    hand.wait_until(lambda: links.count() == 1)
    assert running in links.first.get_attribute("href")
    hand.page.locator(".thumbnail-frame").wait_for()


def test_no_page_of_people_has_a_serious_fault(visit):
    anna, bert = visit(noisy=True), visit(noisy=True)
    table, link = invite(anna, clock=FISCHER, rated=True, public=True)
    bert.open(link)
    bert.page.locator("dialog").get_by_label("Your nickname").wait_for()
    found = {"invitation": find_faults(bert.page)}
    bert.press("Take the seat")
    anna.sit(table)
    anna.page.locator(".chat-form").wait_for()
    anna.page.get_by_role("textbox", name="Write to the others").fill("hello")
    anna.press("Send")
    anna.page.locator(".chat-lines strong").wait_for()
    found["table"] = find_faults(anna.page)
    bert.open("/lobby")
    bert.page.locator(".thumbnail-frame").first.wait_for()
    found["lobby"] = find_faults(bert.page)
    bert.press("Settings")
    found["settings"] = find_faults(bert.page)
    bert.press("Use another device")
    bert.press("Make a code")
    found["devices"] = find_faults(bert.page)
    bert.open("/mine")
    bert.page.locator(".thumbnail-frame").first.wait_for()
    found["my games"] = find_faults(bert.page)
    bert.open("/#play-connect_four")
    bert.choose("Anyone")
    bert.page.get_by_text("More options").click()
    found["set-up"] = find_faults(bert.page)
    assert {name: faults for name, faults in found.items() if faults} == {}
