"""Checkers in a browser."""

import re

import pytest

# A short game under the English rules: chains, kings, and at the end White has no pieces left.
GAME = str.split(
    "12-16 23-19 16x23 26x19 10-15 19x10 7x14 31-26 11-15 22-18 15x31 27-23 31-27 25-22 "
    "27x20 29-25 8-11 28-24 20x18 22x8 4x11 21-17 14x21 30-26 21x30 32-27 30x32"
)
ENGLISH = {"options": {"rules": "english"}}
CHAIN = "W:W24,32:B19,10,1"  # 24x15, and on to 6


def squares_of(move):
    return re.findall(r"\d+", move)


def test_a_whole_game_by_clicking(hand):
    hand.make_table("checkers", ["me", "me"], **ENGLISH)
    for move in GAME:
        start, *_, end = squares_of(move)
        hand.move(start, end)
    hand.sees("Black won.")
    hand.sees("White has no pieces left.")
    assert [move["name"] for move in hand.table()["moves"]] == GAME


def test_a_whole_game_by_dragging(hand):
    hand.make_table("checkers", ["me", "me"], **ENGLISH)
    for ply, move in enumerate(GAME):
        start, *_, end = squares_of(move)
        hand.drag(hand.square(start), hand.square(end))
        hand.wait_for_ply(ply + 1)
    hand.sees("Black won.")


def test_a_drag_to_nowhere_puts_the_piece_back(hand):
    hand.make_table("checkers", ["me", "me"], **ENGLISH)
    hand.drag(hand.square(12), hand.square(32))
    hand.sees(re.compile("a piece moves one square|is occupied"))
    hand.drag(hand.square(12), hand.page.get_by_role("heading", name="Ludoteca").or_(hand.page.get_by_role("banner")))
    assert hand.table()["ply"] == 0
    hand.move(12, 16)


def test_a_chain_can_stop_where_the_rules_allow_it(hand):
    hand.make_table(
        "checkers", ["me", "me"], options={"rules": "unisa"}, **{"import": {"format": "fen", "text": CHAIN}}
    )
    hand.square(24).click()
    assert hand.page.get_by_role("button", name="square 15, empty, a capture lands here").is_visible()
    assert hand.page.get_by_role("button", name="square 6, empty, further on in the capture").is_visible()
    hand.square(15).click()
    hand.press("Stop here")
    hand.wait_for_ply(1)
    assert hand.table()["moves"][0]["name"] == "24x15"
    assert "10" in hand.table()["position"]["pieces"]


def test_a_chain_goes_on_by_its_last_square(hand):
    hand.make_table(
        "checkers", ["me", "me"], options={"rules": "unisa"}, **{"import": {"format": "fen", "text": CHAIN}}
    )
    hand.move(24, 6)
    assert hand.table()["last"]["taken"] == [19, 10]
    assert hand.page.locator(".checkers-trail").get_attribute("points").count(",") == 3, "every hop of the trail"


def test_an_illegal_move_is_explained(hand):
    hand.make_table(
        "checkers", ["me", "me"], options={"rules": "english"}, **{"import": {"format": "fen", "text": CHAIN}}
    )
    hand.square(32).click()
    hand.sees("you must capture")
    assert hand.page.locator(".checkers-flash").count() == 1


def test_hint_undo_and_levels_against_the_computer(hand):
    hand.make_table("checkers", ["me", "Easy"])
    hand.press("Hint")
    hand.page.locator(".checkers-arrow").wait_for()
    assert "Try " in hand.state()
    hand.move(22, 18)
    hand.wait_for_ply(2)
    assert hand.page.locator(".checkers-arrow").count() == 0
    hand.press("Undo")
    hand.wait_for_ply(0)
    hand.page.get_by_label("Level of Black").select_option("Master")
    hand.wait_until(lambda: hand.table()["seats"][1]["level"] == "Master")


def test_a_reload_in_the_middle_loses_nothing(hand):
    hand.make_table("checkers", ["me", "me"], **ENGLISH)
    hand.move(11, 15)
    hand.page.reload()
    hand.wait_for_ply(1)
    hand.move(22, 18)
    assert hand.plies() == 2


