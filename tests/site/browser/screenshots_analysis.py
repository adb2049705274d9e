"""Pictures of what is found out about games: the analysis, learning, lines that are tried, deals, the bar.

python tests/site/browser/screenshots_analysis.py FOLDER [GAME...]
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hand import Hand
from playwright.sync_api import sync_playwright
from screenshots import FOUR, SIZES
from stage import SWITCHES, find_browser, serving

from ludoteca import games
from ludoteca.lab.match import play_match
from ludoteca.lab.record import format_record

KINDS = [("desktop", "light", "en-GB"), ("phone", "dark", "it-IT")]
PLAYERS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "checkers": (["Intermediate", "Hard"], {}),
    "connect_four": (["Easy", "Intermediate"], {}),
    "contest": (["Easy", "Console", "Thesis 100", "Master"], {}),
    "dicewars": (["Easy", "Expert"], {"players": 2}),
    "hanabi": (["Helpful", "Conventional"], {}),
}


def write_game(name: str, most: int = 500) -> str:
    """A record of a game that is short enough to be pasted."""
    game, (players, options) = games.load(name), PLAYERS[name]
    matches = (play_match(game, players, seed=seed, start=options) for seed in range(50))
    return format_record(next(match.record for match in matches if len(match.actions) <= most), game)


def main(folder: Path, chosen: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = find_browser()
    if path is None:
        sys.exit("NO BROWSER: install chromium (`make browser` tries to)")
    texts = {name: write_game(name) for name in chosen}
    with tempfile.TemporaryDirectory() as work, serving(Path(work)) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=SWITCHES)
        for size, theme, locale in KINDS:
            context = browser.new_context(base_url=address, color_scheme=theme, locale=locale, **SIZES[size])
            hand = Hand(context.new_page())
            hand.page.set_default_timeout(240_000)
            for name, text in texts.items():
                take_game(hand, folder, name, text, f"{size}-{theme}-{locale[:2]}")
            take_own(hand, folder, f"{size}-{theme}-{locale[:2]}")
            context.close()
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def take_game(hand: Hand, folder: Path, name: str, text: str, kind: str) -> None:
    """A whole analysis, and the deal where there is one."""
    hand.api("GET", "/me")
    table = hand.api("POST", "/replays", {"game": name, "import": {"format": "record", "text": text}})["table"]
    hand.open(f"/replay/{table}")
    hand.page.locator(".analysis .run button.primary").click()
    hand.page.locator(".analysis-summary").wait_for()
    if hand.page.locator(".analysis-list button").count():
        hand.page.locator(".analysis-list button").first.click()
    deal = hand.page.locator(".deal .run button.primary")
    if deal.count() and deal.is_visible():
        deal.click()
        hand.page.locator(".deal-levels").wait_for()
    hand.page.wait_for_timeout(600)
    hand.page.screenshot(path=folder / f"analysis-{name}-{kind}.png", full_page=True)
    if hand.page.locator(".analysis-body .row button.primary").count():
        hand.page.locator(".analysis-body .row button.primary").click()
        hand.page.locator(".learn h2").wait_for()
        hand.page.wait_for_timeout(600)
        hand.page.screenshot(path=folder / f"learn-{name}-{kind}.png")


def take_own(hand: Hand, folder: Path, kind: str) -> None:
    """The bar while somebody plays, and a tree of lines."""
    hand.open("/")
    hand.page.evaluate("localStorage.setItem('ludoteca.evaluation', 'on')")
    table = hand.ask_for_table("connect_four", ["me", "me"], actions=FOUR[:8])
    hand.open(f"/table/{table}")
    hand.page.locator(".eval-bar[data-known]").wait_for()
    hand.page.screenshot(path=folder / f"bar-{kind}.png")
    table = hand.ask_for_table("connect_four", ["me", "me"], actions=FOUR)
    hand.open(f"/replay/{table}#8")
    hand.page.locator(".replay-steps button").last.click()
    for column in (3, 2):
        hand.page.locator(".variation").wait_for()
        hand.page.locator(".cells-cell").nth(column).click()
        hand.page.wait_for_timeout(500)
    hand.page.wait_for_timeout(800)
    hand.page.screenshot(path=folder / f"tree-{kind}.png", full_page=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(PLAYERS))
