"""Pictures of every page, light and dark, on a desk and on a phone, in high contrast and in Italian; from them those of
the README, and its short animation.

python tests/site/browser/screenshots.py FOLDER [IMAGES [KIND ...]]
"""

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from hand import Hand
from playwright.sync_api import sync_playwright
from readme_pictures import copy_pictures, film_war
from screenshots_people import take_people_pages
from stage import SIZES, SWITCHES, find_browser, serving
from war import Warrior

# The opening of a checkers game under the UNISA rules, and a game of connect four that red wins.
CHECKERS = "22-18 9-14 18x9 5x14 24-20 11-15 23-18 14x23 27x11"
FOUR = [3, 3, 2, 4, 2, 2, 4, 1, 3, 3, 5, 4, 4, 0, 1, 1, 2]


GAMES = ("checkers", "connect_four", "contest", "dicewars", "hanabi")


def main(folder: Path, images: Path | None, kinds: list[str]) -> None:
    """All kinds, or some: desktop-light, phone-dark, contrast, italian ..."""
    folder.mkdir(parents=True, exist_ok=True)
    path = find_browser()
    if path is None:
        sys.exit("NO BROWSER: install chromium (`make browser` tries to)")
    with tempfile.TemporaryDirectory() as work, serving(Path(work)) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=SWITCHES)
        for kind in kinds or KINDS:
            KINDS[kind](browser, address, folder)
            print(f"{kind}: done", flush=True)
        if images is not None:
            copy_pictures(folder, images)
            film_war(browser, address, images / "war.webp")
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def take_themed(size: str, theme: str) -> Any:
    def take(browser: Any, address: str, folder: Path) -> None:
        context = browser.new_context(base_url=address, color_scheme=theme, locale="en-GB", **SIZES[size])
        take_all(Hand(context.new_page()), folder, f"{size}-{theme}")
        context.close()

    return take


def camera(hand: Hand, folder: Path, kind: str) -> Any:
    def take(name: str, whole: bool = False) -> None:
        hand.page.evaluate("document.activeElement?.matches('dialog *') || window.scrollTo(0, 0)")
        hand.page.wait_for_timeout(500)
        hand.page.screenshot(path=folder / f"{name}-{kind}.png", full_page=whole)

    return take


def take_contrast(browser: Any, address: str, folder: Path) -> None:
    """The tables and the adviser in high contrast, on a desk."""
    context = browser.new_context(base_url=address, locale="en-GB", **SIZES["desktop"])
    context.add_init_script("localStorage.setItem('ludoteca.theme', 'contrast')")
    hand = Hand(context.new_page())
    take = camera(hand, folder, "desktop-contrast")
    hand.open("/")
    hand.button("Play Checkers").wait_for()
    take("start")
    take_tables(hand, take)
    context.close()


def take_italian(browser: Any, address: str, folder: Path) -> None:
    """Pages that need no buttons to be found by name, in Italian, on a phone."""
    context = browser.new_context(base_url=address, locale="it-IT", color_scheme="light", **SIZES["phone"])
    hand = Hand(context.new_page())
    take = camera(hand, folder, "phone-italian")
    hand.open("/")
    hand.page.get_by_role("button", name="Gioca Dama").wait_for()
    take("start", whole=True)
    seats = {"contest": ["Console", "me", "Console", "Console"], "dicewars": ["me", "Easy", "Easy", "Easy"]}
    for game in GAMES:
        hand.open(f"/help/{game}")
        hand.page.get_by_role("heading", level=1).wait_for()
        take(f"help-{game}", whole=True)
        table = hand.ask_for_table(game, seats.get(game, ["me", "Easy" if game != "hanabi" else "Helpful"]))
        hand.open(f"/table/{table}")
        hand.page.locator(".board").wait_for()
        hand.page.wait_for_timeout(1500)
        take(f"table-{game}", whole=True)
    context.close()


def take_all(hand: Hand, folder: Path, kind: str) -> None:
    take = camera(hand, folder, kind)
    hand.page.route("**/api/games", hide_tiny_games)
    hand.open("/")
    hand.button("Play Checkers").wait_for()
    take("start", whole=True)
    hand.page.unroute("**/api/games")
    take_tables(hand, take)
    hand.open("/")
    hand.page.get_by_role("heading", name="Continue playing").wait_for()
    take("start-again")
    hand.press("Settings")
    take("settings")
    hand.page.keyboard.press("Escape")
    hand.press("Play Checkers")
    take("set-up")
    hand.page.get_by_text("Start from another position").click()
    hand.page.locator(".checkers-editor").scroll_into_view_if_needed()
    take("editor")
    hand.open("/#play-dicewars")
    hand.page.locator(".dice-preview svg").wait_for()
    take("set-up-dicewars")
    hand.open("/#play-contest")
    hand.page.locator(".contest-slots li").nth(3).wait_for()
    take("set-up-contest")
    for game in GAMES:
        hand.open(f"/help/{game}")
        hand.page.get_by_role("heading", level=1).wait_for()
        take(f"help-{game}", whole=True)
    hand.open("/mine")
    hand.page.get_by_role("heading", name="Running").wait_for()
    take("mine")
    hand.open("/learn/hanabi")
    hand.page.locator(".board").wait_for()
    take("learn-hanabi", whole=True)
    hand.open("/nowhere")
    hand.page.get_by_role("heading", level=1).wait_for()
    take("missing")
    hand.open("/api/docs")
    take("reference")


