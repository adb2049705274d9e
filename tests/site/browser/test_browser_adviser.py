"""The adviser beside a game that is played elsewhere: a contest through five turns, by mouse and by keyboard only."""

import re

import pytest
from test_browser_access import find_faults

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LINK = "/adviser/contest#seat=1&options=%7B%22mode%22%3A%22game%22%7D&actions={}"


def turn_of(hand):
    found = re.search(r"turn (\d) of", hand.page.locator(".contest-turn").inner_text())
    return int(found.group(1))


def wait_for_advice(hand):
    hand.page.locator(".contest-advice h2", has_text=re.compile(r"^Perform .*: \d+% to win$")).wait_for()
    assert hand.page.locator(".contest-advice .contest-move").count() == 4


def wait_for_news(hand, before):
    """Until what was entered has been taken in: the address holds it."""
    hand.wait_until(lambda: hand.page.url != before)
    hand.page.locator(".adviser-view:not([aria-busy])").wait_for()


def asks_for_chance(hand):
    return hand.page.locator(".contest-question").is_visible()


def test_through_five_turns(hand):
    """From the start page: who performs, what happened, what to do next; taken back, reloaded, and gone on."""
    hand.open("/")
    hand.page.get_by_role("link", name="Adviser (Live Contest)").click()
    hand.page.get_by_role("radio", name="Speranza").check()
    hand.press("Begin")
    for turn in range(1, 6):
        wait_for_advice(hand)
        assert turn_of(hand) == turn
        own = hand.page.locator(".contest-entry-row[data-own] input:checked")
        assert own.count() == 1, "the advised move is chosen, in case it was performed"
        for row in hand.page.locator(".contest-entry-row:not([data-own])").all():
            row.get_by_role("radio").nth((turn + 1) % 3).check()
        if turn == 2:
            hand.page.reload()  # resumes; what was not entered yet is entered again
            wait_for_advice(hand)
            for row in hand.page.locator(".contest-entry-row:not([data-own])").all():
                row.get_by_role("radio").nth(0).check()
        before = hand.page.url
        hand.press("That is what happened")
        wait_for_news(hand, before)
        if turn == 1:
            check_taking_back(hand, before)
        while asks_for_chance(hand):
            before = hand.page.url
            hand.page.locator(".contest-question button").first.click()
            wait_for_news(hand, before)
    rows = hand.page.get_by_role("list", name="Results").get_by_role("listitem")
    assert rows.count() == 4
    assert hand.page.locator(".contest-log h3").count() == 5
    hand.open("/adviser/contest")
    hand.press("Go on with the last one")
    hand.page.locator(".contest-end").wait_for()


def check_taking_back(hand, before):
    """The turn is asked for again, with what was entered."""
    after = hand.page.url
    hand.press("Take back")
    hand.wait_until(lambda: hand.page.url == before)
    hand.page.locator(".contest-entry").wait_for()
    assert turn_of(hand) == 1
    assert hand.page.locator(".contest-entry input:checked").count() == 4
    hand.press("That is what happened")
    hand.wait_until(lambda: hand.page.url == after)


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desktop", "phone"])
def test_by_keyboard_only(visit, how):
    """Tab goes from contestant to contestant, arrows choose, Enter says that this is what happened."""
    hand = visit(**how)
    hand.open(LINK.format(""))
    wait_for_advice(hand)
    focused = "document.activeElement.name ?? ''"
    hand.tab_to(hand.page.locator(".contest-entry input").first)
    for turn in range(1, 6):
        wait_for_advice(hand)
        for place in range(hand.page.locator(".contest-entry-row").count()):
            if place:
                hand.page.keyboard.press("Tab")
            assert hand.page.evaluate(focused).startswith("seat")
            hand.page.keyboard.press("ArrowDown" if turn % 2 else "ArrowUp")
        before = hand.page.url
        hand.page.keyboard.press("Enter")
        wait_for_news(hand, before)
        while asks_for_chance(hand):
            before = hand.page.url
            hand.page.keyboard.press("Enter")  # the first answer has the focus
            wait_for_news(hand, before)
    hand.page.locator(".contest-end").wait_for()
    assert hand.page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_nerves_follow_from_who_could_not_perform(hand):
    """Macy's Attract makes others nervous; after anything else nobody can have been."""
    hand.open(LINK.format(""))
    wait_for_advice(hand)
    rows = hand.page.locator(".contest-entry-row")
    assert "nervous" not in rows.nth(2).inner_text()
    for place, choice in enumerate(("Safeguard", "Round", "Attract", "too nervous to perform")):
        rows.nth(place).get_by_role("radio", name=choice).check()
    before = hand.page.url
    hand.press("That is what happened")
    wait_for_news(hand, before)
    hand.page.locator(".contest-log", has_text="Plumy is too nervous").wait_for()
    while asks_for_chance(hand):
        assert "nervous" not in hand.page.locator(".contest-question").inner_text()
        hand.page.locator(".contest-question button").first.click()
        hand.page.locator(".adviser-view:not([aria-busy])").wait_for()
    assert turn_of(hand) == 2
    while turn_of(hand) == 2 or asks_for_chance(hand):
        hand.press("Take back")
        hand.page.locator(".adviser-view:not([aria-busy])").wait_for()
    rows = hand.page.locator(".contest-entry-row")
    for place, choice in enumerate(("Safeguard", "Round", "Return", "too nervous to perform")):
        rows.nth(place).get_by_role("radio", name=choice).check()
    hand.press("That is what happened")
    hand.page.locator(".contest-question button, .contest-entry [role=alert]").first.wait_for()
    if asks_for_chance(hand):
        hand.page.locator(".contest-question button").first.click()
    hand.page.locator(".contest-entry [role=alert]", has_text="made Plumy nervous").wait_for()


def test_in_italian(visit):
    hand = visit(locale="it-IT")
    hand.open(LINK.format(""))
    hand.page.locator(".contest-advice h2", has_text=re.compile("^Esegui ")).wait_for()
    text = hand.page.inner_text("main")
    assert "contest." not in text
    assert "adviser." not in text
    assert "Round" not in text
    hand.open("/adviser/contest")
    hand.page.get_by_role("button", name="Comincia").wait_for()


def test_any_game_without_secrets_has_an_adviser(hand):
    """Moves are entered on the game's own board."""
    hand.open("/help/connect_four")
    hand.page.get_by_role("link", name="Advice for a game elsewhere").click()
    hand.press("Begin")
    hand.page.locator(".adviser-advice h2", has_text=re.compile("^Play ")).wait_for()
    hand.column("d").click()
    hand.page.locator(".adviser-advice", has_text="Enter what Yellow does").wait_for()
    hand.press("Take back")
    hand.page.locator(".adviser-advice h2", has_text=re.compile("^Play ")).wait_for()
    hand.open("/adviser/hanabi")
    hand.page.get_by_role("button", name="Begin").click()
    hand.sees(re.compile("know what it hides"))


def test_axe_finds_nothing_serious(visit):
    hand = visit(noisy=True)
    hand.open("/adviser/contest")
    hand.page.locator(".contest-slots li").nth(3).wait_for()
    found = {"beginning": find_faults(hand.page)}
    hand.press("Begin")
    wait_for_advice(hand)
    found["turn"] = find_faults(hand.page)
    assert {name: faults for name, faults in found.items() if faults} == {}
