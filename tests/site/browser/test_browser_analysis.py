"""After a game, with keys alone: it is analysed, the chart is walked, a mistake is learned from, another line is tried
and played on. And the bar while one plays."""

import re

from stage import PATIENCE
from test_browser_access import find_faults

LOST = [3, 3, 3, 3, 2, 0, 4, 0, 1]  # O took a corner instead of stopping three in a row
OPEN = re.compile("a disc lands here")


def focus(hand, element):
    """Without the mouse: on a long page Tab would take long. A page that is drawn anew takes the focus away."""
    hand.wait_until(lambda: element.evaluate("found => (found.focus(), found === document.activeElement)"))


def press_key(hand, element, key="Enter"):
    focus(hand, element)
    hand.page.keyboard.press(key)


def drop(hand, letter):
    press_key(hand, hand.column(letter))


def test_a_game_is_analysed_learned_from_and_played_on_with_keys(visit):
    hand = visit(noisy=True)
    table = hand.ask_for_table("connect_four", ["me", "me"], actions=LOST)
    hand.open(f"/table/{table}")
    press_key(hand, hand.page.get_by_role("link", name="Replay"))
    hand.page.wait_for_url("**/replay/*")

    panel = hand.page.get_by_role("region", name="Analysis")
    press_key(hand, panel.get_by_role("button", name="Analyse the game"))
    chart = panel.get_by_role("slider", name=re.compile("Chance to win of Red"))
    chart.wait_for(timeout=5_000 * PATIENCE)
    assert panel.get_by_role("row").count() == 3  # a head, and two who played

    focus(hand, chart)
    hand.page.keyboard.press("Home")
    hand.sees(re.compile("^Move 0 of 9"))
    hand.page.keyboard.press("PageDown")
    hand.wait_until(lambda: chart.get_attribute("aria-valuenow") == "6")
    hand.sees(re.compile("^Move 6 of 9"))
    assert re.search("a blunder.*Better:", chart.get_attribute("aria-valuetext"))
    box = chart.bounding_box()
    chart.click(position={"x": box["width"] * 3 / 9, "y": box["height"] / 2})
    hand.sees(re.compile("^Move 3 of 9"))
    assert find_faults(hand.page) == []

    press_key(hand, panel.get_by_role("button", name="Learn from your mistakes"))
    lesson = hand.page.get_by_role("region", name="Learn from mistakes")
    lesson.get_by_text("Find something better on the board").wait_for()
    drop(hand, "a")  # what was played
    lesson.get_by_text("is what was played").wait_for()
    drop(hand, "f")
    lesson.get_by_text("as good as the best").or_(lesson.get_by_text("is possible. Try again")).first.wait_for()
    if not lesson.get_by_text("as good as the best").count():
        press_key(hand, lesson.get_by_role("button", name="Show the solution"))
        lesson.get_by_text("Better:").wait_for()
    assert find_faults(hand.page) == []
    press_key(hand, lesson.get_by_role("button", name="Back to the game"))

    press_key(hand, hand.button("What if…"))
    tried = hand.page.get_by_role("region", name="What if…")
    for letter in "bc":
        drop(hand, letter)
        tried.get_by_role("button", name=re.compile(f": {letter}$")).wait_for()
    press_key(hand, tried.get_by_role("button", name="Take back"))
    tried.locator("[aria-current]").filter(has_text=re.compile(": b$")).wait_for()
    drop(hand, "g")
    tried.get_by_role("button", name=re.compile(": g$")).wait_for()
    assert tried.get_by_role("button", name=re.compile(": [bcg]$")).count() == 3  # two lines that share a move
    tried.get_by_text(re.compile("wins with")).wait_for()
    assert find_faults(hand.page) == []

    press_key(hand, hand.page.locator("summary", has_text="Play on from here"))
    level = hand.page.get_by_label("Against")
    focus(hand, level)
    hand.page.keyboard.type("Easy")
    press_key(hand, hand.button("Play on"))
    hand.page.wait_for_url("**/table/*")
    hand.sees(re.compile("Your turn|thinks|Waiting"))
    assert hand.table()["count"] >= 5
    assert [seat["level"] for seat in hand.table()["seats"]] == [None, "Easy"]


def test_on_a_phone_the_analysis_fits_in_italian(visit):
    hand = visit(locale="it-IT", viewport={"width": 390, "height": 844})
    table = hand.ask_for_table("connect_four", ["me", "me"], actions=LOST)
    hand.open(f"/replay/{table}")
    hand.press("Analizza la partita")
    hand.page.get_by_text("Errori gravi").wait_for(timeout=5_000 * PATIENCE)
    assert hand.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_bar_is_off_at_first_and_shows_the_judges_value(visit):
    hand = visit(locale="it-IT")
    table = hand.ask_for_table("connect_four", ["me", "me"], actions=LOST[:7])
    hand.open(f"/table/{table}")
    hand.page.get_by_role("region", name="Stato della partita").wait_for()
    bar = hand.page.get_by_role("meter", name="Che cosa pensa il giudice")
    assert bar.count() == 0
    hand.press("Impostazioni")
    hand.page.get_by_label("Mostra chi sta meglio").check()
    hand.page.keyboard.press("Escape")
    bar.wait_for()
    hand.wait_until(lambda: bar.get_attribute("aria-valuenow") == "100")  # Red has two ways to win
    assert "vince con probabilità" in bar.get_attribute("aria-valuetext")
