"""Pictures of what people do together: clocks, chat, an invitation, the lobby, other devices, ratings."""

from pathlib import Path
from typing import Any

from hand import Hand
from stage import SIZES

KINDS = [
    ("desktop", "light", "en-GB"),
    ("desktop", "dark", "it-IT"),
    ("phone", "light", "it-IT"),
    ("phone", "dark", "en-GB"),
]
FISCHER = {"kind": "fischer", "seconds": 300, "increment": 3}


def take_people_pages(browser: Any, address: str, folder: Path) -> None:
    for size, theme, locale in KINDS:
        contexts = [
            browser.new_context(base_url=address, color_scheme=theme, locale=locale, **SIZES[size]) for _ in range(3)
        ]
        anna, bert, carla = (Hand(context.new_page()) for context in contexts)
        take_people(anna, bert, carla, folder, f"{size}-{theme}-{locale[:2]}")
        for context in contexts:
            context.close()


def take_people(anna: Hand, bert: Hand, carla: Hand, folder: Path, kind: str) -> None:
    def take(hand: Hand, name: str, whole: bool = False) -> None:
        hand.page.wait_for_timeout(600)
        hand.page.screenshot(path=folder / f"{name}-{kind}.png", full_page=whole)

    anna.api("GET", "/me")
    anna.api("PUT", "/me", {"nickname": "Anna"})
    table = anna.ask_for_table("checkers", ["me", "link"], clock=FISCHER, seed=None, rated=True)
    link = anna.api("GET", f"/tables/{table}")["links"]["join"][0]["path"]
    bert.open(link)
    bert.page.locator("dialog input").wait_for()
    bert.page.locator("dialog input").fill("Bert")
    take(bert, "invitation")
    bert.page.keyboard.press("Enter")
    bert.page.locator(".seat").first.wait_for()
    anna.open(f"/table/{table}")
    play_together(anna, bert, table)
    for hand, line in ((anna, "Good luck!"), (bert, "You too. Nice opening <b>by the way</b>.")):
        hand.page.locator(".chat input[type=text]").fill(line)
        hand.page.keyboard.press("Enter")
    anna.page.locator(".chat-lines li").nth(1).wait_for()
    take(anna, "table-clock-chat", whole=True)
    anna.ask_for_table("connect_four", ["me", "link"], public=True, clock=FISCHER, seed=None)
    make_public_games(bert)
    carla.open("/lobby")
    carla.page.locator(".thumbnail-frame").first.wait_for()
    take(carla, "lobby", whole=True)
    bert.open("/mine")
    bert.page.locator(".thumbnail-frame").first.wait_for()
    take(bert, "mine-thumbnails", whole=True)
    take_dialogs(carla, take)


def play_together(anna: Hand, bert: Hand, table: str) -> None:
    for hand in (anna, bert, anna, bert):
        told = hand.api("GET", f"/tables/{table}")
        hand.wait_until(lambda hand=hand: bool(hand.api("GET", f"/tables/{table}")["legal"]))
        name = hand.api("GET", f"/tables/{table}")["legal"][0]["name"]
        hand.page.locator(".typed input").fill(name)
        hand.page.keyboard.press("Enter")
        hand.wait_until(lambda hand=hand, told=told: hand.api("GET", f"/tables/{table}")["ply"] > told["ply"])


def make_public_games(hand: Hand) -> None:
    for game, seats in (
        ("hanabi", ["me", "Helpful"]),
        ("dicewars", ["me", "Easy", "Easy", "Easy"]),
        ("connect_four", ["me", "Easy"]),
    ):
        hand.ask_for_table(game, seats, public=True)
    hand.ask_for_table("contest", ["me", "Console", "Console", "Console"], public=True)


def take_dialogs(hand: Hand, take: Any) -> None:
    hand.page.locator("[popovertarget=settings]").click()
    take(hand, "settings-people")
    hand.page.locator("#settings > button").click()
    hand.page.locator(".devices section button").click()
    hand.page.locator(".devices-code").wait_for()
    take(hand, "devices")
    hand.page.keyboard.press("Escape")
    hand.open("/#play-checkers")
    hand.page.locator(".setup select[name=clock]").wait_for()
    hand.page.locator("input[name=opponent][value=anyone]").check()
    hand.page.locator(".setup select[name=clock]").scroll_into_view_if_needed()
    take(hand, "set-up-clock")
