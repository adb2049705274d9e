"""Only what has changed is drawn; a move is shown before the server has answered; a gap is asked for."""

import json
import re

WATCH = """
window.changes = [];
const parts = {seat: ".seat", moves: ".move-list", board: ".board", result: ".result"};
for (const [name, selector] of Object.entries(parts)) {
  for (const element of document.querySelectorAll(selector)) {
    new MutationObserver((records) => window.changes.push(...records.map((record) =>
      `${name} ${record.target.localName ?? "text"} ${record.type}`)))
      .observe(element, {subtree: true, childList: true, attributes: true, characterData: true});
  }
}
"""
KEEP_ITEMS = "window.items = [...document.querySelectorAll('.move-list li')]"
SAME_ITEMS = "window.items.filter((item, i) => item === document.querySelectorAll('.move-list li')[i]).length"


def test_while_an_agent_thinks_only_its_progress_is_drawn(hand):
    hand.make_table("checkers", ["me", "mcts:seconds=6"])
    heard = []
    hand.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(text)))
    hand.page.reload()
    hand.page.get_by_role("region", name="State of the game").wait_for()
    hand.square(22).click()
    hand.square(18).click()
    hand.wait_for_ply(1)
    hand.wait_until(lambda: any('"thinking"' in text for text in heard))
    hand.page.evaluate(WATCH)
    before = sum('"thinking"' in text for text in heard)
    hand.wait_until(lambda: sum('"thinking"' in text for text in heard) >= before + 5)
    changes = hand.page.evaluate("window.changes.slice()")
    assert changes, "the progress is shown"
    assert set(changes) == {"seat progress attributes"}


def test_the_list_of_moves_grows_and_is_not_built_anew(hand):
    hand.make_table("connect_four", ["me", "me"], actions=[3, 3, 2, 2])
    hand.wait_for_ply(4)
    hand.page.evaluate(KEEP_ITEMS)
    hand.column("a").click()
    hand.wait_for_ply(5)
    assert hand.page.evaluate(SAME_ITEMS) == 2
    hand.press("Undo")
    hand.wait_for_ply(4)
    assert hand.page.evaluate(SAME_ITEMS) == 2


def relay_with(hand, change):
    """Everything between the page and the server passes `change(text, from_page)`; None holds it back."""

    def relay(socket):
        server = socket.connect_to_server()
        socket.on_message(lambda text: (changed := change(text, True)) is not None and server.send(changed))
        server.on_message(lambda text: (changed := change(text, False)) is not None and socket.send(changed))

    hand.page.route_web_socket(re.compile(r"/ws\?"), relay)


def test_a_move_is_shown_at_once_and_taken_back_if_it_is_refused(hand):
    held = []

    def hold(text, from_page):
        if from_page and '"play"' in text:
            held.append(json.loads(text))
            return None
        return text

    sockets = []

    def relay(socket):
        server = socket.connect_to_server()
        sockets.append(socket)
        socket.on_message(lambda text: hold(text, True) and server.send(text))
        server.on_message(socket.send)

    hand.page.route_web_socket(re.compile(r"/ws\?"), relay)
    hand.make_table("connect_four", ["me", "me"])
    discs = hand.page.locator("[data-layer=discs] [data-owner]")
    before = discs.count()
    hand.column("d").click()
    hand.wait_until(lambda: discs.count() == before + 1)
    hand.wait_until(lambda: len(held) == 1)
    assert hand.plies() == 0
    assert hand.page.get_by_role("button", name=re.compile("a disc lands here")).count() == 0  # one move at a time
    refusal = {"type": "error", "id": held[0]["id"], "code": "failed", "message": "no", "params": {}}
    sockets[0].send(json.dumps(refusal))
    hand.wait_until(lambda: discs.count() == before)
    hand.column("d").wait_for()


def test_a_gap_is_asked_for(hand):
    dropped, asked = [], []

    def lose_the_first(text, from_page):
        if from_page:
            asked.extend([text] if '"since"' in text else [])
        elif '"change"' in text and '"moves"' in text and not dropped:
            dropped.append(text)
            return None
        return text

    relay_with(hand, lose_the_first)
    hand.make_table("connect_four", ["me", "Easy"])
    hand.column("d").click()
    hand.wait_for_ply(2)
    assert dropped
    assert asked
