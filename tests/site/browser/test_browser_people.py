"""Several people in several browsers at one table; connections that break."""

import re

import pytest
from hand import Hand
from stage import PATIENCE, free_port, serving

NAME = "<img src=x onerror=a()>"


def test_a_friend_joins_by_link_and_another_watches(visit):
    anna, bert, carla = visit(), visit(), visit()
    anna.open("/")
    anna.press("Play Connect four")
    anna.choose("Friend, by link")
    anna.start()
    table = anna.page.url
    link = anna.page.get_by_role("textbox", name="Link to play as Yellow").input_value()
    bert.api("PUT", "/me", {"nickname": NAME})  # before any page asks: who is new gets a cookie with the first answer
    bert.open(link)
    bert.sees("Waiting for Red.")
    carla.open(table)
    anna.sees("Your turn (Red).")
    anna.column("d").click()
    bert.sees("Your turn (Yellow).")
    carla.wait_for_ply(1)
    assert carla.page.get_by_role("button", name=re.compile("a disc lands here")).count() == 0
    assert carla.button("Resign").count() == 0
    bert.column("c").click()
    for person in (anna, bert, carla):
        person.wait_for_ply(2)
    assert anna.page.get_by_text(NAME, exact=False).count() > 0, "a nickname is text, whatever it looks like"
    assert anna.page.locator("b, img").count() == 0

    # Undo by consent, then a draw by agreement.
    anna.press("Undo")
    bert.press("Accept")
    anna.wait_for_ply(0)
    anna.press("Offer draw")
    bert.press("Accept")
    for person in (anna, bert, carla):
        person.sees("A draw.")


def test_thinking_is_off_between_people(visit):
    anna = visit()
    anna.make_table("connect_four", ["me", "link"])
    anna.page.get_by_text("Analysis: watch the computer think").click()
    anna.sees("Off while people play each other.")
    assert anna.button("Think").is_disabled()


def test_a_declined_offer_is_told(hand):
    hand.make_table("connect_four", ["me", "Easy"])
    hand.press("Offer draw")
    hand.sees("The offer was declined.")


def test_a_play_that_was_not_acknowledged_is_sent_again_and_played_once(hand):
    """The first connection dies when the server acknowledges the play: the answer never arrives."""
    sent = []

    def relay(socket):
        server = socket.connect_to_server()
        first = not sent

        def forward(text):
            sent.append(text)
            server.send(text)

        def answer(text):
            if first and '"ack"' in text:
                socket.close(code=1011)
            else:
                socket.send(text)

        socket.on_message(forward)
        server.on_message(answer)

    hand.page.route_web_socket(re.compile(r"/ws\?"), relay)
    hand.make_table("connect_four", ["me", "me"])
    hand.column("d").click()
    hand.wait_for_ply(1)
    hand.wait_until(lambda: sum('"play"' in text for text in sent) == 2)
    plays = [text for text in sent if '"play"' in text]
    assert plays[0] == plays[1]
    hand.column("c").click()
    hand.wait_for_ply(2)
    assert [move["name"] for move in hand.table()["moves"]] == ["d", "c"]


@pytest.mark.slow
def test_a_move_made_while_the_server_is_away_is_played_when_it_is_back(browser, tmp_path):
    port = free_port()
    with serving(tmp_path, port) as address:
        context = browser.new_context(base_url=address, locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(PATIENCE * 1000)
        hand = Hand(context.new_page())
        hand.make_table("connect_four", ["me", "me"])
        hand.column("d").click()
        hand.wait_for_ply(1)
    hand.sees(re.compile("Connection lost"))
    hand.column("c").click()
    with serving(tmp_path, port):
        hand.page.get_by_role("button", name="Yellow: c").wait_for()
        assert [move["name"] for move in hand.table()["moves"]] == ["d", "c"]
        assert "Connection lost" not in hand.state()
    context.close()
