"""Live Contests in a browser: a whole contest by clicking and by keyboard only, hint and tree, own contestants."""

import re

import pytest
from test_browser_access import find_faults

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SEATS = ["Console", "me", "Console", "Console"]
MOVES = ["Mimic", "Round", "Dazzling Gleam", "Disarming Voice"]


def sit(hand, **more):
    hand.make_table("contest", SEATS, **more)
    wait_for_pick(hand)


def wait_for_pick(hand):
    """Until the person may pick again, or the results are there; answers whether there is something to pick."""
    hand.page.locator(".contest-go:visible, .contest-end:visible").first.wait_for()
    return hand.page.locator(".contest-go").is_visible()


def move(hand, name):
    return hand.page.get_by_role("radio", name=re.compile(rf"^\d\. {name},"))


def is_past(hand, turn):
    """Whether the page shows a later turn, or the results."""
    ended = hand.page.locator(".contest-end").is_visible()
    return ended or f"turn {turn} of" not in hand.page.locator(".contest-turn").inner_text()


def check_results(hand):
    """Four bars, the winner's full, in the order of the hearts."""
    rows = hand.page.get_by_role("list", name="Results").get_by_role("listitem")
    rows.nth(3).wait_for()
    assert rows.count() == 4
    hand.wait_until(lambda: hand.page.locator(".contest-results [data-hidden]").count() == 0)
    totals = [int(re.search(r"(-?\d+) hearts?", rows.nth(i).inner_text()).group(1)) for i in range(4)]
    assert totals == sorted(totals, reverse=True)
    assert "100 %" in rows.first.inner_text()
    hand.sees(re.compile(r"^You (won|lost)\.$"))


def test_a_whole_contest_by_clicking(hand):
    sit(hand)
    for turn in range(1, 6):
        hand.sees(f"Beauty contest · turn {turn} of 5")
        name = MOVES[1 + turn % 2]
        move(hand, name).click()
        hand.press(f"Perform {name}")
        hand.page.locator(".contest-log h3", has_text=f"Turn {turn}").first.wait_for()
        if turn < 5:
            hand.sees(f"Beauty contest · turn {turn + 1} of 5")
            hand.page.locator(".contest-go").wait_for()
    check_results(hand)
    assert hand.page.locator(".contest-log h3").count() == 5
    hand.page.reload()  # what happened is asked of the server
    hand.page.locator(".contest-log h3", has_text="Turn 1").wait_for()
    assert hand.page.locator(".contest-log h3").count() == 5


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desktop", "phone"])
def test_a_whole_contest_by_keyboard_only(visit, how):
    """Arrow keys choose, Enter performs; the moves have the focus whenever one is to pick."""
    hand = visit(**how)
    sit(hand)
    focused = "document.activeElement.getAttribute('aria-label')"
    for turn in range(1, 6):
        hand.wait_until(lambda: (hand.page.evaluate(focused) or "").startswith(("1.", "2.", "3.", "4.")))
        hand.page.keyboard.press("Home")
        for _ in range(1 + turn % 2):
            hand.page.keyboard.press("ArrowDown")
        assert hand.page.evaluate(focused).startswith(f"{2 + turn % 2}.")
        hand.page.keyboard.press("Tab")  # to the tree, and back to the moves
        assert hand.page.get_by_role("tab", name="Search tree").get_attribute("aria-selected") == "true"
        hand.page.keyboard.press("Shift+Tab")
        hand.page.keyboard.press("Enter")
        if turn < 5:
            hand.sees(f"Beauty contest · turn {turn + 1} of 5")
            hand.page.locator(".contest-go").wait_for()
    check_results(hand)
    wide = hand.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, "the page is wider than the screen"


