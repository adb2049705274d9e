"""Dicewars in a browser: whole wars by mouse, keyboard and finger, the map before it, the replay after it."""

import re
from datetime import UTC, datetime

import pytest
from war import Warrior, choose

SMALL = {"players": 2, "map_seed": 5, "size": 8}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ENDED = re.compile("All areas are in one hand|nobody wins")


def begin(hand, seats=("me", "Easy"), **options):
    hand.make_table("dicewars", list(seats), options=SMALL | options)
    warrior = Warrior(hand)
    return warrior, warrior.wait_for_turn()


def test_a_whole_war_by_clicking(hand):
    warrior, table = begin(hand)
    fought = 0
    while not table["result"]:
        move = choose(table["legal"])
        if move["kind"] == "end":
            hand.page.get_by_role("button", name=re.compile("^End turn")).click()
        else:
            warrior.click(move["source"])
            warrior.click(move["target"])
            fought += 1
        table = warrior.wait_for_turn(table["ply"])
    assert fought > 0
    hand.sees(ENDED)
    assert hand.page.get_by_role("button", name=re.compile("^End turn")).count() == 0
    assert hand.page.locator(".dice-player[data-out]").count() == 1


def test_a_whole_war_by_keyboard(hand):
    warrior, table = begin(hand)
    hand.tab_to(hand.page.locator('.board [data-area][tabindex="0"]'))
    while not table["result"]:
        move = choose(table["legal"])
        if move["kind"] == "end":
            hand.page.keyboard.press("e")
        else:
            for area in (move["source"], move["target"]):
                warrior.walk(area)
                hand.page.keyboard.press("Enter")
        table = warrior.wait_for_turn(table["ply"])
        assert warrior.focused() >= 0, "the focus stays on the map"
    hand.sees(ENDED)


def test_areas_have_spoken_names_and_say_what_choosing_them_does(hand):
    warrior, table = begin(hand)
    attack = max((move for move in table["legal"] if move["kind"] == "attack"), key=lambda move: move["odds"])
    dice, owner = table["position"]["dice"], table["position"]["owner"]
    name = warrior.area(attack["source"]).get_attribute("aria-label")
    assert name.startswith(f"Area {attack['source'] + 1}, yours, {dice[attack['source']]} dice, borders ")
    assert all(owner[area] in (0, 1) for area in range(8))
    hand.page.get_by_role("button", name=re.compile(rf"^Area {attack['source'] + 1}, ")).focus()
    hand.page.keyboard.press("Enter")
    assert warrior.area(attack["source"]).get_attribute("aria-pressed") == "true"
    percent = min(99, round(100 * attack["odds"])) if attack["odds"] < 1 else 100
    assert f"attack: {percent}% to win" in warrior.area(attack["target"]).get_attribute("aria-label")
    hand.page.keyboard.press("Escape")
    assert warrior.area(attack["source"]).get_attribute("aria-pressed") == "false"


def test_a_roll_is_shown_with_both_totals_and_announced(hand):
    warrior, table = begin(hand)
    move = choose([move for move in table["legal"] if move["kind"] == "attack"] + [{"kind": "end"}])
    assert move["kind"] == "attack"
    warrior.click(move["source"])
    hand.page.locator(".dice-chip").first.wait_for()
    warrior.click(move["target"])
    warrior.wait_for_turn(table["ply"])
    totals = [int(text) for text in hand.page.locator(".dice-total").all_inner_texts()]
    assert len(totals) == 2
    faces = hand.page.locator(".dice-face")
    assert faces.count() == table["position"]["dice"][move["source"]] + table["position"]["dice"][move["target"]]
    verb = "takes" if totals[0] > totals[1] else "fails to take"
    said = hand.page.get_by_role("status").last.inner_text()
    assert f"Purple {verb} area {move['target'] + 1} of Lime" in said
    assert f"{totals[0]} against {totals[1]}" in said


def test_what_cannot_be_done_is_explained(hand):
    warrior, table = begin(hand)
    foreign = table["position"]["owner"].index(1)
    warrior.click(foreign)
    hand.sees(re.compile("is not yours: begin with one of your own"))


def test_dice_are_moved_by_clicking_own_land(hand):
    warrior, table = begin(hand, variant="course")
    move = next(move for move in table["legal"] if move["kind"] == "transfer" and move["moved"])
    warrior.click(move["source"])
    warrior.click(move["target"])
    after = warrior.wait_for_turn(table["ply"])
    dice = table["position"]["dice"]
    assert after["position"]["dice"][move["target"]] == dice[move["target"]] + move["moved"]
    hand.sees("5 moves of dice left")


def test_hint_points_at_the_map(hand):
    begin(hand)
    hand.press("Hint")
    hand.page.locator(".dice-arrow.-hint, .dice-strip[data-hint]").first.wait_for()


def test_on_a_phone_map_and_end_of_turn_are_on_the_first_screen(visit):
    hand = visit(**PHONE)
    warrior, table = begin(hand, ["me", *["Easy"] * 3], players=4, size=0)
    assert hand.page.evaluate("document.documentElement.scrollWidth") <= 390
    end = hand.page.get_by_role("button", name=re.compile("^End turn"))
    box = end.bounding_box()
    assert box["y"] + box["height"] <= 844
    assert box["height"] >= 44
    move = max((move for move in table["legal"] if move["kind"] == "attack"), key=lambda move: move["odds"])
    warrior.click(move["source"])
    warrior.click(move["target"])
    table = warrior.wait_for_turn(table["ply"])
    end.tap()
    hand.wait_until(lambda: hand.table()["ply"] > table["ply"])


