"""axe-core finds no serious fault on any page, light, dark or in high contrast."""

import pytest

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

SERIOUS = ("serious", "critical")


def faults(page):
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_page_is_accessible(visit, theme):
    hand = visit(color_scheme="light" if theme == "light" else "dark", contrast="more" if theme == "contrast" else None)
    found = {}

    def look(name):
        found[name] = faults(hand.page)

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
            hand.page.get_by_text("Look inside a mind").click()
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
    hand.open("/mine")
    hand.page.get_by_role("heading", name="Finished").wait_for()
    look("my games")
    assert {name: faults for name, faults in found.items() if faults} == {}
    assert len(found) == 10