def test_keys_walk_through_the_moves_and_turn_the_board(hand):
    hand.make_table("checkers", ["me", "me"], **ENGLISH)
    hand.move(11, 15)
    hand.move(22, 18)
    top = hand.square(1).bounding_box()["y"]
    hand.page.keyboard.press("f")
    assert hand.square(1).bounding_box()["y"] > top
    hand.page.keyboard.press("ArrowLeft")
    hand.sees("You are looking back.")
    assert hand.page.get_by_role("button", name="square 22, white man", exact=True).is_visible()
    hand.press("Back to the game")
    hand.page.keyboard.press("?")
    hand.page.get_by_role("dialog", name="Keys").wait_for()


def test_squares_by_letters_and_typed_moves(hand):
    hand.make_table("checkers", ["me", "me"], **ENGLISH)
    hand.page.get_by_label("Square names").select_option("letters")
    typed = hand.page.get_by_role("textbox", name="Type a move")
    typed.fill("11-15")
    typed.press("Enter")
    hand.wait_for_ply(1)
    assert hand.page.get_by_role("button", name="Black: f6-e5").is_visible()
    typed.fill("nonsense")
    typed.press("Enter")
    hand.sees(re.compile("is no move"))


def test_games_as_text_go_out_and_come_back(hand):
    hand.make_table("checkers", ["me", "me"], **ENGLISH)
    hand.move(11, 15)
    hand.page.get_by_text("Share and save").click()
    with hand.page.expect_download() as saved:
        hand.page.get_by_role("link", name="Save: PDN").click()
    pdn = saved.value.path().read_text()
    assert "11-15" in pdn
    hand.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hand.press("Copy: FEN")
    hand.sees("Copied.")
    assert hand.page.evaluate("navigator.clipboard.readText()").startswith("W:W21")
    hand.open("/")
    hand.press("Play Checkers")
    hand.choose("Friend, here")
    hand.page.get_by_text("Start from another position").click()
    hand.page.get_by_label(re.compile("Paste a game")).fill(pdn)
    hand.sees("This can be played.")
    hand.start()
    hand.wait_for_ply(1)


def test_a_position_is_set_up_on_the_board(hand):
    hand.open("/")
    hand.press("Play Checkers")
    hand.choose("Friend, here")
    hand.choose("UNISA")
    hand.page.get_by_text("Start from another position").click()
    hand.press("Empty board")
    hand.page.get_by_role("radio", name="white king").check()
    hand.square(18).click()
    hand.page.get_by_role("radio", name="black man").check()
    hand.square(14).click()
    pasted = hand.page.get_by_label(re.compile("Paste a game"))
    assert pasted.input_value() == "W:WK18:B14"
    hand.sees("This can be played.")
    hand.start()
    hand.move(18, 9)
    hand.sees("White won.")


def test_what_is_set_up_while_the_server_answers_is_kept(hand):
    """Nothing can be set up before the first position is there; other rules ask for another, which comes too late."""
    path = "/api/games/checkers/position"
    held, answered, released = [], [], []
    hand.page.on("requestfinished", lambda request: answered.append(request) if path in request.url else None)
    hand.page.route(f"**{path}", lambda route: route.continue_() if released else held.append(route))
    hand.open("/")
    hand.press("Play Checkers")
    hand.page.get_by_text("Start from another position").click()
    hand.button("Empty board").wait_for()
    assert hand.button("Empty board").is_disabled()
    held.pop().continue_()
    hand.press("Empty board")
    hand.choose("UNISA")
    hand.wait_until(lambda: len(held) > 0)
    hand.page.get_by_role("radio", name="white king").check()
    hand.square(18).click()
    hand.wait_until(lambda: any("WK18" in (route.request.post_data or "") for route in held))
    before = len(answered) + len(held)
    released += held
    for route in held:
        route.continue_()
    hand.wait_until(lambda: len(answered) > before)  # the late position has come, and what was set up is checked again
    assert hand.page.get_by_label(re.compile("Paste a game")).input_value() == "B:WK18:B"
    assert hand.page.get_by_role("button", name=re.compile("^square 18, white king")).count() == 1


