"""A stranger's first game of each game, from the start page to its end: clicks and seconds, as a table.

python tests/site/browser/first_games.py REPORT [GAME ...]

The stranger takes what the dialog proposes, plays plainly (the move that the page makes easiest), and never waits.
Motion is reduced, so that the seconds are those of the program: clicks, answers of the server, moves of the others.
"""

import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hand import Hand
from playwright.sync_api import sync_playwright
from stage import SWITCHES, find_browser, serving
from war import Warrior, choose

TITLES = {
    "connect_four": "Connect four",
    "checkers": "Checkers",
    "contest": "Live Contest",
    "dicewars": "Dicewars",
    "hanabi": "Hanabi",
}
COUNT_CLICKS = (
    "addEventListener('click', () => { sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1; }, true)"
)
SHORT_WAR = 400  # decisions: a war that lasts longer is resigned


def main(report: Path, games: list[str]) -> None:
    path = find_browser()
    if path is None:
        sys.exit("NO BROWSER: install chromium (`make browser` tries to)")
    with tempfile.TemporaryDirectory() as work, serving(Path(work)) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=SWITCHES)
        rows = [play_first(browser, address, game) for game in games]
        browser.close()
    report.write_text(write_report(rows), "utf-8")
    print(report.read_text("utf-8"))


def play_first(browser: Any, address: str, game: str) -> dict[str, Any]:
    """One game by a visitor who has never been here."""
    size = {"width": 1280, "height": 900}
    context = browser.new_context(base_url=address, viewport=size, locale="en-GB", reduced_motion="reduce")
    context.add_init_script(COUNT_CLICKS)
    hand = Hand(context.new_page())
    hand.page.set_default_timeout(60_000)
    begun = time.monotonic()
    hand.open("/")
    hand.press(f"Play {TITLES[game]}")
    hand.start()
    wait_for_turn(hand)
    first = count_clicks(hand), time.monotonic() - begun
    moves = 0
    while not is_over(hand.table()):
        PLAYERS[game](hand)
        moves += 1
        print(f"\r{game}: {moves} moves", end="", file=sys.stderr)
    print(file=sys.stderr)
    ended = hand.page.locator(".result h2, .result-turn").first
    ended.wait_for()
    row = {"game": TITLES[game], "clicks_first": first[0], "seconds_first": first[1], "moves": moves}
    row |= {
        "clicks": count_clicks(hand),
        "seconds": time.monotonic() - begun,
        "end": ended.inner_text(),
    }
    context.close()
    return row


def count_clicks(hand: Hand) -> int:
    return int(hand.page.evaluate("sessionStorage.clicks ?? 0"))


def is_over(table: Any) -> bool:
    """Over, or lost before the others have ended it: a stranger leaves then."""
    areas = table["position"].get("seats", {}).get("areas") if table["game"] == "dicewars" else None
    return bool(
        table["result"]
        or (areas and table["position"]["phase"] not in ("map", "deal", "dice") and not areas[table["you"][0]])
    )


def wait_for_turn(hand: Hand, ply: int = -1) -> Any:
    """Until the person may act, or the game is over."""

    def is_there() -> bool:
        table = hand.table()
        return bool(table["ply"] > ply and (is_over(table) or table["mover"] in table["you"]))

    hand.wait_until(is_there, 600)
    return hand.table()


# --- a plain move of each game ---------------------------------------------------------------------------------------


def drop_disc(hand: Hand) -> None:
    """As near to the middle as a column is free."""
    table = hand.table()
    column = min((move["column"] for move in table["legal"]), key=lambda column: abs(column - 3))
    hand.column("abcdefg"[column]).click()
    wait_for_turn(hand, table["ply"])


def move_man(hand: Hand) -> None:
    """The first move that the server lists, square by square."""
    table = hand.table()
    for square in table["legal"][0]["path"]:
        cell = hand.page.locator(f'.cells-cell[data-id="{square}"]')
        cell.click()
    wait_for_turn(hand, table["ply"])


def perform(hand: Hand) -> None:
    """What the page proposes."""
    table = hand.table()
    hand.page.locator(".contest-go").click()
    wait_for_turn(hand, table["ply"])
    hand.page.locator(".contest-go:visible, .contest-end:visible").first.wait_for()


def fight(hand: Hand) -> None:
    """The likeliest attack, or the end of the turn; a long war is given up."""
    table, warrior = hand.table(), Warrior(hand)
    hand.wait_until(lambda: warrior.shown() == table["count"], 120)
    if table["count"] > SHORT_WAR:
        for _ in range(2):  # it asks whether one is sure
            hand.page.locator("button.danger").click()
        return hand.wait_until(lambda: bool(hand.table()["result"]))
    move = choose(table["legal"])
    if move["kind"] == "end":
        hand.page.get_by_role("button", name=re.compile("^End turn")).click()
    else:
        warrior.click(move["source"])
        warrior.click(move["target"])
    wait_for_turn(hand, table["ply"])
    return None


def give_clue(hand: Hand) -> None:
    """A clue to the first card of the next hand while there are tokens, else the oldest card is discarded."""
    table = hand.table()
    if any(move["kind"].startswith("tell") for move in table["legal"]):
        hand.page.get_by_role("button", name=re.compile("^card 1: ")).first.click()
        hand.page.get_by_role("button", name=re.compile(r"^[\w ]+ \(\d cards?\)$")).first.click()
    else:
        hand.page.get_by_role("button", name=re.compile("^your card 1: ")).first.click()
        hand.press("Discard it")
    table = wait_for_turn(hand, table["ply"])
    if not table["result"]:
        hand.wait_for_ply(table["count"])


PLAYERS: dict[str, Callable[[Hand], None]] = {
    "connect_four": drop_disc,
    "checkers": move_man,
    "contest": perform,
    "dicewars": fight,
    "hanabi": give_clue,
}


def write_report(rows: list[dict[str, Any]]) -> str:
    lines = [
        "# A stranger's first game",
        "",
        "From the start page to the end of the first game, by a visitor who takes what the dialog proposes and plays "
        "plainly.",
        "Seconds are the program's on a busy machine of two cores, with reduced motion and no time to think.",
        "",
        "`python tests/site/browser/first_games.py docs/results/first-games.md`",
        "",
        "| game | clicks to the first move | seconds to it | own moves | clicks in all | clicks a move | "
        "seconds in all | end |",
        "|---|---:|---:|---:|---:|---:|---:|---|",
    ]
    for row in rows:
        per_move = (row["clicks"] - row["clicks_first"]) / row["moves"]
        lines.append(
            f"| {row['game']} | {row['clicks_first']} | {row['seconds_first']:.1f} | {row['moves']} | "
            f"{row['clicks']} | {per_move:.1f} | {row['seconds']:.0f} | {row['end']} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or list(TITLES))
