"""Hanabi in a browser: a game for a team, with cards that one may not see."""

import json
import re
from pathlib import Path

import pytest

from ludoteca.games import hanabi

FOLDER = Path(hanabi.__file__).parent
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SHORT = {"players": 5, "colours": 3, "ranks": 3, "hand_size": 2}
CLUE = re.compile(r"^[\w ]+ \(\d cards?\)$")  # a clue, with how many cards it touches


def card(hand, slot, own=False):
    """A card by its place: an own one, or the first other player's."""
    start = f"^your card {slot}: " if own else f"^card {slot}: "
    return hand.page.get_by_role("button", name=re.compile(start)).first


def wait_for_turn(hand, ply=0):
    """Until it is the person's turn again, or the game is over, and the page shows it; returns the table."""
    hand.wait_until(lambda: hand.table()["ply"] > ply and (hand.table()["mover"] == 0 or hand.table()["result"]))
    table = hand.table()
    hand.wait_for_ply(sum(move["seat"] >= 0 for move in table["moves"]))
    if not table["result"]:
        hand.sees("Your turn (Player 1).")
    return table


def test_a_whole_game_with_the_computer(hand):
    """Tell a rank while there are tokens, else discard the oldest card."""
    hand.make_table("hanabi", ["me", "Conventional"], options={"colours": 2, "ranks": 3})
    table = wait_for_turn(hand)
    while not table["result"]:
        tells = [move for move in table["legal"] if move["kind"] == "tell_rank"]
        if tells:
            cards = table["position"]["hands"][1]
            slot = next(i for i, seen in enumerate(cards) if seen["rank"] == tells[0]["value"])
            card(hand, slot + 1).click()
            hand.page.get_by_role("button", name=re.compile(rf"^{tells[0]['value'] + 1} \(")).click()
        else:
            card(hand, 1, own=True).click()
            hand.press("Discard it")
        table = wait_for_turn(hand, table["ply"])
    hand.sees(re.compile(r"^You scored \d of 6\.$"))
    hand.sees(re.compile("The deck ran out|Every firework is complete|The last life was lost"))
    assert all(seen["colour"] is not None for mine in hand.table()["position"]["hands"] for seen in mine)


def test_own_cards_are_hidden_and_hints_are_shown_below_them(hand):
    hand.make_table("hanabi", ["me", "Conventional"])
    wait_for_turn(hand)
    own = hand.page.get_by_role("region", name=re.compile("your own cards")).get_by_role("button")
    assert own.count() == 5
    assert all(own.nth(i).get_attribute("aria-label").endswith("unknown, no clues") for i in range(5))
    theirs = hand.page.get_by_role("button", name=re.compile(r"^card \d: (red|yellow|green|white|blue) \d"))
    assert theirs.count() == 5
    theirs.first.click()
    hand.page.get_by_role("button", name=CLUE).first.hover()
    assert hand.page.locator("[data-shown]").count() >= 1
    hand.page.get_by_role("button", name=CLUE).first.click()
    wait_for_turn(hand, 10)
    hand.sees(re.compile("clued|played|discarded"))


def test_a_discard_with_every_token_there_is_explained(hand):
    hand.make_table("hanabi", ["me", "Conventional"])
    wait_for_turn(hand)
    card(hand, 2, own=True).click()
    hand.press("Discard it")
    hand.sees(re.compile("All clue tokens are there"))
    hand.page.keyboard.press("Escape")
    assert hand.button("Discard it").count() == 0
    card(hand, 2, own=True).click()
    hand.press("Play it")
    hand.page.get_by_role("button", name="Player 1: play card 2").wait_for()


def test_by_keyboard_only(hand):
    hand.make_table("hanabi", ["me", "Conventional"])
    wait_for_turn(hand)
    hand.tab_to(card(hand, 1))
    hand.page.keyboard.press("Enter")
    hand.tab_to(hand.page.get_by_role("button", name=CLUE).first)
    hand.page.keyboard.press("Enter")
    wait_for_turn(hand, 10)
    focused = hand.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused.startswith("your card")


def test_a_friend_joins_and_each_sees_the_others_cards(visit):
    anna, bert, carla = visit(), visit(), visit()
    anna.make_table("hanabi", ["me", "link"], seed=None)
    link = anna.page.get_by_role("textbox", name=re.compile("Link to play")).input_value()
    bert.api("PUT", "/me", {"nickname": "Bert"})  # else the link asks for a name first
    bert.open(link)
    carla.open(anna.page.url)
    for person, seen in ((anna, 5), (bert, 5), (carla, 0)):
        person.page.get_by_role("region", name="State of the game").wait_for()
        person.page.get_by_role("button", name=re.compile(r"card 5: ")).first.wait_for()
        known = person.page.get_by_role("button", name=re.compile(r"^card \d: (red|yellow|green|white|blue) \d"))
        assert known.count() == seen
    assert carla.page.get_by_text("your own cards").count() == 0
    anna.wait_until(lambda: anna.table()["mover"] == 0)
    card(anna, 1).click()
    anna.page.get_by_role("button", name=CLUE).last.click()
    bert.sees(re.compile("Player 1 clued Player 2"))
    carla.sees(re.compile("Player 1 clued Player 2"))
    told = bert.page.get_by_role("button", name=re.compile("touched by the last clue"))
    assert told.count() >= 1
    assert bert.page.get_by_role("button", name="Player 1: clue Player 2", exact=False).count() == 1