def test_the_card_says_what_a_move_does_and_what_repeating_costs(hand):
    sit(hand)
    move(hand, "Round").click()
    panel = hand.page.get_by_role("tabpanel")
    assert "Great after a move of the same condition." in panel.inner_text()
    assert "loves it: +1 heart, +1 star" in panel.inner_text()
    hand.press("Perform Round")
    hand.sees("Beauty contest · turn 2 of 5")
    hand.page.locator(".contest-go").wait_for()
    assert "again " in move(hand, "Round").inner_text()
    hand.page.locator(".contest-card[data-seat='3']").click()  # the moves of Plumy
    assert "Petal Dance" in panel.inner_text()


def test_the_hint_with_its_tree(hand):
    """The tree grows in the colours of the moves; then one move has the frame, and the arrow jumps to it."""
    sit(hand)
    remember_texts(hand, ".contest-thinking")
    hand.page.locator(".contest-hint").click()
    hand.page.locator(".contest-move[data-hint]").wait_for()
    assert any(re.match(r"Thinking: \d+%", text) for text in hand.page.evaluate("remembered"))
    hand.page.get_by_role("img", name=re.compile(r"^Search tree after [\d,]+ playouts$")).wait_for()
    branches = [hand.page.locator(f".contest-tree .contest-node.-move{i}").first for i in range(4)]
    colours = {branch.evaluate("n => getComputedStyle(n).fill") for branch in branches}
    assert len(colours) == 4, "all four moves are in the picture, however far the search got"
    advised = hand.page.locator(".contest-move[data-hint]")
    assert advised.count() == 1
    assert advised.get_attribute("aria-checked") == "true"
    assert re.search(r"\d+% to win, Hint", advised.get_attribute("aria-label"))


def remember_texts(hand, selector):
    """Every text that an element shows from now on, in `remembered`: some are gone before a busy machine looks."""
    hand.page.evaluate(
        """selector => {
          window.remembered = [];
          const element = document.querySelector(selector);
          new MutationObserver(() => remembered.push(element.textContent))
            .observe(element, { childList: true, characterData: true, subtree: true });
        }""",
        selector,
    )


def test_a_chosen_move_is_kept_when_the_hint_comes(hand):
    sit(hand)
    move(hand, "Mimic").click()
    hand.page.locator(".contest-hint").click()
    hand.page.locator(".contest-move[data-hint]").wait_for()
    assert move(hand, "Mimic").get_attribute("aria-checked") == "true"


def test_a_turn_is_played_event_by_event_and_can_be_skipped(visit):
    hand = visit(reduced_motion="no-preference")
    sit(hand)
    hand.page.get_by_label("Pace").select_option("slow")  # so that also a busy machine sees the middle of it
    move(hand, "Round").click()
    hand.press("Perform Round")
    hand.page.locator(".contest-message", has_text="shows").wait_for()
    hand.page.locator(".contest-card[data-active]").wait_for()
    first = hand.page.locator(".contest-log li").count()
    hand.wait_until(lambda: hand.page.locator(".contest-log li").count() > first)
    assert not hand.page.locator(".contest-go").is_visible()
    hand.press("Skip")
    hand.sees("Beauty contest · turn 2 of 5")
    hand.page.locator(".contest-go").wait_for()
    order = hand.page.locator(".contest-card").evaluate_all("found => found.map(n => Number(n.dataset.seat))")
    assert order == hand.table()["position"]["order"]


def test_a_contestant_of_ones_own(visit):
    """Made in the editor, with moves found in both languages; its link carries it to a friend's dialog."""
    hand = visit()
    hand.open("/")
    hand.press("Play Live Contest")
    hand.page.get_by_text("A contestant of your own").first.click()
    hand.page.get_by_role("textbox", name="Name", exact=True).fill("Ondina")
    hand.page.get_by_label("Species").fill("Gorebyss")
    for i, name in enumerate(("Pioggiadanza", "Thunder", "surf", "Coro"), 1):
        hand.page.get_by_label(f"Move {i}").fill(name)
    hand.sees("Combinations: Rain Dance → Thunder")
    hand.press("Take part")
    hand.press("Copy the link")
    hand.wait_until(lambda: "contestant=" in hand.page.url)
    link = hand.page.url
    hand.start()
    wait_for_pick(hand)
    hand.page.get_by_role("radio", name=re.compile("^1. Rain Dance, Beauty")).wait_for()
    me = hand.table()["stage"]["contestants"][1]
    assert (me["name"], me["shape"], me["colour"]) == ("Ondina", "serpent", "pink")
    friend = visit()
    friend.open(link)
    friend.page.locator(".contest-slots small", has_text="Rain Dance, Thunder, Surf, Round").wait_for()


