"""After and beside a game: games from elsewhere watched, what if, and the course of a game."""

import re

from test_browser_access import EVERYTHING, SERIOUS, run_axe
from test_browser_hanabi import PHONE, card

from ludoteca.core.rng import new_rng
from ludoteca.games.hanabi.bots import SMART, bot_action
from ludoteca.games.hanabi.game import GAME
from ludoteca.protocol import CHANCE


def write_game(players=3):
    """A game of the convention, as hanab.live has it."""
    s, rng, actions = GAME.start(players=players), new_rng(3), []
    while not GAME.is_over(s):
        mover = GAME.mover(s)
        actions.append(
            GAME.draw_chance(s, rng) if mover == CHANCE else int(bot_action(GAME.observe(s, mover), SMART, rng))
        )
        GAME.play(s, actions[-1])
    return GAME.export_game("hanab.live", {"players": players}, actions, ("Alice", "Bob", "Cathy"))


def find_faults(page):
    """In light colours: other pages show that the themes are right."""
    return [fault["id"] for fault in run_axe(page, EVERYTHING) if fault["impact"] in SERIOUS]


def open_watching(hand):
    hand.open("/#play-hanabi")
    hand.page.get_by_text("Watch a game from elsewhere").click()
    return hand.page.get_by_role("textbox", name=re.compile("Paste it"))


def test_a_game_of_hanab_live_is_watched_and_varied(visit):
    """Pasted nonsense is explained; a game is watched; another move is tried by click and by key; back to the game."""
    hand = visit(noisy=True)
    pasted = open_watching(hand)
    pasted.fill('{"players": ["Ann"]}')
    hand.press("Watch it")
    hand.sees("Players must be a list of two to five names.")
    pasted.fill(write_game())
    hand.press("Watch it")
    hand.page.wait_for_url("**/replay/*")
    hand.sees(re.compile("Player 2: Bob"))
    assert hand.page.get_by_role("region", name="Player 3").get_by_text("Cathy").count() == 1
    hand.page.keyboard.press("ArrowRight")
    hand.sees(re.compile("^Move 1 of"))
    hand.press("What if…")
    tried = hand.page.get_by_role("region", name="What if…")
    tried.wait_for()
    turn = hand.page.locator(".hanabi-hand.-turn .hanabi-slot").first
    turn.click()
    hand.press("Play it")
    tried.get_by_role("listitem").first.wait_for()
    assert re.match(
        r"Player 2 played (red|yellow|green|white|blue) \d", tried.get_by_role("listitem").first.inner_text()
    )
    hand.tab_to(hand.page.locator(".hanabi-hand.-turn .hanabi-slot").first)
    hand.page.keyboard.press("Enter")
    hand.tab_to(hand.button("Discard it"))
    hand.page.keyboard.press("Enter")
    hand.wait_until(lambda: tried.get_by_role("listitem").count() == 2)
    assert find_faults(hand.page) == []
    hand.press("Take back")  # the line stays in the tree, and one stands a move before
    hand.wait_until(lambda: tried.get_by_role("listitem").first.locator("[aria-current]").count() == 1)
    hand.press("Remove this move")
    hand.wait_until(lambda: tried.get_by_role("listitem").count() == 0)
    hand.press("Back to the game")
    hand.wait_until(lambda: not tried.is_visible())
    hand.sees(re.compile("^Move 1 of"))


def test_a_file_is_dropped_and_the_board_asks_why_not(hand, tmp_path):
    open_watching(hand)
    (tmp_path / "game.json").write_text(write_game())
    hand.page.get_by_label("Or choose a file").set_input_files(tmp_path / "game.json")
    hand.page.wait_for_url("**/replay/*")
    hand.press("What if…")
    hand.page.locator(".hanabi-hand.-turn .hanabi-slot").first.click()
    hand.press("Discard it")
    hand.sees(re.compile("All clue tokens are there"))


def test_the_course_by_keyboard_in_italian_on_a_phone(visit):
    """A wrong answer with its reason, then a right one; how far one is stays after the page is left."""
    hand = visit(noisy=True, locale="it-IT", **PHONE)
    hand.open("/help/hanabi")
    hand.page.get_by_role("link", name="Impara la convenzione").click()
    lessons = hand.page.get_by_role("list", name="Lezioni").get_by_role("button")
    hand.wait_until(lambda: lessons.count() == 12)
    own = hand.page.locator(".hanabi-own .hanabi-slot")
    for slot, verdict in ((2, "Non così."), (0, "Giusto!")):
        hand.tab_to(own.nth(slot))
        hand.page.keyboard.press("Enter")
        hand.tab_to(hand.button("Giocala"))
        hand.page.keyboard.press("Enter")
        hand.page.locator(".course-verdict").filter(has_text=verdict).wait_for()
        hand.sees(re.compile("Dopo l'indizio «1» di Giocatore 1 la tua carta 1"))
        assert hand.page.evaluate("document.documentElement.scrollWidth") <= 390
        if verdict == "Non così.":
            assert find_faults(hand.page) == []
            hand.press("Riprova")
            hand.wait_until(lambda: not hand.page.locator(".course-answer").is_visible())
    hand.press("Avanti")
    hand.sees("La carta più nuova")
    hand.page.reload()
    hand.sees("Giuste: 0 di 12")  # the first answer counts
    hand.sees(re.compile("^2 di 12"))
    assert hand.page.get_by_role("button", name=re.compile("prima risposta sbagliata")).count() == 1


def test_a_lesson_with_a_clue_is_answered(hand):
    hand.open("/learn/hanabi")
    hand.page.get_by_role("list", name="Lessons").get_by_role("button", name=re.compile("^Say what is certain")).click()
    course = hand.api("GET", "/games/hanabi/course")["lessons"]
    number = [lesson["name"] for lesson in course].index("show")
    best = hand.api("POST", "/games/hanabi/course", {"lesson": number, "action": course[number]["legal"][0]["action"]})[
        "best"
    ]
    key = "colour" if best["kind"] == "tell_colour" else "rank"
    theirs = course[number]["position"]["hands"][best["target"]]
    card(hand, next(slot for slot, seen in enumerate(theirs, start=1) if seen[key] == best["value"])).click()
    clue = hand.page.locator(".hanabi-choices button").nth(0 if key == "colour" else 1)
    clue.click()
    hand.page.locator(".course-verdict").filter(has_text="Right!").wait_for()
    hand.sees(re.compile(r"After this clue Player \d knows"))
    assert hand.page.get_by_role("status").filter(has_text="Right!").count() == 1  # and it is spoken
