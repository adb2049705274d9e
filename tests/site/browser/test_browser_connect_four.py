"""Connect four in a browser, and the think panel on it."""

import re


def play_until_over(hand, drop):
    """Drop into the most central free column until somebody has won."""
    for turn in range(21):
        drop(next(letter for letter in "dcebfag" if hand.column(letter).count()))
        hand.wait_until(lambda ply=2 * turn + 1: len(hand.table()["moves"]) > ply or hand.table()["result"])
        hand.wait_until(lambda: hand.table()["result"] or hand.table()["mover"] == 0)
        if hand.table()["result"]:
            return
        hand.wait_for_ply(hand.table()["ply"])


def test_a_whole_game_by_clicking(hand):
    hand.make_table("connect_four", ["me", "Easy"])
    play_until_over(hand, lambda letter: hand.column(letter).click())
    hand.page.get_by_role("button", name="Rematch").wait_for()
    assert re.search(r"You won!|You lost\.|A draw\.", hand.state())
    line = hand.table()["position"]["line"]
    assert hand.page.get_by_role("button", name=re.compile("in the winning line")).count() == (4 if line else 0)


def test_a_whole_game_by_keyboard_only(hand):
    """From the start page to the end of a game without a mouse."""
    keyboard = hand.page.keyboard
    hand.open("/")
    hand.button("Play Connect four").wait_for()
    hand.tab_to(hand.button("Play Connect four"))
    keyboard.press("Enter")
    hand.page.get_by_role("dialog", name="Connect four").wait_for()
    hand.tab_to(hand.page.get_by_role("radio", name="Computer", exact=True))
    here = hand.page.get_by_role("radio", name="Friend, here")
    for _ in range(hand.page.get_by_role("dialog").get_by_role("radio").count()):
        if here.is_checked():
            break
        keyboard.press("ArrowRight")
    assert here.is_checked()
    hand.tab_to(hand.button("Start the game"))
    keyboard.press("Enter")
    hand.page.wait_for_url("**/table/*")
    hand.column("a").wait_for()
    hand.tab_to(hand.page.get_by_role("button", name=re.compile("^column a, row 6")))
    for _ in range(5):
        keyboard.press("ArrowDown")
    for ply, steps in enumerate([0, 1, -1, 1, -1, 1, -1]):  # red in column a, yellow in b
        for _ in range(abs(steps)):
            keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        keyboard.press("Enter")
        hand.wait_for_ply(ply + 1)
    hand.sees("Red won.")
    hand.sees("Four in a line.")


def test_what_happens_is_said(hand):
    hand.make_table("connect_four", ["me", "me"])
    said = hand.page.get_by_role("status").last
    hand.column("d").click()
    hand.wait_until(lambda: "Red drops into column d" in said.inner_text())


def test_a_full_column_says_so(hand):
    hand.make_table("connect_four", ["me", "me"], actions=[0, 0, 0, 0, 0, 0])
    hand.page.get_by_role("button", name=re.compile("^column a, row 6")).click()
    hand.sees("column a is full")
    assert hand.table()["ply"] == 6


def test_a_tree_grows_while_a_search_thinks(hand):
    hand.make_table("connect_four", ["me", "Easy"])
    hand.page.get_by_text("Analysis: watch the computer think").click()
    hand.page.get_by_label("Search", exact=True).select_option("mcts")
    hand.press("Think")
    tree = hand.page.get_by_role("img", name=re.compile("^Search tree"))
    tree.wait_for()

    def visits():
        return int(re.sub(r"\D", "", tree.get_attribute("aria-label").split("visits")[0]))

    first = visits()
    hand.wait_until(lambda: visits() > first)
    assert tree.locator("circle").count() > 7
    assert hand.page.get_by_role("list", name="What it thinks of each move").get_by_role("listitem").count() == 7
    hand.press("Stop")
    hand.button("Think").wait_for()


def test_iterative_deepening_is_a_table_of_lines(hand):
    hand.make_table("connect_four", ["me", "Easy"])
    hand.page.get_by_text("Analysis: watch the computer think").click()
    hand.page.get_by_label("Search", exact=True).select_option("alphabeta")
    hand.page.get_by_label("Time").select_option("2")
    hand.press("Think")
    rows = hand.page.get_by_role("table", name="Depth by depth").get_by_role("row")
    hand.wait_until(lambda: rows.count() > 2)
    hand.button("Think").wait_for()
    depths = [int(row.split()[0]) for row in rows.all_inner_texts()[1:]]
    assert depths == sorted(set(depths), reverse=True)