def take_war(hand: Hand, take: Any) -> None:
    """A turn of Dicewars: an area chosen, its attack, then the map of eight players, and a war between programs."""
    hand.make_table("dicewars", ["me", "Easy", "Intermediate", "Hard"], options={"map_seed": 7})
    warrior = Warrior(hand)
    table = warrior.wait_for_turn()
    attack = max((move for move in table["legal"] if move["kind"] == "attack"), key=lambda move: move["odds"])
    warrior.click(attack["source"])
    hand.page.locator(".dice-chip").first.wait_for()
    take("table-dicewars")
    warrior.click(attack["target"])
    warrior.wait_for_turn(table["ply"])
    take("table-dicewars-rolled")
    table_name = hand.make_table("dicewars", ["me", *["Hard"] * 7], options={"players": 8, "map_seed": 12})
    table = warrior.wait_for_turn()
    hand.page.get_by_role("button", name=re.compile("^End turn")).click()
    warrior.wait_for_turn(table["ply"])
    take("table-dicewars-eight")
    hand.open(f"/replay/{table_name}")
    hand.page.locator(".dice-chart").wait_for()
    take("replay-dicewars")


def take_turns_at_hanabi(hand: Hand, turns: int) -> None:
    """Hints while there are tokens, discards otherwise."""
    for _ in range(turns):
        hand.wait_for_ply(hand.table()["count"])  # the page shows partners' moves one by one
        before, legal = hand.table()["ply"], hand.table()["legal"]
        play(hand, before, next((move for move in legal if "target" in move), legal[0])["name"])


def play(hand: Hand, ply: int, move: str) -> None:
    """Type a move, and wait until it is one's turn again."""
    typed = hand.page.get_by_role("textbox", name="Type a move")
    typed.fill(move)
    typed.press("Enter")
    hand.wait_until(lambda: hand.table()["ply"] > ply and hand.table()["mover"] == 0)


def hide_tiny_games(route: Any) -> None:
    own = [game for game in route.fetch().json() if (game["page"] or {}).get("package", "").startswith("ludoteca.")]
    route.fulfill(json=own)


def take_tables(hand: Hand, take: Any) -> None:
    table = hand.make_table("checkers", ["me", "Master"])
    for move in CHECKERS.split()[::2]:
        told = hand.table()
        legal = [found["name"] for found in told["legal"]]
        play(hand, told["ply"], move if move in legal else legal[0])
    hand.press("Hint")
    hand.page.locator(".checkers-arrow").wait_for()
    take("table-checkers")
    hand.page.get_by_text("Analysis: watch the computer think").click()
    hand.press("Think")
    hand.page.get_by_role("img", name=re.compile("^Search tree")).wait_for()
    take("think-tree", whole=True)
    stop = hand.button("Stop")
    if stop.is_visible():  # a search that has ended needs no stopping
        stop.click()
    hand.button("Think").wait_for()
    hand.page.get_by_label("Search", exact=True).select_option("alphabeta")
    hand.press("Think")
    rows = hand.page.get_by_role("table", name="Depth by depth").get_by_role("row")
    hand.wait_until(lambda: rows.count() > 4)
    take("think-lines", whole=True)
    hand.open(f"/replay/{table}#5")
    hand.page.get_by_role("slider").wait_for()
    take("replay")
    hand.make_table("connect_four", ["me", "me"], actions=FOUR)
    hand.page.get_by_role("button", name="Rematch").wait_for()
    take("table-connect-four")
    hand.make_table("hanabi", ["me", "Helpful", "Helpful"], options={"players": 3})
    take_turns_at_hanabi(hand, 6)
    hand.page.get_by_role("button", name=re.compile("^card 1: ")).first.click()
    take("table-hanabi")
    take_war(hand, take)
    hand.make_table("contest", ["Console", "me", "Console", "Console"])
    hand.page.locator(".contest-hint").click()
    hand.page.locator(".contest-move[data-hint]").wait_for()
    take("table-contest", whole=True)
    hand.open("/adviser/contest#seat=1&options=%7B%22mode%22%3A%22game%22%7D&actions=")
    hand.page.locator(".contest-advice .contest-move").nth(3).wait_for()
    take("adviser", whole=True)
    hand.make_table("connect_four", ["me", "link"])
    take("table-link")
    hand.make_table("dice_race", ["me", "me"])
    take("table-without-page")


KINDS = {f"{size}-{theme}": take_themed(size, theme) for size in SIZES for theme in ("light", "dark")}
KINDS |= {"contrast": take_contrast, "italian": take_italian, "people": take_people_pages}

if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None, sys.argv[3:])