def test_the_map_is_chosen_before_the_game(hand):
    hand.open("/#play-dicewars")
    number = hand.page.get_by_role("spinbutton", name="Number of the map")
    shape = hand.page.locator(".dice-preview .dice-area").first
    shape.wait_for()
    first, drawn = number.input_value(), shape.get_attribute("d")
    hand.press("Another one")
    hand.wait_until(lambda: shape.get_attribute("d") != drawn)
    assert number.input_value() != first
    hand.press("Map of the day")
    today = datetime.now(UTC)
    hand.sees(re.compile(rf"The map of {today:%B} {today.day}, {today.year} \(UTC\)"))
    assert number.input_value() == f"{today:%Y%m%d}"
    hand.page.get_by_label("Size").select_option("small")
    hand.wait_until(lambda: hand.page.locator(".dice-preview .dice-area").count() == 14)
    hand.choose("2")
    hand.start()
    options = hand.table()["options"]
    assert (options["map_seed"], options["size"], options["players"]) == (int(f"{today:%Y%m%d}"), 14, 2)
    hand.open("/#play-dicewars")
    hand.page.locator(".dice-preview .dice-area").first.wait_for()
    hand.press("Last map again")
    assert number.input_value() == f"{today:%Y%m%d}"


def test_a_map_that_chance_draws_is_shown_too(hand):
    _, table = begin(hand, map_seed=0, size=0)
    assert hand.page.locator(".board [data-area]").count() == len(table["position"]["owner"])


def test_tips_can_be_switched_off_and_stay_off(hand):
    begin(hand)
    hand.sees(re.compile("^Your turn. .* can attack|^No attack is likely"))
    hand.press("No more tips")
    assert hand.button("No more tips").count() == 0
    hand.page.reload()
    hand.page.locator(".board [data-area]").first.wait_for()
    assert hand.button("No more tips").count() == 0


def test_the_replay_goes_turn_by_turn(hand):
    warrior, table = begin(hand)
    for _ in range(2):
        hand.page.get_by_role("button", name=re.compile("^End turn")).click()
        table = warrior.wait_for_turn(table["ply"])
        if table["result"]:
            break
    hand.open(hand.page.url.replace("/table/", "/replay/"))
    turns = hand.page.get_by_role("slider", name="Turns of the war")
    turns.wait_for()
    last = int(turns.get_attribute("max"))
    assert last >= 3
    assert turns.input_value() == str(last)
    turns.focus()
    hand.page.keyboard.press("Home")
    hand.sees(re.compile(rf"^Turn 1 of {last + 1}: Purple"))
    assert hand.page.locator(".dice-legend").inner_text().startswith("Purple")
    hand.page.keyboard.press("ArrowRight")
    hand.sees(re.compile(rf"^Turn 2 of {last + 1}: Lime"))


def test_with_motion_the_board_ends_where_the_position_is(visit):
    """Dice roll and fall; afterwards the map shows what the server has."""
    hand = visit(reduced_motion="no-preference")
    warrior, table = begin(hand)
    hand.page.get_by_label("Speed").select_option("fast")
    for _ in range(3):
        move = choose(table["legal"])
        if move["kind"] == "end":
            hand.page.get_by_role("button", name=re.compile("^End turn")).click()
        else:
            warrior.click(move["source"])
            warrior.click(move["target"])
        table = warrior.wait_for_turn(table["ply"])
        if table["result"]:
            break
        hand.page.get_by_role("button", name=re.compile("^End turn")).wait_for()
        shown = hand.page.locator(".board .dice-on .dice-number").all_text_contents()
        assert sorted(map(int, shown)) == sorted(table["position"]["dice"])


def test_in_italian(visit):
    hand = visit(locale="it-IT")
    hand.api("GET", "/me")
    table = hand.ask_for_table("dicewars", ["me", "Easy"], options=SMALL)
    hand.open(f"/table/{table}")
    hand.page.get_by_role("button", name=re.compile("^Fine turno")).wait_for()
    assert hand.page.locator(".dice-player").first.inner_text().startswith("Viola")
    hand.open("/help/dicewars")
    hand.page.get_by_role("heading", name="Decidono i dadi").wait_for()


def test_no_page_has_a_serious_fault(visit):
    pytest.importorskip("axe_playwright_python")
    from test_browser_access import find_faults

    hand = visit(noisy=True)  # axe tries things that the content security policy forbids
    warrior, table = begin(hand, ["me", *["Easy"] * 7], players=8, size=0)
    warrior.click(table["legal"][0].get("source", 0))
    found = {"table": find_faults(hand.page)}
    hand.open(hand.page.url.replace("/table/", "/replay/"))
    hand.page.locator(".dice-chart").wait_for()
    found["replay"] = find_faults(hand.page)
    hand.open("/help/dicewars")
    hand.page.get_by_role("heading", level=1).wait_for()
    found["help"] = find_faults(hand.page)
    hand.open("/#play-dicewars")
    hand.page.locator(".dice-preview svg").wait_for()
    found["set-up"] = find_faults(hand.page)
    assert {name: faults for name, faults in found.items() if faults} == {}