def test_the_roster_by_condition_and_rank(hand):
    hand.open("/")
    hand.press("Play Live Contest")
    hand.choose("Tough")
    hand.page.get_by_label("From", exact=True).select_option("master")
    hand.press("Four at random")
    hand.choose("Handheld")
    hand.start()
    table = hand.table()
    assert table["options"]["condition"] == "tough"
    assert table["options"]["mode"] == "game"
    assert len({who["name"] for who in table["stage"]["contestants"]}) == 4
    hand.sees("Tough contest · turn 1 of 5")


def test_a_friends_pick_is_not_seen(visit):
    anna, bert = visit(), visit()
    anna.make_table("contest", ["me", "link", "Console", "Console"], seed=None)
    bert.api("PUT", "/me", {"nickname": "Bert"})  # else the link asks for a name first
    bert.open(anna.page.get_by_role("textbox", name=re.compile("Link to play")).first.input_value())
    anna.page.locator(".contest-go").wait_for()
    anna.page.locator(".contest-move").nth(2).click()
    anna.page.locator(".contest-go").click()
    bert.page.locator(".contest-go").wait_for()
    bert.page.locator(".contest-card[data-seat='0'][aria-label*='has picked']").wait_for()
    assert bert.table()["position"]["contestants"][0]["pick"] == "hidden"
    assert bert.page.locator(".contest-card[data-seat='0'] .contest-shown").inner_text() == ""


def test_in_italian_everything_is_italian(visit):
    hand = visit(locale="it-IT")
    hand.open("/")
    hand.page.get_by_role("button", name="Gioca Gara Live").click()
    hand.page.locator(".contest-slots li").nth(3).wait_for()
    assert "contest." not in hand.page.inner_text("dialog")
    table = hand.ask_for_table("contest", SEATS)
    hand.open(f"/table/{table}")
    hand.page.locator(".contest-go").wait_for()
    hand.page.get_by_role("radio", name=re.compile("^2. Coro, Bellezza")).click()
    hand.page.locator(".contest-go").click()
    hand.page.locator(".contest-log", has_text="Speranza presenta Coro.").wait_for()
    text = hand.page.inner_text("main")
    assert "contest." not in text
    assert "Round" not in text
    hand.open("/help/contest")
    hand.page.get_by_role("heading", name="Intralci, protezioni e nervi").wait_for()


def test_axe_finds_nothing_serious(visit):
    hand = visit(noisy=True)
    found = {}
    hand.open("/")
    hand.press("Play Live Contest")
    hand.page.get_by_text("A contestant of your own").first.click()
    found["set-up"] = find_faults(hand.page)
    sit(hand)
    found["pick"] = find_faults(hand.page)
    hand.page.locator(".contest-hint").click()
    hand.page.locator(".contest-move[data-hint]").wait_for()
    found["hint"] = find_faults(hand.page)
    while wait_for_pick(hand):
        turn = hand.table()["position"]["turn"]
        hand.page.locator(".contest-go").click()
        hand.wait_until(lambda turn=turn: hand.table()["position"]["turn"] > turn or hand.table()["result"])
        hand.wait_until(lambda turn=turn: is_past(hand, turn))
    hand.wait_until(lambda: hand.page.locator(".contest-results [data-hidden]").count() == 0)
    found["results"] = find_faults(hand.page)
    hand.open("/help/contest")
    hand.page.get_by_role("heading", level=1).wait_for()
    found["help"] = find_faults(hand.page)
    assert {name: faults for name, faults in found.items() if faults} == {}
