"""axe-core finds no serious fault on any page, light, dark or in high contrast."""

import re

import pytest

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

SERIOUS = ("serious", "critical")
ONLY_COLOURS = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
EVERYTHING = {"resultTypes": ["violations"]}

PLAIN_PAGES = {  # what needs nothing but its address, and what it shows when it is complete
    "/lobby": "main h1",
    "/#play-dicewars": ".dice-preview svg",
    "/#play-contest": ".contest-slots li",
    "/#play-hanabi": ".setup-levels",
    "/help/contest": "article, section",
    "/help/dicewars": "article, section",
    "/learn/hanabi": ".board",
    "/nowhere": "h1",
    "/api/docs": "h1",
}
"""Tables of contest and dicewars, their adviser and replays are looked at in the tests of these pages."""


def run_axe(page, rules):
    """What axe-core finds; it is put into a page once."""
    if page.evaluate("typeof window.axe") == "undefined":
        return axe.Axe().run(page, options=rules).response["violations"]
    return page.evaluate("rules => axe.run(document, rules)", rules)["violations"]


def find_faults(page):
    """Everything in light colours; colours again in the other themes, which change nothing else."""
    found = []
    for theme, rules in (("light", EVERYTHING), ("dark", ONLY_COLOURS), ("contrast", ONLY_COLOURS)):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        for fault in run_axe(page, rules):
            places = [f"{node['target']} {node['failureSummary']}" for node in fault["nodes"]]
            found += [f"{theme}: {fault['id']}: {place}" for place in places if fault["impact"] in SERIOUS]
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    return found


def test_no_page_has_a_serious_fault(visit):
    hand = visit(noisy=True)  # axe tries things that the content security policy forbids
    found = {}

    def look(name):
        found[name] = find_faults(hand.page)

    hand.open("/")
    hand.button("Play Checkers").wait_for()
    look("start")
    hand.press("Settings")
    look("settings")
    hand.page.keyboard.press("Escape")
    hand.press("Play Checkers")
    hand.page.get_by_text("More options").click()
    hand.page.get_by_text("Start from another position").click()
    hand.press("Empty board")
    look("set-up")
    for game, actions in (("checkers", []), ("connect_four", [3, 3, 2, 2, 1, 1, 0])):
        table = hand.make_table(game, ["me", "Easy"] if game == "checkers" else ["me", "me"], actions=actions)
        if game == "checkers":
            hand.press("Hint")
            hand.page.locator(".result-hint").wait_for()
            hand.page.get_by_text("Analysis: watch the computer think").click()
            hand.page.get_by_label("Time").select_option("2")
            hand.press("Think")
            hand.page.get_by_role("img", name="Search tree").wait_for()
        look(f"table of {game}")
        hand.open(f"/replay/{table}")
        hand.page.get_by_role("slider").wait_for()
        look(f"replay of {game}")
        hand.open(f"/help/{game}")
        hand.page.get_by_role("heading", level=1).wait_for()
        look(f"help of {game}")
    hand.make_table("hanabi", ["me", "Conventional"])
    hand.page.get_by_role("button", name=re.compile("^card 1: ")).click()
    look("table of hanabi")
    hand.open("/help/hanabi")
    hand.page.get_by_role("heading", level=1).wait_for()
    look("help of hanabi")
    hand.open("/mine")
    hand.page.get_by_role("heading", name="Finished").wait_for()
    look("my games")
    for path, shown in PLAIN_PAGES.items():
        hand.open(path)
        hand.page.locator(shown).first.wait_for()
        look(path)
    hand.make_table("dice_race", ["me", "me"])
    look("table of a game without a page")
    hand.make_table("connect_four", ["me", "link"])
    look("table that waits")
    assert {name: faults for name, faults in found.items() if faults} == {}
    assert len(found) == 14 + len(PLAIN_PAGES)