@pytest.mark.parametrize("rules", ["UNISA", "English", "Italian", "Russian", "Brazilian"])
def test_every_rule_set_starts_from_the_dialog(hand, rules):
    hand.open("/")
    hand.press("Play Checkers")
    hand.choose("Friend, here")
    hand.choose(rules)
    hand.start()
    hand.sees(rules)
    hand.page.get_by_role("button", name=re.compile(r"^square .*, can move$")).first.click()
    hand.page.get_by_role("button", name=re.compile(r"a move goes here$")).first.click()
    hand.wait_for_ply(1)


def test_resign_then_a_rematch_with_colours_swapped(hand):
    table = hand.make_table("checkers", ["me", "Easy"])
    hand.press("Resign")
    hand.press("Sure?")
    hand.sees("You lost.")
    hand.sees("White resigned.")
    hand.press("Rematch")
    hand.page.wait_for_url(re.compile(rf"/table/(?!{table})"))
    hand.sees(re.compile(r"\(you\)"))
    seats = hand.table()["seats"]
    assert [seat["you"] for seat in seats] == [False, True]


# --- moves chosen ahead ----------------------------------------------------------------------------------------------


def sit_together(visit, fen):
    """Anna and Bert at one table, at a position in which Anna (White) is to move."""
    anna, bert = visit(), visit()
    options = {"rules": "english", "fen": fen}
    anna.make_table("checkers", ["me", "link"], options=options, seed=None)
    bert.api("PUT", "/me", {"nickname": "Bert"})  # else the link asks for a name first
    bert.open(anna.page.get_by_role("textbox", name=re.compile("Link to play")).first.input_value())
    bert.sees("Waiting for White.")
    anna.sees("Your turn (White).")
    return anna, bert


def test_a_move_chosen_ahead_is_played_when_the_turn_comes(visit):
    anna, bert = sit_together(visit, "W:W31,32:B1,2,12")
    bert.sees(re.compile("You can choose your next move already"))
    bert.square(1).click()
    bert.square(6).click()
    assert bert.page.locator(".checkers-premove").count() == 2
    assert bert.page.locator(".-premove .checkers-arrow").count() == 1
    assert "chosen ahead" in bert.square(6).get_attribute("aria-label")
    bert.drag(bert.square(2), bert.square(7))  # another one instead, by dragging
    assert "chosen ahead" in bert.square(7).get_attribute("aria-label")
    anna.move(31, 27)
    for person in (anna, bert):
        person.wait_for_ply(2)
    assert anna.table()["moves"][-1]["name"] == "2-7"
    assert bert.page.locator(".checkers-premove").count() == 0
    anna.sees("Your turn (White).")


def test_a_move_chosen_ahead_is_dropped_by_escape_and_when_it_is_illegal(visit):
    anna, bert = sit_together(visit, "W:W18,32:B1,11")
    bert.square(1).focus()
    bert.page.keyboard.press("Enter")
    bert.square(6).focus()
    bert.page.keyboard.press("Enter")
    assert bert.page.locator(".checkers-premove").count() == 2
    bert.page.keyboard.press("Escape")
    assert bert.page.locator(".checkers-premove").count() == 0
    bert.square(1).click()
    bert.square(6).click()
    anna.move(18, 15)  # now Black must capture with the other man
    bert.sees("Your turn (Black).")
    bert.page.get_by_role("status").filter(has_text="not legal now").wait_for(state="attached")
    assert bert.page.locator(".checkers-premove").count() == 0
    assert bert.plies() == 1
    bert.move(11, 18)


def test_tips_for_a_first_game_can_be_switched_off(hand):
    hand.make_table("checkers", ["me", "Easy"], options={"rules": "italian"})
    hand.sees(re.compile("^You play White"))
    hand.page.locator(".cells-cell[aria-label*='can move']").first.click()
    hand.sees(re.compile("^Now click a square with a dot"))
    hand.press("No more tips")
    assert hand.page.locator(".coach").is_hidden()
    hand.page.reload()
    hand.page.locator(".cells-cell").first.wait_for()
    assert hand.page.locator(".coach").is_hidden()
    hand.page.get_by_role("combobox", name="Tips for a first game").select_option("on")
    hand.page.locator(".coach").wait_for()