def bottom_of_own_hand(hand):
    box = hand.page.locator(".hanabi-hand.-own .hanabi-cards").bounding_box()
    return box["y"] + box["height"]


def test_five_players_by_keyboard_in_one_screen(visit):
    """A round: the news name what the four others did; an eye and a note of one's own."""
    hand = visit(viewport={"width": 1280, "height": 800})
    hand.make_table("hanabi", ["me", "Helpful", "Helpful", "Helpful", "Helpful"], options={"players": 5})
    table = wait_for_turn(hand)
    assert bottom_of_own_hand(hand) <= 800
    hand.tab_to(card(hand, 1))
    hand.page.keyboard.press("Enter")
    hand.tab_to(hand.page.get_by_role("button", name=CLUE).first)
    hand.page.keyboard.press("Enter")
    wait_for_turn(hand, table["ply"])
    news = hand.page.get_by_role("region", name="Since your last turn").get_by_role("listitem")
    hand.wait_until(lambda: news.count() == 4)
    theirs = card(hand, 1)
    seen = theirs.get_attribute("aria-label")
    hand.tab_to(theirs)
    hand.page.keyboard.press("e")
    hand.wait_until(lambda: card(hand, 1).get_attribute("aria-label") != seen)
    hand.page.keyboard.press("e")
    hand.page.keyboard.press("Enter")
    note = hand.page.get_by_role("textbox", name="Note on this card")
    hand.tab_to(note)
    hand.page.keyboard.type("r2 or r3")
    hand.page.reload()
    hand.page.get_by_role("button", name=re.compile("note: r2 or r3$")).wait_for()
    assert "r2 or r3" not in str(hand.table())


def act(hand, how, element):
    """Click, tap, or go there with Tab and press Enter."""
    if how == "keyboard":
        hand.tab_to(element)
        hand.page.keyboard.press("Enter")
    else:
        element.tap() if how == "phone" else element.click()


@pytest.mark.parametrize("how", ["mouse", "keyboard", "phone"])
def test_five_players_to_the_end(visit, how):
    """A short deck: discard while that is allowed, else tell the next player a rank; nothing hides the own hand."""
    hand = visit(**(PHONE if how == "phone" else {"viewport": {"width": 1280, "height": 800}}))
    hand.make_table("hanabi", ["me"] + ["Beginner"] * 4, options=SHORT)
    table, turns = wait_for_turn(hand), 0
    while not table["result"]:
        discards = any(move["kind"] == "discard" for move in table["legal"])
        tells = [move for move in table["legal"] if "target" in move]
        act(hand, how, card(hand, 1, own=discards or not tells))
        assert bottom_of_own_hand(hand) <= (844 if how == "phone" else 800)  # with a card picked, too
        act(hand, how, hand.button("Discard it") if discards else hand.page.get_by_role("button", name=CLUE).last)
        table, turns = wait_for_turn(hand, table["ply"]), turns + 1
    hand.sees(re.compile(r"^You scored \d of 9\.$"))
    assert turns >= 2
    told = hand.page.get_by_role("region", name="What happened").get_by_role("listitem")
    assert told.count() == len(table["moves"])


def any_reason():
    """What matches each sentence that gives a reason."""
    texts = json.loads((FOLDER / "texts" / "en.json").read_text("utf-8"))
    reasons = [text for key, text in texts.items() if key.startswith("why.")]
    assert len(reasons) > 20
    return re.compile("|".join(re.sub(r"\\{\w+\\}", ".+", re.escape(reason)) for reason in reasons))


def test_a_hint_says_why_by_the_convention(hand):
    hand.make_table("hanabi", ["me", "Conventional"])
    wait_for_turn(hand)
    hand.sees("Your turn. Click a card of another player")  # guiding words, until they are not wanted
    hand.press("No more tips")
    assert not hand.page.locator(".hanabi-coach").is_visible()
    hand.press("Hint")
    hand.page.locator(".result-hint").wait_for()
    hand.sees(any_reason())  # which one depends on how far the search gets in its half second
    assert hand.page.locator("[data-hint]").count() >= 1


def test_the_own_hand_is_on_a_phones_first_screen(visit):
    for players in (2, 3, 4, 5):
        hand = visit(**PHONE)
        hand.make_table("hanabi", ["me"] + ["Helpful"] * (players - 1), options={"players": players})
        wait_for_turn(hand)
        assert bottom_of_own_hand(hand) <= 844
        assert hand.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert hand.page.locator(".seat:visible").count() == players - 1  # the own seat is told once, by the hand
